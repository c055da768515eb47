// What the name of a tar member says: the path, the sample that it is part of, and which part.
#pragma once

#include <string>
#include <string_view>

namespace epochmill::source {

// `name` without "./", "//" and the "/" at its end. Throws `input`, without a place, for an
// absolute path and for one with "..": nothing is ever written, but a key like that names no sample
// of the tar.
std::string normal_tar_path(std::string_view name);

// True when a folder or the file of a normal path is hidden: its name starts with a dot.
bool is_hidden_tar_path(std::string_view path);

struct TarPart {
  std::string_view key;        // the path up to the first dot of the base name
  std::string_view extension;  // all behind that dot, such as "jpg" or "seg.png"
};

// WebDataset's rule: dots in the folders are kept.
TarPart split_tar_path(std::string_view path);

// The first folder of a path; empty when it has none.
std::string_view first_folder(std::string_view path);

}  // namespace epochmill::source
