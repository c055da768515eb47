// All pictures below a folder, found on many threads, in an order that does not depend on them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace epochmill::source {

struct FoundTree {
  // Paths below the root, sorted bytewise, all different.
  std::vector<std::string> files;
  // Names of the folders directly in the root, sorted bytewise, those without a picture too.
  std::vector<std::string> folders;
  // What was found and not taken, by reason.
  std::map<std::string, std::uint64_t> skipped;
};

// Walks `root`, a folder. Paths are raw bytes with "/" between the names.
//
// Taken: regular files, and links to such, whose name has a picture's extension or none. Skipped
// and counted: names that begin with a dot (a folder counts once, whatever is in it), Thumbs.db and
// desktop.ini, files with another extension, links that lead nowhere, and FIFOs, sockets and
// devices, which are never opened.
//
// A link to a folder is followed as if it were that folder, once per real folder (device and
// inode): all folders that are reached without a link come first, then links in bytewise order of
// their paths. A folder that is there already is skipped and counted, so loops end and no file is
// listed twice by way of a link to its folder.
//
// `threads` threads list folders at the same time; files are not looked at one by one where the
// file system tells types with names. Throws `io`, naming the folder or link, when one cannot be
// read.
FoundTree walk_folder(const std::filesystem::path& root, int threads);

}  // namespace epochmill::source
