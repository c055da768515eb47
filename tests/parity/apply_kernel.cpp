// Applies one kernel of src/image, or one op, after the other to pictures from standard input, so
// that another library can be compared with it: see torchvision_parity.py and policies_parity.py.
//
// All numbers are little-endian. Request: u32 length and name of the kernel, or "op", the op's name
// and its parameters as TOML, each on lines of their own (its numbers are the draws); u32 count and
// f64 numbers; u32 height, width, channels and the picture's bytes. Answer: u32 0, u32 height,
// width, channels, bytes per value, and the picture's bytes; or u32 1, u32 length and the message
// of the error. Ends, with 0, at the end of the input.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>

#include "image/blur_plane.hpp"
#include "image/channels.hpp"
#include "image/color.hpp"
#include "image/displacement.hpp"
#include "image/erase.hpp"
#include "image/filter.hpp"
#include "image/layout.hpp"
#include "image/levels.hpp"
#include "image/pixel_type.hpp"
#include "image/resample.hpp"
#include "image/sharpness.hpp"
#include "image/warp.hpp"
#include "ops/ops.hpp"

namespace epochmill::image {
namespace {

using Numbers = std::vector<double>;

constexpr std::size_t kAnyNumbers = std::numeric_limits<std::size_t>::max();

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

// A kernel that changes its picture in place, without numbers.
Kernel change(void (*apply)(ImageU8&)) {
  return {0, [apply](ImageU8 in, const Numbers&) {
            apply(in);
            return in;
          }};
}

Image posterized(ImageU8 in, const Numbers& n) {
  posterize(in, whole(n[0]));
  return in;
}

Image solarized(ImageU8 in, const Numbers& n) {
  solarize(in, n[0]);
  return in;
}

Image with_channels(const ImageU8& in, const Numbers& n) {
  Image out = in;
  permute_channels(out, std::array{whole(n[0]), whole(n[1]), whole(n[2])});
  return out;
}

// As in INTERPOLATIONS of the scripts.
Interpolation interpolation_of(double number) {
  constexpr std::array kOrder = {Interpolation::kBilinear, Interpolation::kNearest,
                                 Interpolation::kBicubic, Interpolation::kLanczos,
                                 Interpolation::kBilinearAliased};
  return kOrder.at(static_cast<std::size_t>(number));
}

Image resized(const ImageU8& in, const Numbers& n) {
  return resize(in, box_of(n), {whole(n[4]), whole(n[5])}, interpolation_of(n[6]));
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
  return warp(in, map, size, interpolation_of(n[first]),
              {n[first + 1], n[first + 2], n[first + 3]});
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

// How pixels are looked up, `fill`, and then the displacements: all along x, all along y.
Image displaced(const ImageU8& in, const Numbers& n) {
  const auto pixels = static_cast<std::size_t>(in.height()) * static_cast<std::size_t>(in.width());
  if (n.size() != 4 + 2 * pixels) throw usage_error("{} numbers for displacements", n.size());
  DisplacementField field = {ImageF32(in.height(), in.width(), 1),
                             ImageF32(in.height(), in.width(), 1)};
  for (std::size_t i = 0; i < pixels; ++i) {
    field.dx.values()[i] = static_cast<float>(n[4 + i]);
    field.dy.values()[i] = static_cast<float>(n[4 + pixels + i]);
  }
  return displace(in, field, interpolation_of(n[0]), {n[1], n[2], n[3]});
}

// The first channel over 127.5, less 1, blurred: sides of the kernel, sigmas.
Image blurred_plane(const ImageU8& in, const Numbers& n) {
  ImageF32 plane(in.height(), in.width(), 1);
  for (std::size_t i = 0; i < plane.values().size(); ++i) {
    const auto channels = static_cast<std::size_t>(in.channels());
    plane.values()[i] = static_cast<float>(in.values()[i * channels]) / 127.5F - 1;
  }
  blur_plane(plane, whole(n[0]), n[1], n[2], 1);
  return plane;
}

// A box and a colour.
Image erased(ImageU8 in, const Numbers& n) {
  erase(in, box_of(n), {n[4], n[5], n[6]});
  return in;
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
      {"invert", change(invert)},
      {"posterize", {1, posterized}},
      {"solarize", {1, solarized}},
      {"adjust_sharpness", adjustment(adjust_sharpness)},
      {"autocontrast", change(autocontrast)},
      {"equalize", change(equalize)},
      {"permute_channels", {3, with_channels}},
      {"displace", {kAnyNumbers, displaced}},
      {"blur_plane", {3, blurred_plane}},
      {"erase", {7, erased}},
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

constexpr std::string_view kOpPrefix = "op\n";

// The op's name is the first line of `text`, its parameters are the others.
Image applied_op(const std::string& text, const Request& request) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const ops::OpKind& kind = ops::op_kind(text.substr(0, end));
  const recipe::Table table = recipe::parse_toml(text.substr(end), "request");
  const auto op = kind.make(recipe::check_params(table, kind.schema, {}), {});
  const std::vector<float> draws(request.numbers.begin(), request.numbers.end());
  if (draws.size() != op->draw_names().size()) {
    throw usage_error("{} has {} draws, not {}", kind.schema.name, op->draw_names().size(),
                      draws.size());
  }
  ops::Sample sample;
  op->apply_from(request.picture, draws, {1, {}}, sample);
  return sample.image;
}

Image answer(const Request& request) {
  if (request.name.starts_with(kOpPrefix)) {
    return applied_op(request.name.substr(kOpPrefix.size()), request);
  }
  const Kernel& kernel = kernel_named(request.name);
  if (kernel.numbers != kAnyNumbers && request.numbers.size() != kernel.numbers) {
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
