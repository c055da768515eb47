#include "shard/sample_shard.hpp"

#include <algorithm>
#include <cstring>

#include "capi/deflate.hpp"

namespace epochmill::shard {
namespace {

// Any bytes are a picture; as f32 they must only not be NaN, which compares unequal to itself.
Bytes picture(const image::Shape& shape, std::uint64_t seed) {
  Bytes bytes(shape.size_bytes());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<std::uint8_t>((seed * 131 + i * 7 + i / 251) % 120);
  }
  return bytes;
}

// As it is stored.
Bytes mask(const Layout& layout, std::uint64_t row) {
  const image::Shape shape = {layout.image.height, layout.image.width, 1, image::PixelType::kU8};
  Bytes made = picture(shape, row + 90);
  if (layout.storage.kind == StorageKind::kFiles) made.resize(3 + 11 * (row % 4));
  if (layout.storage.kind == StorageKind::kDeflated) made = capi::compress_zlib(made, 4);
  return made;
}

}  // namespace

RowView SampleRow::view() const {
  return {.image = image,
          .kept = {kept.begin(), kept.end()},
          .keypoints = keypoints,
          .draws = draws,
          .key = key,
          .sample = sample,
          .label = label,
          .mask = mask,
          .boxes = boxes,
          .extra_labels = extra_labels,
          .mix_partners = mix_partners,
          .mix_label = mix_label,
          .mix_weight = mix_weight};
}

Header sample_header() {
  return {"seed = 7\n[output]\nencoding = \"raw\"\n",
          "0123456789abcdef0123456789abcdef",
          "fedcba9876543210fedcba9876543210",
          7,
          3,
          17,
          {"cat", "", "Gr\xc3\xbc\xc3\x9f", "bad\xff"},
          "philox4x32-10/1",
          "epochmill 0.1.0, libjpeg-turbo 2.1.5"};
}

Layout sample_layout() {
  return {
      5,  {10, 33, 3, image::PixelType::kU8},
      2,  {{"raw", {7, 3, 1, image::PixelType::kU8}}, {"after", {2, 2, 3, image::PixelType::kF32}}},
      11, {"crop.top", "crop.left", "flip"}};
}

Layout bare_layout() { return {3, {4, 5, 1, image::PixelType::kF32}, 0, {}, 1, {}}; }

Layout marked_layout() {
  Layout layout = sample_layout();
  layout.has_masks = true;
  layout.box_class_names = {"bus", "", "bad\xff"};
  layout.extra_labels = {{"colour", {"red", "green"}}, {"year", {"1999"}}};
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    layout.boxes += sample_row(layout, row).boxes.size();
  }
  return layout;
}

Layout mixed_layout(std::uint64_t partners) {
  Layout layout = sample_layout();
  layout.mix_partners = partners;
  return layout;
}

std::vector<Layout> marked_layouts() {
  std::vector<Layout> layouts(3, marked_layout());
  for (Layout& layout : layouts) layout.kept.pop_back();
  layouts[1].storage = files_layout().storage;
  layouts[2].storage = deflated_layout().storage;
  return layouts;
}

Layout files_layout() {
  Layout layout = sample_layout();
  layout.kept = {{"x_bytes", {7, 3, 1, image::PixelType::kU8}}};
  layout.storage = {StorageKind::kFiles, 1, "jpeg"};
  return layout;
}

Layout deflated_layout() {
  Layout layout = files_layout();
  layout.storage = {StorageKind::kDeflated, 4, ""};
  return layout;
}

SampleRow sample_row(const Layout& layout, std::uint64_t row) {
  SampleRow made;
  made.image = picture(layout.image, row + 1);
  for (const KeptLayout& kept : layout.kept) {
    made.kept.push_back(picture(kept.shape, row + 50 + made.kept.size()));
  }
  if (layout.storage.kind == StorageKind::kFiles) {
    made.image.resize(1 + 37 * ((row + 3) % layout.rows));
  }
  if (layout.storage.kind == StorageKind::kDeflated) {
    made.image = capi::compress_zlib(made.image, 4);
    for (Bytes& kept : made.kept) kept = capi::compress_zlib(kept, 4);
  }
  const auto x = static_cast<float>(row);
  for (std::uint64_t k = 0; k < layout.keypoints; ++k) {
    made.keypoints.push_back({x + 0.25f, -x - static_cast<float>(k), true, (row + k) % 2 == 0});
  }
  for (std::size_t d = 0; d < layout.draw_names.size(); ++d) {
    made.draws.push_back(x / 3 + static_cast<float>(d));
  }
  if (layout.has_masks) made.mask = mask(layout, row);
  // None in the first row and in every third.
  const std::uint64_t boxes = layout.box_class_names.empty() ? 0 : row % 3;
  for (std::uint64_t b = 0; b < boxes; ++b) {
    const auto edge = static_cast<float>(b) + x / 7;
    made.boxes.push_back({edge, edge + 1, edge + 2, edge + 3, static_cast<std::int64_t>(b + row)});
  }
  for (std::size_t set = 0; set < layout.extra_labels.size(); ++set) {
    made.extra_labels.push_back(static_cast<std::int64_t>(10 * set + row));
  }
  for (std::uint64_t i = 0; i < layout.mix_partners; ++i) {
    made.mix_partners.push_back((std::uint64_t{1} << 39) + 7 * row + i);
  }
  if (layout.has_mixed_labels()) {
    made.mix_label = static_cast<std::int64_t>(row) + 40;
    made.mix_weight = 1 / (x + 3);
  }
  made.key = std::string(row * layout.key_bytes / layout.rows, 'k');
  if (row + 1 == layout.rows) made.key = std::string(layout.key_bytes, 'z');
  made.sample = 1000000007 * (row + 1);
  made.label = static_cast<std::int64_t>(row) - 1;
  return made;
}

std::vector<std::uint32_t> sample_order(const Layout& layout) {
  std::vector<std::uint32_t> order;
  for (std::uint64_t row = layout.rows; row > 0; --row) {
    order.push_back(static_cast<std::uint32_t>(row - 1));
  }
  return order;
}

void write_all_rows(Writer& writer, const Layout& layout) {
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    writer.write_row(row, sample_row(layout, row).view());
  }
}

Summary write_sample(const std::filesystem::path& path, const Header& header,
                     const Layout& layout) {
  Writer writer(path, header, layout);
  write_all_rows(writer, layout);
  writer.finish(sample_order(layout));
  return writer.publish();
}

std::vector<std::string> names_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace epochmill::shard
