// A NumPy array: as a picture, and its header read and made again.
#include "image/npy_header.hpp"

#include "picture.hpp"

namespace {

using namespace epochmill;

// What is read from a header is read again from one that is made of it.
void use_header(ByteView bytes) {
  image::NpyHeader header;
  image::NumberType type;
  const bool is_header = fuzz::is_taken([&] {
    header = image::read_npy_header(bytes);
    type = image::require_numbers(header);
  });
  if (!is_header) return;
  fuzz::require(header.header_bytes <= bytes.size(), "a header is longer than its file");
  const std::string made = image::make_npy_header(type, header.sides);
  const image::NpyHeader again = image::read_npy_header(as_bytes(made));
  fuzz::require(again.sides == header.sides && !again.is_fortran &&
                    image::require_numbers(again) == type && again.header_bytes == made.size(),
                "a header that was made says something else");
}

// Where an array is a picture of floats, no format may say that it is a photo, and the other way.
void use_array(ByteView bytes) {
  const codec::Format& format = fuzz::format_named("NPY");
  codec::Decoded decoded;
  if (!fuzz::is_taken([&] { decoded = format.decode(bytes, fuzz::kOptions, nullptr); })) return;
  const image::Shape shape = decoded.shape();
  const image::Size size = format.read_size(bytes, fuzz::kOptions);
  fuzz::require(size == image::Size{shape.height, shape.width},
                "an array has another size than its header says");
  fuzz::require(decoded.image.values().empty() != decoded.floats.values().empty(),
                "an array is both a photo and floats, or neither");
  fuzz::require(shape.type == image::PixelType::kF32 || shape.channels == 3,
                "a photo has no three channels");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  use_header({data, size});
  use_array({data, size});
  return 0;
}
