// HDF5's C API, as far as epochmill needs it: contiguous datasets whose place in the file is told,
// so that threads can write them with pwrite; attributes; datasets of compressed rows
// (hdf5_chunks.hpp).
//
// Any thread: one lock over all files keeps HDF5's calls apart (Hdf5Turn); an object is one
// thread's at a time. No link leads out of a file: to another file it is as if broken. Equal
// content gives equal bytes: no object times, one version of the file format for each H5Style, no
// fill. H5dont_atexit comes before the first call (HDF5 1.10 crashes at exit after a full disk
// otherwise), HDF5's own error printing is off, and errors are `io` (the system failed) or `input`
// (the file is not what it should be), with HDF5's innermost message and the path.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "capi/handle.hpp"

namespace epochmill::capi {

enum class H5Type { kU8, kU32, kU64, kI64, kF16, kF32, kText };

// What a file is made for.
enum class H5Style {
  kContiguous,  // HDF5 1.8's format; what takes a page or more starts at a page
  kChunked,     // 1.10's, whose index of chunks has checksums; nothing is aligned
};

// HDF5's filters of a chunk.
struct H5Deflate {
  unsigned level = 1;        // a note: whoever writes the chunks compresses them
  bool has_shuffle = false;  // the bytes of the elements are sorted by their place before
  bool operator==(const H5Deflate&) const = default;
};

struct H5Dataset {
  std::string name;  // "/image"
  H5Type type = H5Type::kU8;
  std::vector<std::uint64_t> dims;
  std::uint64_t text_bytes =
      0;                     // of each element, kText only: fixed length, zero padded, marked UTF-8
  std::uint64_t offset = 0;  // of its first byte in the file; 0 for one with no bytes, or chunked
  std::optional<H5Deflate> deflate = std::nullopt;  // chunked: each row is a chunk
  // Elements times their size. Throws `internal` on overflow.
  std::uint64_t size_bytes() const;
};

struct H5FileTraits {
  using Value = std::int64_t;  // hid_t
  static constexpr std::int64_t kNone = -1;
  static void free(std::int64_t id);
};

class H5File {
 public:
  // Makes a new file; an existing one is an `io` error.
  static H5File create(const std::filesystem::path& path, H5Style style = H5Style::kContiguous);
  static H5File open_read(const std::filesystem::path& path);
  static H5File open_write(const std::filesystem::path& path);

  // Makes a contiguous dataset (space allocated now, never filled), or, with `deflate`, one of
  // chunks that are not there yet. Intermediate groups are made. Returns it with its offset.
  H5Dataset create_dataset(const H5Dataset& dataset);
  // Throws `input` when there is none of that name, or it is stored in a way that create_dataset
  // does not make, or its type is not one of H5Type, or it does not lie inside the file.
  H5Dataset dataset(const std::string& name) const;
  bool has_dataset(const std::string& name) const;
  // Full names of all datasets, sorted. Not those below /meta, which hold long attributes.
  std::vector<std::string> dataset_names() const;

  // Root attributes. Texts are scalar, fixed length, UTF-8; of any length and any bytes, but the
  // last must not be zero
  // (`internal`). set_* makes the attribute or overwrites one of equal size. The getters throw
  // `input` when there is none of that name, or it is of another type. What takes more than 60,000
  // bytes, padding included, is stored as a dataset of the same type and shape, /meta/NAME (of a
  // dataset's attribute: /meta/DATASET/NAME); these functions hide that, other programs have to
  // look there.
  void set_text(const std::string& name, std::string_view text);
  void set_texts(const std::string& name,
                 const std::vector<std::string>& texts);  // 1-D, fixed length
  void set_u64(const std::string& name, std::uint64_t value);
  std::string text(const std::string& name) const;
  std::vector<std::string> texts(const std::string& name) const;
  std::uint64_t u64(const std::string& name) const;
  bool has_attribute(const std::string& name) const;
  // The same on a dataset; numbers are a list of at most a few thousand.
  void set_dataset_numbers(const std::string& dataset, const std::string& name,
                           const std::vector<std::uint64_t>& numbers);
  std::vector<std::uint64_t> dataset_numbers(const std::string& dataset,
                                             const std::string& name) const;
  void set_dataset_texts(const std::string& dataset, const std::string& name,
                         const std::vector<std::string>& texts);
  std::vector<std::string> dataset_texts(const std::string& dataset, const std::string& name) const;
  bool has_dataset_attribute(const std::string& dataset, const std::string& name) const;

  // Flushes and closes, checked. The destructor only frees.
  void close();

  const std::filesystem::path& path() const { return path_; }
  std::int64_t id() const { return id_.get(); }  // for capi/hdf5*.cpp

 private:
  H5File(std::filesystem::path path, std::int64_t id) : path_(std::move(path)), id_(id) {}
  std::filesystem::path path_;
  Handle<H5FileTraits> id_;
};

// "1.10.8".
std::string hdf5_version();

}  // namespace epochmill::capi
