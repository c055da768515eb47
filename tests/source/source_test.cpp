#include "source/source.hpp"

#include <gmock/gmock.h>

#include <set>

#include "listing.hpp"
#include "source/picture_params.hpp"

namespace epochmill::source {
namespace {

TEST(SourceTable, HasDifferentNamesThatAreFound) {
  std::set<std::string> names;
  for (const SourceKind& kind : source_kinds()) {
    EXPECT_TRUE(names.insert(kind.schema.name).second);
    EXPECT_EQ(&source_kind(kind.schema.name), &kind);
    EXPECT_FALSE(kind.schema.summary.empty());
  }
  EXPECT_THAT(names, ::testing::IsSupersetOf(
                         {"folder", "csv", "tar", "idx", "cifar", "hdf5", "synthetic"}));
  message_of(ErrorKind::kInternal, [] { source_kind("tape"); });
}

TEST(SourceTable, HasTheDecodersParametersInEveryRow) {
  for (const SourceKind& kind : source_kinds()) {
    const recipe::Params params = params_of(kind.schema.name, "/data");
    if (has_path(kind.schema.name)) {
      EXPECT_EQ(params.text(kPath), "/data");
    }
    EXPECT_TRUE(params.flag(kExif));
    EXPECT_THAT(params.integers(kBackground), ::testing::ElementsAre(0, 0, 0));
    EXPECT_EQ(params.integer(kMaxPixels), std::int64_t{1} << 28);
  }
}

TEST(SourceTable, KeepsLocationsOutOfTheCanonicalText) {
  for (const SourceKind& kind : source_kinds()) {
    EXPECT_THAT(params_of(kind.schema.name, "/data").canonical_text(),
                ::testing::Not(::testing::HasSubstr("/data")));
  }
  EXPECT_THAT(params_of("csv", "/data/t.csv", "root = '/pictures'").canonical_text(),
              ::testing::Not(::testing::HasSubstr("/pictures")));
}

TEST(SourceTable, RefusesAnUnreadableListForEveryRow) {
  for (const SourceKind& kind : source_kinds()) {
    if (!has_path(kind.schema.name)) continue;
    message_of(ErrorKind::kInput,
               [&] { kind.list(params_of(kind.schema.name, "/nonexistent/path"), 1); });
  }
}

}  // namespace
}  // namespace epochmill::source
