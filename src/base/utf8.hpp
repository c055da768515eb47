// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace epochmill {

// Bytes of the character that `text` begins with, 1 to 4; 0 when it does not begin with one.
std::size_t utf8_character_size(std::string_view text);

// Position of the first byte that is not part of a character; npos when all of `text` is UTF-8.
std::size_t find_invalid_utf8(std::string_view text);

}  // namespace epochmill
