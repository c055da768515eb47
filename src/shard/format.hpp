// The file format: what stands in a shard. One place for every name, type and order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "image/image.hpp"

namespace epochmill::shard {

inline constexpr const char* kFormat = "epochmill-shard";
inline constexpr std::uint64_t kFormatVersion = 1;

// A picture that `keep` set aside: dataset /keep/NAME.
struct KeptLayout {
  std::string name;
  image::Shape shape;
};

// What the datasets of a shard look like.
struct Layout {
  std::uint64_t rows = 0;
  image::Shape image;             // /image [rows, height, width, channels], all sides known
  std::uint64_t keypoints = 0;    // K of /keypoint f32 [rows, K, 2] and /keypoint_visible u8 [rows, K]; 0: no such datasets
  std::vector<KeptLayout> kept;   // /keep/NAME
  std::uint64_t key_bytes = 1;    // longest key of the shard
  std::vector<std::string> draw_names;  // columns of /draws f32 [rows, d]; names in its attribute `columns`
};

// Root attributes, the content digest apart.
struct Header {
  std::string recipe_text;    // canonical
  std::string recipe_digest;  // XXH3-128 of it, 32 hexadecimal digits
  std::string catalog_digest;
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;
  std::uint64_t shard = 0;
  std::vector<std::string> class_names;
  std::string stream_version;
  std::string versions;  // "epochmill 0.1.0, libjpeg-turbo 2.1.5, ...": another version may give other pixels
  bool operator==(const Header&) const = default;
};

// OUT/epoch-0003/shard-00017.h5. More digits when the number needs them.
std::filesystem::path shard_path(const std::filesystem::path& out, std::uint64_t epoch, std::uint64_t shard);
std::filesystem::path epoch_folder(const std::filesystem::path& out, std::uint64_t epoch);

// What shard_path and epoch_folder made of a number, read back; false for any other name.
bool parse_epoch_folder(const std::string& name, std::uint64_t* epoch);
bool parse_shard_name(const std::string& name, std::uint64_t* shard);

}  // namespace epochmill::shard
