#include "capi/deflate.hpp"

#include <libdeflate.h>

#include <new>

#include "base/error.hpp"
#include "capi/handle.hpp"

namespace epochmill::capi {
namespace {

struct CompressorTraits {
  using Value = libdeflate_compressor*;
  static constexpr libdeflate_compressor* kNone = nullptr;
  static void free(libdeflate_compressor* compressor) { libdeflate_free_compressor(compressor); }
};

struct DecompressorTraits {
  using Value = libdeflate_decompressor*;
  static constexpr libdeflate_decompressor* kNone = nullptr;
  static void free(libdeflate_decompressor* decompressor) {
    libdeflate_free_decompressor(decompressor);
  }
};

// A megabyte of working memory, which is dear to take for every row. What it holds between calls
// does not enter the next.
libdeflate_compressor* compressor_of_thread(int level) {
  thread_local Handle<CompressorTraits> compressor;
  thread_local int its_level = 0;
  if (!compressor || its_level != level) {
    compressor = Handle<CompressorTraits>(libdeflate_alloc_compressor(level));
    if (!compressor) throw std::bad_alloc();
    its_level = level;
  }
  return compressor.get();
}

libdeflate_decompressor* decompressor_of_thread() {
  thread_local Handle<DecompressorTraits> decompressor;
  if (!decompressor) {
    decompressor = Handle<DecompressorTraits>(libdeflate_alloc_decompressor());
    if (!decompressor) throw std::bad_alloc();
  }
  return decompressor.get();
}

void require_success(libdeflate_result result, std::size_t size_bytes) {
  if (result == LIBDEFLATE_SUCCESS) return;
  if (result == LIBDEFLATE_BAD_DATA) throw input_error("the compressed data are damaged");
  throw input_error("the compressed data do not hold {} bytes", size_bytes);
}

}  // namespace

Bytes compress_zlib(ByteView bytes, int level) {
  if (level < 1 || level > 12) throw internal_error("deflate has no level {}", level);
  libdeflate_compressor* const compressor = compressor_of_thread(level);
  Bytes zlib(libdeflate_zlib_compress_bound(compressor, bytes.size()));
  const std::size_t size =
      libdeflate_zlib_compress(compressor, bytes.data(), bytes.size(), zlib.data(), zlib.size());
  if (size == 0) throw internal_error("libdeflate needs more room than it said");
  zlib.resize(size);
  return zlib;
}

// Both calls get no place for the number of bytes, so that fewer than `out` takes are an error,
// too.
void decompress_zlib(ByteView zlib, std::span<std::uint8_t> out) {
  require_success(libdeflate_zlib_decompress(decompressor_of_thread(), zlib.data(), zlib.size(),
                                             out.data(), out.size(), nullptr),
                  out.size());
}

void decompress_deflate(ByteView deflate, std::span<std::uint8_t> out) {
  require_success(libdeflate_deflate_decompress(decompressor_of_thread(), deflate.data(),
                                                deflate.size(), out.data(), out.size(), nullptr),
                  out.size());
}

std::uint32_t crc32(ByteView bytes) { return libdeflate_crc32(0, bytes.data(), bytes.size()); }

std::string deflate_library() { return "libdeflate " LIBDEFLATE_VERSION_STRING; }

}  // namespace epochmill::capi
