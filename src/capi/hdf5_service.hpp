// HDF5, asked about files that anybody may have written. Its library trusts what a forged file
// says, checksums and all: it may crash, write where it should not, or count for ever. So it looks
// at such a file in a process of its own, and these are the questions; what comes back is checked
// by who asks. Files of our own are opened by H5File.
//
// Any thread. All throw `input` or `io` as H5Array says; also when HDF5's process ends over the
// file, with the way it ended.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "capi/companion.hpp"
#include "capi/hdf5_facts.hpp"

namespace epochmill::capi {

// For the main() of every program that asks: served_as_companion.
CompanionRole hdf5_role();

// What is asked about.
struct H5Name {
  std::filesystem::path file;
  std::string identity;  // File::identity(); the file must still be that one
  std::string dataset = "";
  bool operator==(const H5Name&) const = default;
};

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

// A root attribute, of no dataset: a text of fixed length, "" when there is none such; or a list of
// texts, as H5File::texts.
std::string ask_root_text(const H5Name& name, const std::string& attribute);
std::vector<std::string> ask_root_texts(const H5Name& name, const std::string& attribute);

}  // namespace epochmill::capi
