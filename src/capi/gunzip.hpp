// zlib: the bytes of a gzip file (RFC 1952), a piece at a time, so that a header can be looked at
// before memory is taken for what it promises.
#pragma once

#include <span>

#include "base/bytes.hpp"
#include "capi/handle.hpp"

struct z_stream_s;

namespace epochmill::capi {

struct InflateTraits {
  using Value = z_stream_s*;
  static constexpr z_stream_s* kNone = nullptr;
  static void free(z_stream_s* stream);
};

// True for bytes that begin as a gzip file.
bool is_gzip(ByteView bytes);

// One thread at a time.
class Gunzip {
 public:
  // `gzip`, one or several members laid end to end, must outlive it.
  explicit Gunzip(ByteView gzip);

  // Fills `out` as far as there are bytes, and returns how many: fewer than it holds only at the
  // end. Throws `input`, without a name, for data that are damaged, cut, or followed by others.
  std::size_t read(std::span<std::uint8_t> out);

 private:
  void next_member();

  Handle<InflateTraits> stream_;
  ByteView left_;  // not yet handed to zlib
  bool is_at_end_ = false;
};

}  // namespace epochmill::capi
