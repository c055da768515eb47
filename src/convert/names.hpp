// File names from keys and class names, which may hold any bytes: escaped as in URLs, so that
// unquoting gives the key again, nothing leads out of its folder, and every name is UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "source/catalog.hpp"

namespace epochmill::convert {

// What a name is for.
enum class NameUse {
  kText,    // a line of a text: slashes and dots are as they are
  kFile,    // a path below a folder: no part is empty, or starts with a dot
  kMember,  // of a tar: likewise, and the last part has no dot, where WebDataset would cut it
  kFolder,  // one folder: no slash either
};

// "%XX" for each byte that must not stand there, for `%` itself, for control characters, and for
// what is not UTF-8.
std::string escaped(std::string_view text, NameUse use);

// The name of a sample. Where several have one key, the second one's ends in "%~2", and so on,
// which no escaped key does.
std::string sample_name(const source::Catalog& catalog, std::uint64_t sample, NameUse use);

}  // namespace epochmill::convert
