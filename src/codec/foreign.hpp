// What bytes are that are no picture epochmill can read: people download web pages, videos and Git
// LFS pointers under names that end in .jpg, and want to be told so.
#pragma once

#include <string>

#include "base/bytes.hpp"

namespace epochmill::codec {

struct ForeignKind {
  std::string name;         // with its article: "an AVIF picture", "an HTML page", "0 bytes"
  bool is_picture = false;  // in a format that is not supported
};

// Names `bytes` by their magic, which stands at a fixed place near their start; "an unknown kind of
// file (it starts with 00 01 ...)" when no magic fits. Looks at the first 512 bytes.
ForeignKind foreign_kind(ByteView bytes);

}  // namespace epochmill::codec
