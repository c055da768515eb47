#include "capi/tiff_memory.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace epochmill::capi {

TIFF* TiffMemory::open(TIFFOpenOptions* options) {
  TIFFOpenOptionsSetErrorHandlerExtR(options, on_error, this);
  TIFFOpenOptionsSetWarningHandlerExtR(options, on_warning, this);
  // r: read. m: by read() alone, so that no codec sees the caller's bytes themselves.
  return TIFFClientOpenExt("TIFF", "rm", this, read, write, seek, close, size, nullptr, nullptr,
                           options);
}

tmsize_t TiffMemory::read(thandle_t self, void* to, tmsize_t size) {
  auto& memory = *static_cast<TiffMemory*>(self);
  if (size <= 0 || memory.at_ >= memory.bytes_.size()) return 0;
  const std::size_t count =
      std::min(static_cast<std::size_t>(size), memory.bytes_.size() - memory.at_);
  std::memcpy(to, memory.bytes_.data() + memory.at_, count);
  memory.at_ += count;
  return static_cast<tmsize_t>(count);
}

tmsize_t TiffMemory::write(thandle_t, void*, tmsize_t) { return -1; }

toff_t TiffMemory::seek(thandle_t self, toff_t offset, int whence) {
  auto& memory = *static_cast<TiffMemory*>(self);
  const std::uint64_t base = whence == SEEK_SET   ? 0
                             : whence == SEEK_CUR ? memory.at_
                                                  : memory.bytes_.size();
  memory.at_ = base + offset;  // reading behind the end gives nothing
  return memory.at_;
}

int TiffMemory::close(thandle_t) { return 0; }

toff_t TiffMemory::size(thandle_t self) { return static_cast<TiffMemory*>(self)->bytes_.size(); }

// 1: no other handler is called.
int TiffMemory::on_error(TIFF*, void* self, const char*, const char* format, va_list arguments) {
  keep(static_cast<TiffMemory*>(self)->error_, format, arguments);
  return 1;
}

int TiffMemory::on_warning(TIFF*, void* self, const char*, const char* format, va_list arguments) {
  // Whole files of an early form of LZW.
  if (std::strncmp(format, "Old-style LZW", 13) == 0) return 1;
  keep(static_cast<TiffMemory*>(self)->warning_, format, arguments);
  return 1;
}

void TiffMemory::keep(Message& message, const char* format, va_list arguments) {
  if (message[0] == '\0') std::vsnprintf(message.data(), message.size(), format, arguments);
}

}  // namespace epochmill::capi
