// File names and cells of a table as a message can show them: they may hold any byte.
#pragma once

#include <string>
#include <string_view>

namespace epochmill::source {

// `text` in backquotes, on one line: control characters and bytes that are not UTF-8 as \xHH, and
// what is longer than 200 bytes cut, with "..." at the cut.
std::string shown(std::string_view text);

}  // namespace epochmill::source
