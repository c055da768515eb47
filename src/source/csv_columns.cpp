#include "source/csv_columns.hpp"

#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "source/csv_schema.hpp"
#include "source/picture_name.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kUsualLabel = "label";

// The column that the recipe names with `parameter`.
std::size_t named_column(const recipe::Params& params, const char* parameter,
                         const CsvHeader& header) {
  const std::string& name = params.text(parameter);
  if (const auto column = header.find(name)) return *column;
  throw usage_error("{}: `{}`: {} has no column {}{}", params.where(parameter).text(), parameter,
                    header.file(), shown(name), name_hint(name, header.names()));
}

// A first sample that is read as a header would be lost without a word.
void refuse_sample_as_header(const CsvHeader& header) {
  const std::string& name = header.names().front();
  if (header.line() == 0 || !has_picture_extension(name)) return;
  throw input_error(
      "{}:{}: the first column is named {}, as if this row were a sample; "
      "say header_rows = 0 if the file names no columns",
      header.file(), header.line(), shown(name));
}

// What is wrong with the pair (a, b) after pairs with the indices `seen`; null when nothing is.
const char* fault_of(int a, int b, int count, std::set<int>& seen) {
  if (a < 0 || b < 0 || a >= count || b >= count) return "has an index out of range";
  if (a == b) return "pairs a point with itself";
  const bool is_new = seen.insert(a).second && seen.insert(b).second;
  return is_new ? nullptr : "has an index that an earlier pair has too";
}

CsvLabels listed_labels(const recipe::Params& params) {
  std::vector<std::string> classes = params.texts(kClasses);
  const std::set<std::string> different(classes.begin(), classes.end());
  if (different.size() != classes.size()) {
    throw usage_error("{}: `classes` has a name twice; each is one class",
                      params.where(kClasses).text());
  }
  return CsvLabels::listed(std::move(classes));
}

}  // namespace

Columns choose_columns(const recipe::Params& params, const CsvHeader& header) {
  Columns columns;
  columns.count = header.names().size();
  if (params.has(kImage)) {
    columns.image = named_column(params, kImage, header);
  } else {
    refuse_sample_as_header(header);
  }
  columns.label =
      params.has(kLabel) ? named_column(params, kLabel, header) : header.find(kUsualLabel);
  if (columns.label == columns.image) {
    throw usage_error(
        "{}: {} is the column of both pictures and labels of {}; "
        "name the right ones by `image` and `label`",
        params.where(kImage).text(), shown(header.names()[columns.image]), header.file());
  }
  if (params.text(kPoints) == "auto") columns.points = find_points(header);
  return columns;
}

CsvLabels choose_labels(const recipe::Params& params, const Columns& columns) {
  if (params.has(kClasses) && params.has(kNumClasses)) {
    throw usage_error("{}: `num_classes` and `classes` exclude each other; leave one out",
                      params.where(kNumClasses).text());
  }
  for (const char* given : {kClasses, kNumClasses}) {
    if (columns.label || !params.has(given)) continue;
    throw usage_error(
        "{}: `{}` is given, and no column is named `label`; name that of the labels by `label`",
        params.where(given).text(), given);
  }
  if (!columns.label) return CsvLabels::one_class();
  if (params.has(kNumClasses)) return CsvLabels::numbers(params.integer(kNumClasses));
  return params.has(kClasses) ? listed_labels(params) : CsvLabels::found();
}

image::KeypointTraits choose_keypoint_traits(const recipe::Params& params, const Columns& columns) {
  image::KeypointTraits traits;
  traits.count = static_cast<int>(columns.points.size());
  if (!params.has(kFlipPairs)) return traits;
  std::set<int> seen;
  for (const auto& [a, b] : params.pairs(kFlipPairs)) {
    const char* fault = fault_of(a, b, traits.count, seen);
    if (fault == nullptr) continue;
    throw usage_error("{}: `flip_pairs`: [{}, {}] {}; the file has {} points, counted from 0",
                      params.where(kFlipPairs).text(), a, b, fault, traits.count);
  }
  traits.flip_pairs = params.pairs(kFlipPairs);
  return traits;
}

}  // namespace epochmill::source
