// HDF5, asked about files that anybody may have written. Its library trusts what a forged file
// says, checksums and all: it may crash, write where it should not, or count for ever. So it looks
// at such a file in a process of its own (companion.hpp), and these are the questions; what comes
// back is checked by who asks.
//
// Any thread. All throw `input` or `io` as H5Array and H5Reading say; also when HDF5's process ends
// over the file, with the way it ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "capi/companion.hpp"
#include "capi/hdf5_facts.hpp"

namespace epochmill::capi {

// For the main() of every program that asks: served_as_companion.
CompanionRole hdf5_role();

enum class H5Question : std::uint64_t {
  // Of H5Array: files of any form.
  kFacts,
  kChunk,
  kRows,
  kRootText,
  // Of H5Reading: files of epochmill's form.
  kOpen,
  kDataset,
  kText,
  kTexts,
  kU64,
  kHasAttribute,
  kDatasetNumbers,
  kDatasetTexts,
  kHasDatasetAttribute,
  kCheckChunks,
  kRowChunk,
  // Of both.
  kForget,
};

// What is asked about.
struct H5Name {
  std::string file;      // its path
  std::string identity;  // File::identity(); the file must still be that one
  std::string dataset = "";
  bool operator==(const H5Name&) const = default;
};

// The answer; `more` is what else belongs to the question, as hdf5_answers.cpp takes it.
Bytes ask_hdf5(H5Question question, const H5Name& name, ByteView more, std::uint64_t most_bytes);

// A file that HDF5's process may keep open for as long as this lives.
class H5Subject {
 public:
  explicit H5Subject(H5Name name) : name_(std::move(name)) {}
  ~H5Subject();
  H5Subject(const H5Subject&) = delete;
  H5Subject& operator=(const H5Subject&) = delete;
  const H5Name& name() const { return name_; }

 private:
  H5Name name_;
};

// What is behind an answer's bytes, so that megabytes are not copied for it.
std::uint64_t take_last_number(Bytes& bytes);
void put_last_number(Bytes& bytes, std::uint64_t number);

// Texts one after the other.
std::vector<std::string> unpack_texts(ByteView bytes);

// Throws `input` for data in another file.
H5Facts ask_facts(const H5Name& name);

struct H5Packed {
  Bytes bytes;                // none: it was never written
  std::uint32_t skipped = 0;  // a bit for each filter that it did not go through
};

// The chunk whose first element is at `place`, as it stands in the file. Throws `input` for one of
// more than `most_bytes`.
H5Packed ask_chunk(const H5Name& name, const std::vector<std::uint64_t>& place,
                   std::uint64_t most_bytes);

// Rows [first, first + count), through HDF5's own filters: as many bytes as out.
void ask_rows(const H5Name& name, std::uint64_t first, std::uint64_t count,
              std::span<std::uint8_t> out);

// A root attribute, of no dataset: a text of fixed length, or "" when there is none such.
std::string ask_root_text(const H5Name& name, const std::string& attribute);

}  // namespace epochmill::capi
