// Decodes pictures from standard input, so that another library can be compared with src/codec: see
// formats_test.py.
//
// All numbers are little-endian. Request: u32 length and bytes of a picture; 3 bytes of background.
// Answer: u32 0, u32 height, width and the pixels, 3 bytes each; or u32 1, u32 length and the
// message of the error. Ends, with 0, at the end of the input.
#include <fmt/format.h>

#include <array>
#include <cstdio>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "codec/codec.hpp"

namespace epochmill::codec {
namespace {

// False at the end of the input.
bool read(void* to, std::size_t size) { return std::fread(to, 1, size, stdin) == size; }

void write(ByteView bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) {
    throw io_error("cannot write the answer");
  }
}

void write_count(std::size_t count) {
  const auto narrow = checked_cast<std::uint32_t>(count);
  write(bytes_of(narrow));
}

void answer(ByteView picture, const DecodeOptions& options) {
  try {
    const image::ImageU8 image = decode(picture, options).image;
    const image::Size size = read_size(picture, options);
    if (size != image::Size{image.height(), image.width()}) throw internal_error("another size");
    write_count(0);
    write_count(static_cast<std::size_t>(image.height()));
    write_count(static_cast<std::size_t>(image.width()));
    write(as_bytes(image.values()));
  } catch (const Error& error) {
    const std::string_view message = error.what();
    write_count(1);
    write_count(message.size());
    write(as_bytes(message));
  }
}

void serve() {
  std::uint32_t size = 0;
  while (read(&size, sizeof size)) {
    Bytes picture(size);
    DecodeOptions options;
    if (!read(picture.data(), size) || !read(options.background.data(), 3)) {
      throw io_error("the request ends early");
    }
    answer(picture, options);
    if (std::fflush(stdout) != 0) throw io_error("cannot write the answer");
  }
}

}  // namespace
}  // namespace epochmill::codec

int main() {
  try {
    epochmill::codec::serve();
    return 0;
  } catch (const epochmill::Error& error) {
    fmt::print(stderr, "decode_picture: {}\n", error.what());
    return epochmill::exit_code(error.kind());
  }
}
