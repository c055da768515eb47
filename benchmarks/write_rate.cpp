// write_rate FOLDER [ROWS]: how fast rows of 224 x 224 x 3 bytes become a shard in FOLDER, with
// their digests, sync, read-back and rename, and how fast the same bytes go there by pwrite and
// sync alone.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "base/stopwatch.hpp"
#include "shard/writer.hpp"

namespace {

using namespace epochmill;

constexpr std::size_t kRowBytes = 224 * 224 * 3;
constexpr int kRounds = 7;

// Some different rows, so that they do not all stay in the nearest cache.
std::vector<Bytes> some_rows() {
  std::vector<Bytes> rows(64, Bytes(kRowBytes));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < kRowBytes; ++i) {
      rows[r][i] = static_cast<std::uint8_t>((i * 31 + r) >> 3);
    }
  }
  return rows;
}

// Seconds since the last lap go to the step's list.
class Laps {
 public:
  void lap(const char* step) {
    seconds_[step].push_back(clock_.elapsed_s());
    clock_ = Stopwatch();
  }
  double median_s(const char* step) {
    std::vector<double>& all = seconds_.at(step);
    std::sort(all.begin(), all.end());
    return all[all.size() / 2];
  }

 private:
  Stopwatch clock_;
  std::map<std::string, std::vector<double>> seconds_;
};

void write_shard(const std::filesystem::path& path, const std::vector<Bytes>& rows,
                 std::uint64_t count, Laps& laps) {
  shard::Layout layout;
  layout.rows = count;
  layout.image = {224, 224, 3, image::PixelType::kU8};
  layout.key_bytes = 16;
  layout.draw_names = {"redraw"};
  const std::vector<float> draws = {0.0F};
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  laps.lap("idle");
  shard::Writer writer(path, {}, layout);
  laps.lap("reserve");
  for (std::uint64_t row = 0; row < count; ++row) {
    shard::RowView view;
    view.image = rows[row % rows.size()];
    view.draws = draws;
    view.key = "key";
    view.sample = row;
    writer.write_row(row, view);
  }
  laps.lap("write rows");
  writer.finish(order);
  laps.lap("finish");
  for (std::uint64_t row = 0; row < count; ++row) writer.check_row(row);
  laps.lap("check rows");
  writer.publish();
  laps.lap("publish");
}

void write_plainly(const std::filesystem::path& path, const std::vector<Bytes>& rows,
                   std::uint64_t count, Laps& laps) {
  laps.lap("idle");
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0666);
  for (std::uint64_t row = 0; row < count; ++row) {
    const ssize_t written = ::pwrite(file, rows[row % rows.size()].data(), kRowBytes,
                                     static_cast<off_t>(row * kRowBytes));
    if (written != static_cast<ssize_t>(kRowBytes)) std::exit(74);
  }
  laps.lap("pwrite");
  if (::fsync(file) != 0 || ::close(file) != 0) std::exit(74);
  laps.lap("fsync");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "usage: write_rate FOLDER [ROWS]\n");
    return 64;
  }
  const std::filesystem::path folder = argv[1];
  const auto count = static_cast<std::uint64_t>(argc > 2 ? std::atoll(argv[2]) : 1024);
  const std::vector<Bytes> rows = some_rows();
  Laps laps;
  for (int round = 0; round < kRounds; ++round) {
    write_plainly(folder / "write_rate.bin", rows, count, laps);
    std::filesystem::remove(folder / "write_rate.bin");
    write_shard(folder / "write_rate.h5", rows, count, laps);
    std::filesystem::remove(folder / "write_rate.h5");
  }
  const auto us = [&](const char* step) {
    return laps.median_s(step) / static_cast<double>(count) * 1e6;
  };
  double shard_us = 0;
  for (const char* step : {"reserve", "write rows", "finish", "check rows", "publish"}) {
    fmt::print("{:<12} {:7.1f} us a row\n", step, us(step));
    shard_us += us(step);
  }
  const double plain_us = us("pwrite") + us("fsync");
  fmt::print("shard        {:7.1f} us a row\n", shard_us);
  fmt::print("pwrite       {:7.1f} us a row, and {:.1f} for its sync\n", us("pwrite"), us("fsync"));
  fmt::print(
      "ratios       {:.2f} x pwrite for the rows with their digests, {:.2f} x with all steps\n",
      us("pwrite") / (us("reserve") + us("write rows")), plain_us / shard_us);
  return 0;
}
