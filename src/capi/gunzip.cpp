#include "capi/gunzip.hpp"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <new>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

// zlib counts bytes in 32 bits.
constexpr std::size_t kMostPerCall = std::numeric_limits<uInt>::max();
// The largest window, and a gzip header before it.
constexpr int kGzipWindow = 15 + 16;

}  // namespace

bool is_gzip(ByteView bytes) { return bytes.size() >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B; }

void InflateTraits::free(z_stream_s* stream) {
  inflateEnd(stream);
  delete stream;
}

Gunzip::Gunzip(ByteView gzip) : left_(gzip) {
  auto stream = std::make_unique<z_stream>();
  *stream = {};
  if (inflateInit2(stream.get(), kGzipWindow) != Z_OK) throw std::bad_alloc();
  stream_ = Handle<InflateTraits>(stream.release());
}

std::size_t Gunzip::read(std::span<std::uint8_t> out) {
  std::size_t done = 0;
  z_stream* const stream = stream_.get();
  while (done < out.size() && !is_at_end_) {
    const std::size_t in_bytes = std::min(left_.size(), kMostPerCall);
    const std::size_t out_bytes = std::min(out.size() - done, kMostPerCall);
    // zlib does not write to its input; its type says otherwise.
    stream->next_in = const_cast<std::uint8_t*>(left_.data());
    stream->avail_in = static_cast<uInt>(in_bytes);
    stream->next_out = out.data() + done;
    stream->avail_out = static_cast<uInt>(out_bytes);
    const int result = inflate(stream, Z_NO_FLUSH);
    left_ = left_.subspan(in_bytes - stream->avail_in);
    done += out_bytes - stream->avail_out;
    if (result == Z_STREAM_END) {
      next_member();
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result == Z_BUF_ERROR) {
      throw input_error("the gzip data are cut");
    } else if (result != Z_OK) {
      throw input_error("the gzip data are damaged");
    }
  }
  return done;
}

void Gunzip::next_member() {
  is_at_end_ = left_.empty();
  if (is_at_end_) return;
  if (!is_gzip(left_)) throw input_error("{} other bytes follow the gzip data", left_.size());
  if (inflateReset(stream_.get()) != Z_OK) throw internal_error("zlib cannot begin again");
}

}  // namespace epochmill::capi
