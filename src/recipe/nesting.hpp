// How deep TOML text is nested, found without recursion: a parser, and the destructor of what it
// gives, recurse once a level, and `a.a.a.a...` over a whole megabyte would end the process without
// a message.
#pragma once

#include <string>
#include <string_view>

namespace epochmill::recipe {

inline constexpr int kMaxNesting = 64;   // brackets and braces inside each other
inline constexpr int kMaxKeyParts = 16;  // names in one dotted key

// Throws `usage` with file:line:column where `text` goes deeper than the two limits above. Text
// that is not TOML passes or is refused, whichever comes first; it never throws anything else.
void check_nesting(std::string_view text, const std::string& file);

}  // namespace epochmill::recipe
