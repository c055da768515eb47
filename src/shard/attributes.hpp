// The root attributes of a shard: the header, the names of the datasets, and the content digest.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "capi/hdf5_reading.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

// Root attribute of a shard with boxes: their classes. It belongs to the layout.
inline constexpr const char* kBoxClassNames = "box_class_names";

// Everything but the content digest, for which it leaves room.
void write_attributes(capi::H5File& file, const Header& header,
                      const std::vector<std::string>& dataset_names);
void write_content_digest(capi::H5File& file, const std::string& digest);

struct Attributes {
  Header header;
  std::vector<std::string> dataset_names;
  std::string content_digest;
};

// Throws `input` for a file that is no shard, of another version, or not whole. `path` is for the
// message.
Attributes read_attributes(const capi::H5Reading& file, const std::filesystem::path& path);

}  // namespace epochmill::shard
