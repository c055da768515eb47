// Is it UTF-8? TOML text always is; words of the command line need not be.
#pragma once

#include <string_view>

namespace epochmill::recipe {

// Well-formed as in Table 3-7 of the Unicode Standard: no overlong forms, no surrogates, nothing
// above U+10FFFF.
bool is_utf8(std::string_view text);

}  // namespace epochmill::recipe
