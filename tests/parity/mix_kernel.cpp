// Applies the kernels of mixing ops to two pictures from standard input, so that another library
// can be compared with it: see mix_parity.py.
//
// All numbers are little-endian. Request: u32 op (0: mixup, 1: cutmix), bytes per value (1 or 4),
// height, width, channels; 4 f32 (mixup: the weight; cutmix: top, left, height, width); the own
// picture's values and the partner's. Answer: f32 weight, and the picture's values. Ends at the end
// of the input.
#include <array>
#include <cstdio>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "ops/ops.hpp"
#include "ops/partner_draws.hpp"

namespace epochmill::ops {
namespace {

enum Mixer : std::uint32_t { kMixup, kCutmix };

// False at the end of the input.
bool read(void* to, std::size_t size) { return std::fread(to, 1, size, stdin) == size; }

void read_whole(void* to, std::size_t size) {
  if (!read(to, size)) throw io_error("the request ends early: {} bytes more were expected", size);
}

void write(const void* from, std::size_t size) {
  if (std::fwrite(from, 1, size, stdout) != size) throw io_error("cannot write the answer");
}

image::Image read_picture(const std::array<std::uint32_t, 4>& request) {
  const auto side = [&](std::size_t i) { return checked_cast<int>(request[i]); };
  const auto read_into = [](auto raster) -> image::Image {
    read_whole(raster.values().data(), raster.values().size() * sizeof(raster.values()[0]));
    return raster;
  };
  if (request[0] == 1) return read_into(image::ImageU8(side(1), side(2), side(3)));
  return read_into(image::ImageF32(side(1), side(2), side(3)));
}

std::unique_ptr<Op> mixer(Mixer which) {
  const OpKind& kind = op_kind(which == kMixup ? "mixup" : "cutmix");
  const recipe::Table none = recipe::parse_toml("", "none");
  return kind.make(recipe::check_params(none, kind.schema, {}), {.samples = 2});
}

void serve() {
  std::uint32_t which = 0;
  while (read(&which, sizeof which)) {
    std::array<std::uint32_t, 4> shape;
    std::array<float, 4> numbers;
    read_whole(shape.data(), sizeof shape);
    read_whole(numbers.data(), sizeof numbers);
    Sample sample{.image = read_picture(shape)};
    sample.partners = {{.image = read_picture(shape)}};
    std::vector<float> draws = {0, 1};
    draws.insert(draws.end(), numbers.begin(), numbers.begin() + (which == kMixup ? 1 : 4));
    const streams::Stream stream(0, {.sample = 0, .op = 0});
    mixer(static_cast<Mixer>(which))->apply(draws, stream, sample);
    write(&sample.mix.weight, sizeof sample.mix.weight);
    const ByteView pixels = pixel_bytes(sample.image);
    write(pixels.data(), pixels.size());
    if (std::fflush(stdout) != 0) throw io_error("cannot write the answer");
  }
}

}  // namespace
}  // namespace epochmill::ops

int main() {
  try {
    epochmill::ops::serve();
    return 0;
  } catch (const epochmill::Error& error) {
    std::fprintf(stderr, "mix_kernel: %s\n", error.what());
    return epochmill::exit_code(error.kind());
  }
}
