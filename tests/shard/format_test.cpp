#include "shard/format.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace epochmill::shard {
namespace {

TEST(ShardPath, HasFixedDigitsAndMoreWhenNeeded) {
  EXPECT_EQ(shard_path("out", 3, 17), "out/epoch-0003/shard-00017.h5");
  EXPECT_EQ(shard_path("out", 12345, 1234567), "out/epoch-12345/shard-1234567.h5");
  EXPECT_EQ(epoch_folder("/a/b", 0), "/a/b/epoch-0000");
}

TEST(ShardPath, IsReadBack) {
  for (const std::uint64_t number :
       {std::uint64_t{0}, std::uint64_t{9999}, std::uint64_t{10000}, std::uint64_t{100000},
        std::numeric_limits<std::uint64_t>::max()}) {
    std::uint64_t epoch = 1;
    std::uint64_t shard = 1;
    EXPECT_TRUE(parse_epoch_folder(epoch_folder("", number).string(), &epoch));
    EXPECT_TRUE(parse_shard_name(shard_path("", 0, number).filename().string(), &shard));
    EXPECT_EQ(epoch, number);
    EXPECT_EQ(shard, number);
  }
}

TEST(ShardPath, OtherNamesAreNotRead) {
  std::uint64_t number = 42;
  for (const char* name :
       {"", "epoch-", "epoch-1", "epoch-00001", "epoch-0001x", "epoch--001", "epoch-+001",
        "epoch- 001", "Epoch-0001", "epoch-0001/", "epoch-99999999999999999999"}) {
    EXPECT_FALSE(parse_epoch_folder(name, &number)) << name;
  }
  for (const char* name :
       {"", "shard-00001", "shard-1.h5", "shard-000001.h5", "shard-00001.h5.tmp",
        ".shard-00001.h5.tmp.host.1.0", "shard-0000a.h5", "shard-99999999999999999999.h5"}) {
    EXPECT_FALSE(parse_shard_name(name, &number)) << name;
  }
  EXPECT_EQ(number, 42u);
}

}  // namespace
}  // namespace epochmill::shard
