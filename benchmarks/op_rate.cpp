// How many pictures a second one op makes on one thread: see peers/ops.py.
//
//   op_rate PICTURES HEIGHT WIDTH SECONDS OP PARAMS
//
// PICTURES is a file of 8-bit RGB pictures of HEIGHT x WIDTH, one behind the other, which take
// turns; PARAMS are TOML lines. Every picture gets draws of its own, which are part of the time.
// Prints pictures per second of processor time.
#include <ctime>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "ops/ops.hpp"

namespace epochmill::ops {
namespace {

std::vector<image::Image> read_pictures(const std::string& path, int height, int width) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::vector<image::Image> pictures;
  std::size_t place = 0;
  while (true) {
    image::ImageU8 picture(height, width, 3);
    if (place + picture.values().size() > bytes.size()) break;
    for (std::uint8_t& value : picture.values()) value = static_cast<std::uint8_t>(bytes[place++]);
    pictures.emplace_back(std::move(picture));
  }
  if (!pictures.empty()) return pictures;
  throw input_error("{} holds no picture of {}x{}; give a file of RGB bytes", path, height, width);
}

double processor_s() {
  std::timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double rate(const Op& op, int views, const std::vector<image::Image>& pictures, double seconds) {
  const streams::CanonicalGrid grid(64, 16);
  std::vector<float> draws(op.draw_names().size());
  std::uint64_t made = 0;
  const double start = processor_s();
  double now = start;
  for (; now < start + seconds; now = processor_s()) {
    for (int turn = 0; turn < 16; ++turn, ++made) {
      const image::Image& picture = pictures[made % pictures.size()];
      const streams::Stream stream(20261129, grid.address(0, made, 4));
      op.draw(stream, shape_of(picture), draws);
      for (int view = 0; view < views; ++view) {
        Sample sample;
        if (views > 1) draws[0] = static_cast<float>(view);
        op.apply_from(picture, draws, stream, sample);
        // The result is used, as far as the compiler knows.
        asm volatile("" : : "r"(&sample) : "memory");
      }
    }
  }
  return static_cast<double>(made) / (now - start);
}

void print_rate(char** argv) {
  const int height = std::stoi(argv[2]);
  const int width = std::stoi(argv[3]);
  const auto pictures = read_pictures(argv[1], height, width);
  const OpKind& kind = op_kind(argv[5]);
  const recipe::Table table = recipe::parse_toml(argv[6], "command line");
  const recipe::Params params = recipe::check_params(table, kind.schema, {});
  const int views = kind.views != nullptr ? kind.views(params) : 1;
  const auto op = kind.make(params, {});
  std::printf("%.2f\n", rate(*op, views, pictures, std::stod(argv[4])));
}

}  // namespace
}  // namespace epochmill::ops

int main(int argc, char** argv) {
  try {
    if (argc != 7) {
      throw epochmill::usage_error("usage: op_rate PICTURES HEIGHT WIDTH SECONDS OP PARAMS");
    }
    epochmill::ops::print_rate(argv);
    return 0;
  } catch (const epochmill::Error& error) {
    std::fprintf(stderr, "op_rate: %s\n", error.what());
    return epochmill::exit_code(error.kind());
  }
}
