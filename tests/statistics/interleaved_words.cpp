// Writes the interleaved words of a coordinate's neighbours, or of streams with a known fault, to
// standard output, for a battery of tests to read:
//
//   interleaved_words list                 the coordinates: name, lanes, grains, neighbours
//   interleaved_words faults               the faults, likewise
//   interleaved_words version              of epochmill and of its streams
//   interleaved_words NAME GRAIN SEED      words in the machine's byte order, without end: the
//   reader
//                                          leaves when it has enough
//
// GRAIN is how many words of one lane stand in a row. A fault knows no seed. Exit codes: 64 for a
// wrong call, 74 when writing failed.
#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <span>
#include <string_view>

#include "streams/coordinates.hpp"
#include "streams/faulty_streams.hpp"
#include "streams/interleave.hpp"

namespace epochmill::streams {
namespace {

constexpr int kUsage = 64;
constexpr int kIoFailed = 74;
constexpr std::uint32_t kLanes = 64;

void print(const char* name, std::uint32_t lanes, const char* meaning) {
  std::printf("%s\t%u\t%s\t%s\n", name, lanes, lanes == 1 ? "1" : "1,4,64", meaning);
}

std::uint32_t lanes_of(const Coordinate& row) { return std::min(row.max_lanes, kLanes); }

int write_words(Interleaver words) {
  std::signal(SIGPIPE, SIG_DFL);  // whoever started this may ignore it
  for (;;) {
    const auto page = words.next_page();
    if (std::fwrite(page.data(), sizeof(std::uint32_t), page.size(), stdout) != page.size()) {
      std::perror("interleaved_words: standard output");
      return kIoFailed;
    }
  }
}

int usage() {
  std::fprintf(stderr,
               "usage: interleaved_words list | faults | version | NAME GRAIN SEED\n"
               "NAME as in `list` or `faults`, GRAIN 1, 4 or 64, SEED an integer in [0, 2^64)\n");
  return kUsage;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

int write_named(std::string_view name, std::string_view grain_text, std::string_view seed_text) {
  const auto seed = number(seed_text);
  const auto wanted = number(grain_text);
  if (!seed || (wanted != 1 && wanted != 4 && wanted != 64)) return usage();
  const auto grain = static_cast<std::uint32_t>(*wanted);
  for (const Coordinate& row : kCoordinates) {
    if (name != row.name) continue;
    return write_words({lane_fill(row, *seed), {.lanes = lanes_of(row), .grain = grain}});
  }
  for (const Fault& row : kFaults) {
    if (name == row.name) return write_words({row.fill, {.lanes = kLanes, .grain = grain}});
  }
  return usage();
}

int run(std::span<char*> arguments) {
  if (arguments.size() == 4) return write_named(arguments[1], arguments[2], arguments[3]);
  const std::string_view command = arguments.size() == 2 ? arguments[1] : "";
  if (command == "list") {
    for (const Coordinate& row : kCoordinates) print(row.name, lanes_of(row), row.neighbours);
  } else if (command == "faults") {
    for (const Fault& row : kFaults) print(row.name, kLanes, row.meaning);
  } else if (command == "version") {
    std::printf("epochmill %s, streams %s\n", EPOCHMILL_VERSION, kStreamVersion);
  } else {
    return usage();
  }
  return EXIT_SUCCESS;
}

}  // namespace
}  // namespace epochmill::streams

int main(int argc, char** argv) {
  return epochmill::streams::run({argv, static_cast<std::size_t>(argc)});
}
