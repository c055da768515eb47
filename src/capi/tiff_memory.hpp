// Bytes in memory as libtiff reads a file, and what libtiff says of them.
#pragma once

#include <tiffio.h>

#include <array>
#include <cstdint>
#include <string_view>

#include "base/bytes.hpp"

namespace epochmill::capi {

class TiffMemory {
 public:
  explicit TiffMemory(ByteView bytes) : bytes_(bytes) {}
  TiffMemory(const TiffMemory&) = delete;  // libtiff knows its address
  TiffMemory& operator=(const TiffMemory&) = delete;

  // Opened for reading, with its messages kept here; null when libtiff cannot.
  TIFF* open(TIFFOpenOptions* options);

  // The first error and the first warning that tells of damage; "" when there is none.
  std::string_view error() const { return error_.data(); }
  std::string_view warning() const { return warning_.data(); }
  void forget() { error_[0] = warning_[0] = '\0'; }

 private:
  using Message = std::array<char, 200>;

  // No exception may cross libtiff: these take no memory.
  static tmsize_t read(thandle_t self, void* to, tmsize_t size);
  static tmsize_t write(thandle_t self, void* from, tmsize_t size);
  static toff_t seek(thandle_t self, toff_t offset, int whence);
  static int close(thandle_t self);
  static toff_t size(thandle_t self);
  static int on_error(TIFF* tiff, void* self, const char* module, const char* format,
                      va_list arguments);
  static int on_warning(TIFF* tiff, void* self, const char* module, const char* format,
                        va_list arguments);
  static void keep(Message& message, const char* format, va_list arguments);

  ByteView bytes_;
  std::uint64_t at_ = 0;
  Message error_{};
  Message warning_{};
};

}  // namespace epochmill::capi
