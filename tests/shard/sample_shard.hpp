// A small shard with something of everything, and ways to write it, for the tests of this room.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "error_of.hpp"
#include "shard/format.hpp"
#include "shard/writer.hpp"

namespace epochmill::shard {

// Owns what a RowView shows.
struct SampleRow {
  Bytes image;
  std::vector<Bytes> kept;
  std::vector<image::Keypoint> keypoints;
  std::vector<float> draws;
  std::string key;
  std::uint64_t sample = 0;
  std::int64_t label = 0;
  Bytes mask;
  std::vector<image::ObjectBox> boxes;
  std::vector<std::int64_t> extra_labels;
  std::vector<std::uint64_t> mix_partners;
  std::int64_t mix_label = 0;
  float mix_weight = 1;

  RowView view() const;
};

Header sample_header();
// u8 pictures, two kept pictures (one of them f32), two keypoints, three draws.
Layout sample_layout();
// f32 pictures and nothing that can be left out.
Layout bare_layout();

// As sample_layout(), with masks, boxes and two sets of extra labels. `boxes` is the number in all
// rows.
Layout marked_layout();
// As sample_layout(), with `partners` samples mixed into each row.
Layout mixed_layout(std::uint64_t partners);
// marked_layout() of every kind of storage, without f32 pictures.
std::vector<Layout> marked_layouts();

// As sample_layout() in short, its pictures as files of different sizes, and deflated.
Layout files_layout();
Layout deflated_layout();

// Differs in every field from every other row of `layout`. The first key is empty, the last of full
// length.
SampleRow sample_row(const Layout& layout, std::uint64_t row);

// The rows backwards.
std::vector<std::uint32_t> sample_order(const Layout& layout);

void write_all_rows(Writer& writer, const Layout& layout);
Summary write_sample(const std::filesystem::path& path, const Header& header, const Layout& layout);

std::vector<std::string> names_in(const std::filesystem::path& folder);

}  // namespace epochmill::shard
