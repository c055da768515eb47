// Files that anybody may have written, as HDF5 sees them: what runs in the process of
// hdf5_service.hpp, and nowhere else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "capi/hdf5_facts.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {

// An open dataset.
class H5Foreign {
 public:
  // Throws `input` when the file is none of HDF5's, or has no dataset `name`.
  H5Foreign(std::filesystem::path file, std::string name);

  // As ask_facts, ask_chunk and ask_rows.
  H5Facts facts() const;
  Bytes packed_chunk(const std::vector<std::uint64_t>& place, std::uint64_t most_bytes,
                     std::uint32_t& skipped) const;
  Bytes rows(std::uint64_t first, std::uint64_t count) const;

 private:
  [[noreturn]] void fail(const char* doing) const;
  void find_shape(H5Facts& facts) const;
  void find_chunks(const H5Plist& creation, H5Facts& facts) const;

  std::filesystem::path path_;
  std::string name_;
  Handle<H5FileTraits> file_;
  H5Data data_;
  H5Datatype type_;
};

// As ask_root_text.
std::string root_text_of_foreign(const std::filesystem::path& file, const std::string& name);

}  // namespace epochmill::capi
