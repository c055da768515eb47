#include "shard/manifest.hpp"

#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

Manifest sample_manifest() {
  Manifest manifest;
  manifest.header = sample_header();
  manifest.header.epoch = 0;
  manifest.header.shard = 0;
  manifest.header.seed = 18446744073709551615u;
  manifest.layout = sample_layout();
  manifest.encoding = "raw";
  manifest.samples = 9;
  manifest.shards_per_epoch = 2;
  manifest.shard_rows = 5;
  manifest.shards = {{0, 0, 5, 0, 11000, "00000000000000000000000000000001"},
                     {0, 1, 4, 1, 10000, "00000000000000000000000000000002"},
                     {3, 17, 5, 0, 11000, "00000000000000000000000000000003"}};
  return manifest;
}

TEST(Manifest, TellsOfMasksBoxesAndExtraLabelsWhereThereAreSome) {
  Manifest manifest = sample_manifest();
  const std::string without = to_json(manifest);
  for (const char* word : {"masks", "box_class_names", "extra_labels"}) {
    EXPECT_EQ(without.find(word), std::string::npos) << word;
  }
  manifest.layout = marked_layout();
  const std::string json = to_json(manifest);
  const Layout back = parse_manifest(json, "manifest.json").layout;
  EXPECT_TRUE(back.has_masks);
  EXPECT_EQ(back.box_class_names, manifest.layout.box_class_names);
  EXPECT_EQ(back.extra_labels, manifest.layout.extra_labels);
  const Layout none = parse_manifest(without, "manifest.json").layout;
  EXPECT_FALSE(none.has_masks);
  EXPECT_TRUE(none.box_class_names.empty());
  EXPECT_TRUE(none.extra_labels.empty());
}

TEST(Manifest, IsTheTextThatThePageShows) {
  EXPECT_EQ(to_json(sample_manifest()), R"({
  "format": "epochmill-manifest",
  "format_version": 1,
  "recipe": "seed = 7\n[output]\nencoding = \"raw\"\n",
  "recipe_digest": "0123456789abcdef0123456789abcdef",
  "catalog_digest": "fedcba9876543210fedcba9876543210",
  "seed": 18446744073709551615,
  "stream_version": "philox4x32-10/1",
  "versions": "epochmill 0.1.0, libjpeg-turbo 2.1.5",
  "encoding": "raw",
  "samples": 9,
  "shard_rows": 5,
  "shards_per_epoch": 2,
  "class_names": [
    "cat",
    "",
    "Grüß",
    {
      "hex": "626164ff"
    }
  ],
  "image": {
    "height": 10,
    "width": 33,
    "channels": 3,
    "type": "u8"
  },
  "keypoints": 2,
  "keep": [
    {
      "name": "raw",
      "height": 7,
      "width": 3,
      "channels": 1,
      "type": "u8"
    },
    {
      "name": "after",
      "height": 2,
      "width": 2,
      "channels": 3,
      "type": "f32"
    }
  ],
  "draws": [
    "crop.top",
    "crop.left",
    "flip"
  ],
  "epochs": [
    {
      "epoch": 0,
      "shards": [
        {
          "shard": 0,
          "path": "epoch-0000/shard-00000.h5",
          "rows": 5,
          "bytes": 11000,
          "content_digest": "00000000000000000000000000000001"
        },
        {
          "shard": 1,
          "path": "epoch-0000/shard-00001.h5",
          "rows": 4,
          "rejected": 1,
          "bytes": 10000,
          "content_digest": "00000000000000000000000000000002"
        }
      ]
    },
    {
      "epoch": 3,
      "shards": [
        {
          "shard": 17,
          "path": "epoch-0003/shard-00017.h5",
          "rows": 5,
          "bytes": 11000,
          "content_digest": "00000000000000000000000000000003"
        }
      ]
    }
  ]
}
)");
}

TEST(Manifest, ComesBackFromItsFile) {
  const TempFolder folder;
  const Manifest written = sample_manifest();
  write_manifest(folder.path(), written);
  const std::optional<Manifest> read = read_manifest(folder.path());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->header, written.header);
  EXPECT_EQ(read->layout.image, written.layout.image);
  EXPECT_EQ(read->layout.rows, 5u);
  EXPECT_EQ(read->layout.kept[1].shape, written.layout.kept[1].shape);
  EXPECT_EQ(read->shards[2].content_digest, written.shards[2].content_digest);
  EXPECT_EQ(to_json(*read), to_json(written));
  EXPECT_EQ(names_in(folder.path()), std::vector<std::string>{"manifest.json"});
}

TEST(Manifest, TellsOfViewsWhereASampleHasSeveral) {
  Manifest manifest = sample_manifest();
  EXPECT_EQ(to_json(manifest).find("\"views\""), std::string::npos);
  manifest.views = 5;
  const std::string json = to_json(manifest);
  EXPECT_NE(json.find("\"views\": 5"), std::string::npos);
  const Manifest read = parse_manifest(json, "manifest.json");
  EXPECT_EQ(read.views, 5U);
  EXPECT_TRUE(read.layout.has_views);
}

