// libdeflate: bytes to zlib's format (RFC 1950), which HDF5's deflate filter reads, and back.
//
// Any thread: each keeps its own working memory from call to call.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "base/bytes.hpp"

namespace epochmill::capi {

// `level`: 1 (fast) to 12 (small). Equal input gives equal bytes for one version of the library.
Bytes compress_zlib(ByteView bytes, int level);

// Fills all of `out`. Throws `input` for bytes that are damaged, or that hold another number of
// them.
void decompress_zlib(ByteView zlib, std::span<std::uint8_t> out);

// The same for deflate without a frame around it (RFC 1951), as in zip files.
void decompress_deflate(ByteView deflate, std::span<std::uint8_t> out);

// CRC-32 as in gzip and zip.
std::uint32_t crc32(ByteView bytes);

// "libdeflate 1.14".
std::string deflate_library();

}  // namespace epochmill::capi
