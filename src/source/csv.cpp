#include "source/csv.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/bad_rows.hpp"
#include "source/csv_columns.hpp"
#include "source/csv_header.hpp"
#include "source/csv_paths.hpp"
#include "source/csv_reader.hpp"
#include "source/csv_rows.hpp"
#include "source/csv_schema.hpp"
#include "source/file_source.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

fs::path root_of(const recipe::Params& params) {
  if (params.has(kRoot)) return params.text(kRoot);
  const fs::path folder = fs::path(params.text(kPath)).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

char delimiter_of(const recipe::Params& params) {
  const std::string& text = params.text(kDelimiter);
  const bool is_fit = text.size() == 1 && static_cast<unsigned char>(text[0]) < 0x80 &&
                      std::string_view("\"\r\n\0", 4).find(text[0]) == std::string_view::npos;
  if (is_fit) return text[0];
  throw usage_error(
      "{}: `delimiter` is {}; expected one ASCII character that is no quote or line end",
      params.where(kDelimiter).text(), shown(text));
}

void refuse_linked_out(const fs::path& root, const Rows& rows, std::string Listed::*member,
                       int threads, BadRows& bad) {
  for (const std::size_t i : find_linked_out(root, rows.samples, threads, member)) {
    bad.add(rows.lines[i], fmt::format("path {} is led out of the root by a symbolic link: {}",
                                       shown(rows.samples[i].*member), kStayInside));
  }
}

// Says which file a fault of all labels is in.
CsvLabels::Classes finish(CsvLabels labels, const std::string& file, const std::string& column) {
  try {
    return std::move(labels).finish();
  } catch (const Error& error) {
    throw input_error("{}: column {}: {}", file, shown(column), error.what());
  }
}

void take_final(std::int64_t& label, const CsvLabels::Classes& classes) {
  if (!classes.id_now.empty()) label = classes.id_now[static_cast<std::size_t>(label)];
}

// From the labels for now to the final ones, and the names of all classes.
void finish_labels(Listing& listing, TableLabels labels, const Columns& columns,
                   const std::string& file) {
  CsvLabels::Classes classes =
      finish(std::move(labels.main), file, columns.names[columns.label.value_or(0)]);
  for (Listed& sample : listing.samples) take_final(sample.label, classes);
  listing.class_names = std::move(classes.names);
  for (std::size_t set = 0; set < labels.extra.size(); ++set) {
    const std::string& name = columns.names[columns.extra_labels[set]];
    classes = finish(std::move(labels.extra[set]), file, name);
    for (Listed& sample : listing.samples) take_final(sample.extra_labels[set], classes);
    listing.extra_labels.push_back({.name = name, .class_names = std::move(classes.names)});
  }
  if (!columns.box) return;
  classes = finish(std::move(labels.box), file, columns.names[columns.box->label.value_or(0)]);
  for (Listed& sample : listing.samples) {
    for (image::ObjectBox& box : sample.boxes) take_final(box.label, classes);
  }
  if (classes.names.empty()) classes.names = {"object"};
  listing.box_class_names = std::move(classes.names);
}

Listing list_csv_source(const recipe::Params& params, int threads) {
  const std::string& file = params.text(kPath);
  const fs::path root = root_of(params);
  require_file(file, kPath, "for a folder of class folders say kind = \"folder\"");
  require_folder(root, kRoot, "name the folder that the paths in the file start from");

  const Bytes text = capi::read_file(file);
  CsvReader reader(as_text(text), delimiter_of(params), file);
  const CsvHeader header(reader, params.integer(kHeaderRows));
  const Columns columns = choose_columns(params, header, reader);
  TableLabels labels = choose_labels(params, columns);
  Listing listing;
  listing.keypoints = choose_keypoint_traits(params, columns);
  listing.has_masks = columns.mask.has_value();

  BadRows bad(file);
  Rows rows = read_rows(reader, columns, params.flag(kAllowOutside), labels, bad);
  if (!params.flag(kAllowOutside)) {
    refuse_linked_out(root, rows, &Listed::key, threads, bad);
    if (columns.mask) refuse_linked_out(root, rows, &Listed::mask, threads, bad);
  }
  bad.throw_if_any();

  listing.samples = std::move(rows.samples);
  finish_labels(listing, std::move(labels), columns, file);
  std::ranges::stable_sort(listing.samples, {}, &Listed::key);
  return listing;
}

std::unique_ptr<Source> open_csv_source(const recipe::Params& params, const Catalog& catalog) {
  return make_file_source(root_of(params), catalog);
}

}  // namespace

SourceKind csv_source() {
  return {.schema = csv_schema(), .list = list_csv_source, .open = open_csv_source};
}

}  // namespace epochmill::source