TEST(Manifest, IsAbsentWhereThereIsNone) {
  const TempFolder folder;
  EXPECT_FALSE(read_manifest(folder.path()).has_value());
  EXPECT_FALSE(read_manifest(folder / "none").has_value());
}

TEST(Manifest, OfNothingComesBackToo) {
  Manifest empty = sample_manifest();
  empty.header.class_names.clear();
  empty.layout.kept.clear();
  empty.layout.draw_names.clear();
  empty.shards.clear();
  EXPECT_EQ(to_json(parse_manifest(to_json(empty), "m")), to_json(empty));
}

TEST(Manifest, RefusesShardsOutOfOrder) {
  Manifest manifest = sample_manifest();
  std::swap(manifest.shards[0], manifest.shards[1]);
  EXPECT_EQ(error_of([&] { to_json(manifest); }).kind(), ErrorKind::kInternal);
  manifest.shards[1] = manifest.shards[0];
  EXPECT_EQ(error_of([&] { to_json(manifest); }).kind(), ErrorKind::kInternal);
}

TEST(Manifest, EachBadFieldIsNamed) {
  const std::string good = to_json(sample_manifest());
  const struct {
    const char* from;
    const char* to;
    const char* named;
  } cases[] = {{"epochmill-manifest", "other", "format"},
               {"\"format_version\": 1", "\"format_version\": 2", "version 2"},
               {"\"samples\": 9", "\"samples\": -9", "samples"},
               {"\"samples\": 9", "\"samples\": 9.5", "samples"},
               {"\"samples\": 9", "\"samples\": \"9\"", "samples"},
               {"\"samples\": 9", "\"sample\": 9", "samples"},
               {"\"encoding\": \"raw\"", "\"encoding\": null", "encoding"},
               {"\"hex\": \"626164ff\"", "\"hex\": \"62616\"", "class_names"},
               {"\"hex\": \"626164ff\"", "\"hex\": \"zz\"", "class_names"},
               {"\"hex\"", "\"hax\"", "class_names"},
               {"\"height\": 10", "\"height\": 0", "image.height"},
               {"\"height\": 10", "\"height\": 99999999999", "image.height"},
               {"\"type\": \"f32\"", "\"type\": \"f64\"", "keep[1].type"},
               {"\"shard\": 17", "\"shard\": 18", "epochs[1].shards[0].path"},
               {"\"epoch\": 3", "\"epoch\": 0", "epochs[1].shards[0].path"},
               {"\"draws\": [", "\"draws\": [ 5,", "draws"}};
  for (const auto& [from, to, named] : cases) {
    std::string bad = good;
    bad.replace(bad.find(from), std::string(from).size(), to);
    const Error error = error_of([&] { parse_manifest(bad, "out/manifest.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << to << ": " << error.what();
    EXPECT_THAT(error.what(), AllOf(HasSubstr("out/manifest.json"), HasSubstr(named)));
  }
}

TEST(Manifest, TheListOfShardsIsWrittenAsAJsonLibraryDoes) {
  Manifest manifest = sample_manifest();
  manifest.shards.clear();
  for (const std::uint64_t epoch : {0U, 3U, 20000U}) {
    for (const std::uint64_t shard : {0U, 1U, 123456U}) {
      manifest.shards.push_back({epoch, shard, 16, shard % 2, 4096, "00ff"});
    }
  }
  manifest.shards[1].content_digest = "\"\\\n\x01\x7f";
  manifest.shards[2].content_digest = "a\xff";
  manifest.shards[3].content_digest = "\xc3\xa4";
  manifest.shards[4].content_digest = "";
  for (; !manifest.shards.empty(); manifest.shards.pop_back()) {
    const std::string text = to_json(manifest);
    EXPECT_EQ(text, nlohmann::ordered_json::parse(text).dump(2) + "\n");
    EXPECT_EQ(parse_manifest(text, "manifest.json").shards, manifest.shards);
  }
}

// Our own text is read quickly, any other by JSON's parser.
TEST(Manifest, OtherSpacesAreReadAsOurOwn) {
  const std::string text = to_json(sample_manifest());
  const auto json = nlohmann::ordered_json::parse(text);
  for (const int indent : {-1, 0, 4}) {
    const Manifest again = parse_manifest(json.dump(indent), "manifest.json");
    EXPECT_EQ(to_json(again), text) << indent;
  }
}

TEST(Manifest, WhatIsNotAManifestIsBadInput) {
  const std::string good = to_json(sample_manifest());
  for (const std::string& text :
       {std::string(), std::string("[]"), std::string("null"), std::string("{}"),
        std::string("\xff\xfe"), good.substr(0, good.size() / 2), good + good,
        std::string(100000, '[')}) {
    const Error error = error_of([&] { parse_manifest(text, "out/manifest.json"); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), HasSubstr("out/manifest.json"));
  }
}

}  // namespace
}  // namespace epochmill::shard
