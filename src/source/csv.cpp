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
#include "source/csv_schema.hpp"
#include "source/file_source.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

// The samples as the file has them, and the line of each.
struct Rows {
  std::vector<Listed> samples;
  std::vector<std::uint64_t> lines;
};

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

// Throws `input`, without a place, when the row is bad.
Listed read_row(const Columns& columns, std::span<const std::string> fields, bool allow_outside,
                CsvLabels& labels) {
  if (fields.size() != columns.count) {
    throw input_error("{} fields; expected {}, one for each column", fields.size(), columns.count);
  }
  Listed sample;
  sample.key = fields[columns.image];
  if (sample.key.empty()) throw input_error("no path of a picture: its field is empty");
  if (!allow_outside) refuse_leaving(sample.key);
  sample.label = labels.id_of(columns.label ? fields[*columns.label] : std::string());
  sample.keypoints = read_points(columns.points, fields);
  return sample;
}

Rows read_rows(CsvReader& reader, const Columns& columns, bool allow_outside, CsvLabels& labels,
               BadRows& bad) {
  Rows rows;
  do {
    try {
      rows.samples.push_back(read_row(columns, reader.fields(), allow_outside, labels));
      rows.lines.push_back(reader.line());
    } catch (const Error& error) {
      bad.add(reader.line(), error.what());
    }
  } while (reader.next());
  return rows;
}

void refuse_linked_out(const fs::path& root, const Rows& rows, int threads, BadRows& bad) {
  for (const std::size_t i : find_linked_out(root, rows.samples, threads)) {
    bad.add(rows.lines[i], fmt::format("path {} is led out of the root by a symbolic link: {}",
                                       shown(rows.samples[i].key), kStayInside));
  }
}

Listing list_csv_source(const recipe::Params& params, int threads) {
  const std::string& file = params.text(kPath);
  const fs::path root = root_of(params);
  require_file(file, kPath, "for a folder of class folders say kind = \"folder\"");
  require_folder(root, kRoot, "name the folder that the paths in the file start from");

  const Bytes text = capi::read_file(file);
  CsvReader reader(as_text(text), delimiter_of(params), file);
  const CsvHeader header(reader, params.integer(kHeaderRows));
  const Columns columns = choose_columns(params, header);
  CsvLabels labels = choose_labels(params, columns);
  Listing listing;
  listing.keypoints = choose_keypoint_traits(params, columns);

  BadRows bad(file);
  Rows rows = read_rows(reader, columns, params.flag(kAllowOutside), labels, bad);
  if (!params.flag(kAllowOutside)) refuse_linked_out(root, rows, threads, bad);
  bad.throw_if_any();

  CsvLabels::Classes classes = std::move(labels).finish();
  listing.class_names = std::move(classes.names);
  listing.samples = std::move(rows.samples);
  if (!classes.id_now.empty()) {
    for (Listed& sample : listing.samples) {
      sample.label = classes.id_now[static_cast<std::size_t>(sample.label)];
    }
  }
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
