// Which file names are those of pictures. Names only decide what a folder source lists: how a file
// is decoded is told by its first bytes.
#pragma once

#include <string>
#include <string_view>

namespace epochmill::source {

// True when `name` ends in the extension of a picture format, in any case. Formats that no decoder
// reads (HEIC, AVIF) count too: their files must be reported as bad samples, not passed over.
bool has_picture_extension(std::string_view name);

// True when `name` has no extension at all: no dot, or nothing after the last one.
bool has_no_extension(std::string_view name);

// True for the files that Windows leaves in folders of pictures: Thumbs.db and desktop.ini, in any
// case.
bool is_left_by_windows(std::string_view name);

// Of ASCII letters only: what a name means must not depend on the locale.
std::string lower_case(std::string_view text);

}  // namespace epochmill::source
