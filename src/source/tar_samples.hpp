// The samples of one tar file: as WebDataset groups its members, or as a folder has files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace epochmill::source {

struct TarSample {
  std::string key;
  std::string picture;  // the path of that member; empty when the sample has none
  std::uint64_t header_at = 0;
  std::uint64_t size = 0;
  std::uint32_t mark = 0;
  std::int64_t label = -1;  // what its .cls member says; -1 when it has none
};

struct TarContents {
  std::vector<TarSample> samples;  // in the order of the tar
  std::set<std::string> folders;   // first folders of paths, those without a picture too
  std::map<std::string, std::uint64_t> skipped;
};

struct TarRules {
  // Every picture is a sample by itself, and its path the key: the tar is a folder. Nothing is
  // grouped then, and no .cls is looked at.
  bool is_member_key = false;
  // Extensions of pictures in lower case, the one to be preferred first. Empty: every picture's,
  // and none at all, as a folder source takes them.
  std::vector<std::string> extensions;
  // Throws `input`, without a place, for a number that is no label.
  std::function<void(std::int64_t)> check_label;
};

// The largest picture that is taken.
inline constexpr std::uint64_t kMostTarPictureBytes = std::uint64_t{1} << 30;

// Throws `input`, naming tar and entry, for what TarReader refuses, for paths that leave the tar, a
// picture or label that is there twice in a sample, one that is too large, and a .cls that is no
// label.
TarContents list_tar(const std::filesystem::path& file, const TarRules& rules);

}  // namespace epochmill::source
