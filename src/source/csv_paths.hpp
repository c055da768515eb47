// Paths in a table stay below its root, unless the user allows otherwise.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "source/catalog.hpp"

namespace epochmill::source {

// What a user can do about a path that leaves the root; the end of every message about one.
inline constexpr const char* kStayInside =
    "correct it or `root`, or say allow_outside = true if it is meant";

// Throws `input`, without a place, for a path that leaves the root as it is written: an absolute
// one, or one whose ".." climb above it. Looks at no file.
void refuse_leaving(std::string_view path);

// The samples, in rising order, whose `member`, their key or mask, is a path below `root` that some
// symbolic link leads out of it. What does not exist leads nowhere. Looks at every file, on
// `threads` threads. Throws `io` when the root cannot be looked at.
std::vector<std::size_t> find_linked_out(const std::filesystem::path& root,
                                         std::span<const Listed> samples, int threads,
                                         std::string Listed::*member = &Listed::key);

}  // namespace epochmill::source
