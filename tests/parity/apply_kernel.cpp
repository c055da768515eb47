// Applies one kernel of src/image after the other to pictures from standard input, so that another
// library can be compared with it: see torchvision_parity.py.
//
// All numbers are little-endian. Request: u32 length and name of the kernel; u32 count and f64
// numbers; u32 height, width, channels and the picture's bytes. Answer: u32 0, u32 height, width,
// channels, bytes per value, and the picture's bytes; or u32 1, u32 length and the message of the
// error. Ends, with 0, at the end of the input.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "image/color.hpp"
#include "image/filter.hpp"
#include "image/layout.hpp"
#include "image/pixel_type.hpp"
#include "image/resample.hpp"
#include "image/warp.hpp"

namespace epochmill::image {
namespace {

using Numbers = std::vector<double>;

struct Kernel {
  std::size_t numbers;
  std::function<Image(ImageU8, const Numbers&)> apply;
};

int whole(double number) { return static_cast<int>(number); }
Box box_of(const Numbers& n) { return {whole(n[0]), whole(n[1]), whole(n[2]), whole(n[3])}; }

// A kernel that changes its picture in place, by one factor.
Kernel adjustment(void (*adjust)(ImageU8&, float)) {
  return {1, [adjust](ImageU8 in, const Numbers& n) {
            adjust(in, static_cast<float>(n[0]));
            return in;
          }};
}

Image resized(const ImageU8& in, const Numbers& n) {
  const auto interpolation = n[6] == 0.0 ? Interpolation::kBilinear : Interpolation::kNearest;
  return resize(in, box_of(n), {whole(n[4]), whole(n[5])}, interpolation);
}

Image padded(const ImageU8& in, const Numbers& n) {
  const Padding padding{whole(n[0]), whole(n[1]), whole(n[2]), whole(n[3])};
  return pad(in, padding, static_cast<PaddingMode>(whole(n[4])), {n[5], n[6], n[7]});
}

Image with_hue(ImageU8 in, const Numbers& n) {
  adjust_hue(in, hue_shift(n[0]));
  return in;
}

Image grey(ImageU8 in, const Numbers&) {
  to_grayscale(in);
  return in;
}

Image blurred(ImageU8 in, const Numbers& n) {
  gaussian_blur(in, {whole(n[0]), whole(n[1])}, n[2], n[3]);
  return in;
}

Image normalized(const ImageU8& in, const Numbers& n) {
  std::array<float, 6> f;
  for (std::size_t i = 0; i < f.size(); ++i) f[i] = static_cast<float>(n[i]);
  return normalize(in, {f.data(), 3}, {f.data() + 3, 3});
}

// How pixels are looked up, and `fill`: the last four numbers of a warp.
Image warped(const ImageU8& in, const WarpMap& map, Size size, const Numbers& n) {
  const std::size_t first = n.size() - 4;
  const auto interpolation = n[first] == 0.0 ? Interpolation::kBilinear : Interpolation::kNearest;
  return warp(in, map, size, interpolation, {n[first + 1], n[first + 2], n[first + 3]});
}

Size size_of(const ImageU8& in) { return {in.height(), in.width()}; }

// x and y of a centre at `first`; -1e9 for x: no centre.
std::optional<Position> center_of(const Numbers& n, std::size_t first) {
  if (n[first] == -1e9) return std::nullopt;
  return Position{n[first], n[first + 1]};
}

// degrees, expand, centre.
Image rotated(const ImageU8& in, const Numbers& n) {
  const Rotation rotation = rotation_map(size_of(in), n[0], center_of(n, 2), n[1] != 0.0);
  return warped(in, rotation.map, rotation.size, n);
}

// angle, translate, scale, shear, centre.
Image affine_warped(const ImageU8& in, const Numbers& n) {
  const AffineParameters affine = {n[0], {n[1], n[2]}, n[3], {n[4], n[5]}};
  return warped(in, affine_map(size_of(in), affine, center_of(n, 6)), size_of(in), n);
}

// Four corners.
Image perspective_warped(const ImageU8& in, const Numbers& n) {
  const Corners corners = {{{n[0], n[1]}, {n[2], n[3]}, {n[4], n[5]}, {n[6], n[7]}}};
  const auto map = perspective_map(size_of(in), corners);
  if (!map) throw input_error("there is no such perspective");
  return warped(in, *map, size_of(in), n);
}

// Eight coefficients.
Image warped_by_coefficients(const ImageU8& in, const Numbers& n) {
  WarpMap map{.c = {}, .is_affine = false};
  std::copy_n(n.begin(), map.c.size(), map.c.begin());
  return warped(in, map, size_of(in), n);
}

Image scaled_to_f32(const ImageU8& in, const Numbers&) {
  return to_f32(in, PixelScale::kFullRange);
}

// Of a picture whose four channels are the bytes of one f32.
Image scaled_to_u8(const ImageU8& in, const Numbers&) {
  ImageF32 reals(in.height(), in.width(), 1);
  std::memcpy(reals.values().data(), in.values().data(), in.values().size());
  return to_u8(reals, PixelScale::kFullRange);
}

const Kernel& kernel_named(const std::string& name) {
  static const std::map<std::string, Kernel> kKernels = {
      {"crop", {4, [](const ImageU8& in, const Numbers& n) { return crop(in, box_of(n)); }}},
      {"resize", {7, resized}},
      {"flip_horizontal",
       {0, [](const ImageU8& in, const Numbers&) { return flip_horizontal(in); }}},
      {"flip_vertical", {0, [](const ImageU8& in, const Numbers&) { return flip_vertical(in); }}},
      {"pad", {8, padded}},
      {"orient", {1, [](const ImageU8& in, const Numbers& n) { return orient(in, whole(n[0])); }}},
      {"adjust_brightness", adjustment(adjust_brightness)},
      {"adjust_contrast", adjustment(adjust_contrast)},
      {"adjust_saturation", adjustment(adjust_saturation)},
      {"adjust_hue", {1, with_hue}},
      {"to_grayscale", {0, grey}},
      {"gaussian_blur", {4, blurred}},
      {"normalize", {6, normalized}},
      {"rotate", {8, rotated}},
      {"affine", {12, affine_warped}},
      {"perspective", {12, perspective_warped}},
      {"perspective_coefficients", {12, warped_by_coefficients}},
      {"to_f32", {0, scaled_to_f32}},
      {"to_u8", {0, scaled_to_u8}},
  };
  const auto found = kKernels.find(name);
  if (found == kKernels.end()) throw usage_error("no kernel is named `{}`", name);
  return found->second;
}

// False at the end of the input.
bool read(void* to, std::size_t size) { return std::fread(to, 1, size, stdin) == size; }

void read_whole(void* to, std::size_t size) {
  if (!read(to, size)) throw io_error("the request ends early: {} bytes more were expected", size);
}

void write(const void* from, std::size_t size) {
  if (std::fwrite(from, 1, size, stdout) != size) throw io_error("cannot write the answer");
}

std::uint32_t read_count() {
  std::uint32_t count = 0;
  read_whole(&count, sizeof count);
  return count;
}

void write_count(std::size_t count) {
  const auto narrow = checked_cast<std::uint32_t>(count);
  write(&narrow, sizeof narrow);
}

struct Request {
  std::string name;
  Numbers numbers;
  ImageU8 picture;
};

Request read_request(std::uint32_t name_size) {
  Request request;
  request.name.resize(name_size);
  read_whole(request.name.data(), name_size);
  request.numbers.resize(read_count());
  read_whole(request.numbers.data(), request.numbers.size() * sizeof(double));
  std::array<std::uint32_t, 3> shape;
  read_whole(shape.data(), sizeof shape);
  request.picture = ImageU8(checked_cast<int>(shape[0]), checked_cast<int>(shape[1]),
                            checked_cast<int>(shape[2]));
  read_whole(request.picture.values().data(), request.picture.values().size());
  return request;
}

Image answer(const Request& request) {
  const Kernel& kernel = kernel_named(request.name);
  if (request.numbers.size() != kernel.numbers) {
    throw usage_error("`{}` takes {} numbers, not {}", request.name, kernel.numbers,
                      request.numbers.size());
  }
  return kernel.apply(request.picture, request.numbers);
}

void write_answer(const Image& image) {
  const Shape shape = shape_of(image);
  write_count(0);
  for (const int side : {shape.height, shape.width, shape.channels}) {
    write_count(checked_cast<std::size_t>(side));
  }
  write_count(size_bytes(shape.type));
  write(pixel_bytes(image).data(), pixel_bytes(image).size());
}

void write_error(const std::string& message) {
  write_count(1);
  write_count(message.size());
  write(message.data(), message.size());
}

void serve() {
  std::uint32_t name_size = 0;
  while (read(&name_size, sizeof name_size)) {
    const Request request = read_request(name_size);
    try {
      write_answer(answer(request));
    } catch (const Error& error) {
      write_error(error.what());
    }
    if (std::fflush(stdout) != 0) throw io_error("cannot write the answer");
  }
}

}  // namespace
}  // namespace epochmill::image

int main() {
  try {
    epochmill::image::serve();
    return 0;
  } catch (const epochmill::Error& error) {
    std::fprintf(stderr, "apply_kernel: %s\n", error.what());
    return epochmill::exit_code(error.kind());
  }
}
