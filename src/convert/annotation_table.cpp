#include "convert/annotation_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "convert/names.hpp"

namespace epochmill::convert {
namespace {

using Fields = std::vector<std::string>;

// RFC 4180.
std::string field_of(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string field = "\"";
  for (const char c : text) field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

std::string name_of(const std::vector<std::string>& names, std::int64_t label) {
  return field_of(escaped(names.at(static_cast<std::size_t>(label)), NameUse::kText));
}

std::string line_of(const Fields& fields) { return fmt::format("{}\n", fmt::join(fields, ",")); }

void append_mix_columns(int partners, Fields& columns) {
  if (partners == 1) columns.insert(columns.end(), {"mix_label", "mix_weight", "mix_partner"});
  for (int i = 1; partners > 1 && i <= partners; ++i) {
    columns.push_back(fmt::format("mix_partner_{}", i));
  }
}

Fields columns_of(const run::Workshop& workshop) {
  const source::Catalog& catalog = workshop.catalog();
  Fields columns = {"image", "label"};
  if (catalog.has_masks()) columns.emplace_back("mask");
  for (const LabelSet& set : catalog.extra_labels()) {
    columns.push_back(field_of("extra_label_" + escaped(set.name, NameUse::kText)));
  }
  append_mix_columns(workshop.plan().chain().partners(), columns);
  for (int k = 0; k < catalog.keypoint_traits().count; ++k) {
    for (const char axis : {'x', 'y', 'v'}) columns.push_back(fmt::format("point_{}_{}", k, axis));
  }
  if (!catalog.box_class_names().empty()) {
    columns.insert(columns.end(), {"x0", "y0", "x1", "y1", "box_label"});
  }
  return columns;
}

void append_mix(const source::Catalog& catalog, const shard::Reader& reader, std::uint64_t row,
                Fields& fields) {
  if (reader.layout().has_mixed_labels()) {
    fields.push_back(name_of(catalog.class_names(), reader.mix_label(row)));
    fields.push_back(fmt::to_string(reader.mix_weight(row)));
  }
  for (const std::uint64_t partner : reader.mix_partners(row)) {
    fields.push_back(fmt::to_string(partner));
  }
}

// A point that was never labelled stays at (0, 0), and is the only one there that is not visible.
void append_points(const shard::Reader& reader, std::uint64_t row, Fields& fields) {
  const auto places = reader.keypoints(row);
  const auto visible = reader.keypoint_visible(row);
  for (std::size_t k = 0; k < visible.size(); ++k) {
    const float x = places[2 * k];
    const float y = places[2 * k + 1];
    const bool is_labelled = visible[k] != 0 || x != 0 || y != 0;
    fields.insert(fields.end(), {fmt::to_string(x), fmt::to_string(y), is_labelled ? "1" : "0"});
  }
}

}  // namespace

AnnotationTable::AnnotationTable(const std::filesystem::path& final_path,
                                 const run::Workshop& workshop)
    : catalog_(workshop.catalog()), file_(final_path) {
  file_.append(as_bytes(line_of(columns_of(workshop))));
}

bool AnnotationTable::is_needed(const run::Workshop& workshop) {
  const source::Catalog& catalog = workshop.catalog();
  return workshop.plan().chain().partners() > 0 || catalog.has_masks() ||
         !catalog.extra_labels().empty() || !catalog.box_class_names().empty() ||
         catalog.keypoint_traits().count > 0;
}

std::string AnnotationTable::lines_of(const Rows& rows, std::uint64_t row, const std::string& image,
                                      const std::string& mask) const {
  const shard::Reader& reader = rows.reader();
  Fields fields = {field_of(image), name_of(catalog_.class_names(), rows.label(row))};
  if (catalog_.has_masks()) fields.push_back(field_of(mask));
  for (std::size_t set = 0; set < catalog_.extra_labels().size(); ++set) {
    fields.push_back(
        name_of(catalog_.extra_labels()[set].class_names, reader.extra_label(row, set)));
  }
  append_mix(catalog_, reader, row, fields);
  append_points(reader, row, fields);
  if (catalog_.box_class_names().empty()) return line_of(fields);
  const std::size_t of_sample = fields.size();
  std::string lines;
  for (const image::ObjectBox& box : reader.boxes(row)) {
    if (!(box.x0 < box.x1) || !(box.y0 < box.y1)) continue;
    fields.resize(of_sample);
    for (const float side : {box.x0, box.y0, box.x1, box.y1}) {
      fields.push_back(fmt::to_string(side));
    }
    fields.push_back(name_of(catalog_.box_class_names(), box.label));
    lines += line_of(fields);
  }
  fields.resize(of_sample);
  fields.resize(of_sample + 5);  // empty fields: no object
  return lines.empty() ? line_of(fields) : lines;
}

void AnnotationTable::add(std::uint64_t shard, const std::string& lines) {
  queue_.put(shard, {Bytes(lines.begin(), lines.end())});
}

}  // namespace epochmill::convert
