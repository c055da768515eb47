// Ten thousand flipped bits, one at a time, all over the shards of an output: each is found, or is
// in a byte that no reader looks at, which is zero.
#include <gmock/gmock.h>

#include <fstream>
#include <set>

#include "capi/file.hpp"
#include "run/output_folder.hpp"
#include "shard/reader.hpp"
#include "streams/distributions.hpp"
#include "verify/digests.hpp"
#include "verify/milled.hpp"

namespace epochmill::verify {
namespace {

namespace fs = std::filesystem;

constexpr int kFlipsOfEach = 2500;

class Flipper {
 public:
  explicit Flipper(const fs::path& path) : file_(capi::File::open_write(path)) {}
  std::uint8_t at(std::uint64_t offset) const {
    Bytes byte(1);
    file_.read_at(byte, offset);
    return byte[0];
  }
  void flip(std::uint64_t offset, int bit) const {
    const Bytes byte = {static_cast<std::uint8_t>(at(offset) ^ (1U << bit))};
    file_.write_at(byte, offset);
  }

 private:
  capi::File file_;
};

bool is_found(const Milled& milled) {
  const Findings findings = check_digests(milled.out(), milled.workshop().plan(),
                                          milled.workshop().catalog(), 1, ignore_rows);
  EXPECT_EQ(findings.is_clean(), findings.damaged.empty());
  return !findings.is_clean();
}

void expect_every_flip_found(const std::string& encoding) {
  Milled milled(noise_photos(4), {.ops = kResizedCrop, .encoding = encoding});
  milled.run({0});
  const fs::path path = shard::shard_path(milled.out(), 0, 0);
  const std::uint64_t bits = 8 * fs::file_size(path);
  const Flipper flipper(path);
  const streams::Stream places(7, {.op = streams::kSelfTestOp});
  std::set<std::uint64_t> unused;
  for (streams::DrawNumber i = 0; i < kFlipsOfEach; ++i) {
    const auto place = static_cast<std::uint64_t>(
        streams::integer_between(places, i, 0, static_cast<std::int64_t>(bits)));
    const std::uint64_t offset = place / 8;
    const int bit = static_cast<int>(place % 8);
    flipper.flip(offset, bit);
    const bool found = is_found(milled);
    flipper.flip(offset, bit);
    if (found) continue;
    unused.insert(offset);
    EXPECT_EQ(flipper.at(offset), 0) << encoding << ": bit " << bit << " of byte " << offset;
  }
  EXPECT_FALSE(is_found(milled));
  // Gaps before pages: far less than half of this small file would be a check of nothing.
  EXPECT_LT(unused.size(), kFlipsOfEach * 3 / 4) << encoding;
}

TEST(BitRot, OfARawShardIsFound) { expect_every_flip_found("raw"); }
TEST(BitRot, OfAShardOfJpegsIsFound) { expect_every_flip_found("jpeg"); }
TEST(BitRot, OfAShardOfPngsIsFound) { expect_every_flip_found("png"); }
TEST(BitRot, OfADeflatedShardIsFound) { expect_every_flip_found("gzip"); }

}  // namespace
}  // namespace epochmill::verify
