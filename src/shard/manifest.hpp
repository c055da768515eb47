// OUT/manifest.json: what the output holds, with nothing in it that varies between runs. Written
// last.
//
//   format "epochmill-manifest", format_version 1, recipe, recipe_digest, catalog_digest, seed,
//   stream_version, versions, encoding, samples, shard_rows, shards_per_epoch, class_names [text],
//   image {height, width, channels, type}, keypoints (K), keep [{name, height, width, channels,
//   type}], draws [column name], epochs [{epoch, shards [{shard, path, rows, rejected (samples
//   without a row; absent when there is none), bytes, content_digest}]}]; between draws and epochs,
//   where the source has them: box_class_names [text], masks (true), extra_labels [{name,
//   class_names [text]}]; after shard_rows, which counts samples, where each has several rows:
//   views
//
// `path` is relative to OUT. A text that is not UTF-8, which JSON cannot hold (a class may be named
// by any bytes), is
// {"hex": "6261ff"}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shard/format.hpp"
#include "shard/writer.hpp"

namespace epochmill::shard {

struct Manifest {
  Header header;              // epoch and shard are not used
  Layout layout;              // of a full shard: rows is shard_rows; key_bytes is not used
  std::string encoding;       // "raw"
  std::uint64_t samples = 0;  // of the catalog
  std::uint64_t shards_per_epoch = 0;
  std::uint64_t shard_rows = 0;  // samples of a full shard
  std::uint64_t views = 1;       // rows of each sample
  std::vector<Summary> shards;   // sorted by epoch, then shard
};

// Keys in a fixed order, two spaces of indent, newline at the end. Throws `internal` when the
// shards are not sorted.
std::string to_json(const Manifest& manifest);
// `path` is for messages. Throws `input`.
Manifest parse_manifest(std::string_view json, const std::filesystem::path& path);

// By temp name, fsync, rename.
void write_manifest(const std::filesystem::path& out, const Manifest& manifest);
// Absent when there is no manifest.json in `out`. Throws `input` when it cannot be understood.
std::optional<Manifest> read_manifest(const std::filesystem::path& out);

}  // namespace epochmill::shard
