// One member of a tar, byte for byte the same on any day and machine: mode 0644, no owner, time 0.
#pragma once

#include <string_view>

#include "base/bytes.hpp"

namespace epochmill::convert {

// Header, content and padding: POSIX ustar; a name of more than 100 bytes stands in a pax record
// before. Throws `internal` for a name that is empty, and for 8 GiB or more.
Bytes tar_member(std::string_view name, ByteView content);

// The two blocks that end a tar.
Bytes tar_end();

}  // namespace epochmill::convert
