#include "source/csv_columns.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "source/csv_one_hot.hpp"
#include "source/csv_schema.hpp"
#include "source/flip_pairs.hpp"
#include "source/picture_name.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kUsualLabel = "label";

// The column of this name, which the recipe gives with `parameter`.
std::size_t named_column(const recipe::Params& params, const char* parameter,
                         const std::string& name, const CsvHeader& header) {
  if (const auto column = header.find(name)) return *column;
  throw usage_error("{}: `{}`: {} has no column {}{}", params.where(parameter).text(), parameter,
                    header.file(), shown(name), name_hint(name, header.names()));
}

std::optional<std::size_t> optional_column(const recipe::Params& params, const char* parameter,
                                           const CsvHeader& header) {
  if (!params.has(parameter)) return std::nullopt;
  return named_column(params, parameter, params.text(parameter), header);
}

std::vector<std::size_t> named_columns(const recipe::Params& params, const char* parameter,
                                       const CsvHeader& header) {
  std::vector<std::size_t> columns;
  if (!params.has(parameter)) return columns;
  for (const std::string& name : params.texts(parameter)) {
    columns.push_back(named_column(params, parameter, name, header));
  }
  return columns;
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

CsvLabels listed_labels(const recipe::Params& params, const char* parameter) {
  std::vector<std::string> classes = params.texts(parameter);
  const std::set<std::string> different(classes.begin(), classes.end());
  if (different.size() != classes.size()) {
    throw usage_error("{}: `{}` has a name twice; each is one class",
                      params.where(parameter).text(), parameter);
  }
  return CsvLabels::listed(std::move(classes));
}

// Everything that the recipe and the table's names say of columns, one by one.
Columns find_columns(const recipe::Params& params, const CsvHeader& header) {
  Columns columns;
  columns.names = header.names();
  columns.count = header.names().size();
  if (const auto image = optional_column(params, kImage, header)) columns.image = *image;
  columns.one_hot = named_columns(params, kOneHot, header);
  columns.extra_labels = named_columns(params, kExtraLabelColumns, header);
  columns.mask = optional_column(params, kMaskColumn, header);
  columns.label = optional_column(params, kLabel, header);
  if (params.has(kBoxColumns)) {
    columns.box.emplace().label = optional_column(params, kBoxLabel, header);
    std::ranges::copy(named_columns(params, kBoxColumns, header), columns.box->sides.begin());
  }
  return columns;
}

// Every column that is something else than a landmark's, with what it is.
std::vector<std::pair<std::size_t, const char*>> uses_of(const Columns& columns) {
  std::vector<std::pair<std::size_t, const char*>> uses{{columns.image, kImage}};
  const auto add = [&uses](const auto& some, const char* use) {
    for (const std::size_t column : some) uses.emplace_back(column, use);
  };
  if (columns.label) uses.emplace_back(*columns.label, kLabel);
  add(columns.one_hot, kOneHot);
  add(columns.extra_labels, kExtraLabelColumns);
  if (columns.mask) uses.emplace_back(*columns.mask, kMaskColumn);
  if (!columns.box) return uses;
  add(columns.box->sides, kBoxColumns);
  if (columns.box->label) uses.emplace_back(*columns.box->label, kBoxLabel);
  return uses;
}

void refuse_two_uses(const recipe::Params& params, const Columns& columns,
                     const CsvHeader& header) {
  std::map<std::size_t, const char*> seen;
  for (const auto& [column, use] : uses_of(columns)) {
    const auto [first, is_new] = seen.emplace(column, use);
    if (is_new) continue;
    throw usage_error("{}: {} is the column of both `{}` and `{}` of {}; name the right ones",
                      params.where(use).text(), shown(header.names()[column]), first->second, use,
                      header.file());
  }
}

// A parameter that says more about another one, which is missing.
void refuse_alone(const recipe::Params& params, const char* given, const char* needed) {
  if (!params.has(given) || params.has(needed)) return;
  throw usage_error("{}: `{}` is given without `{}`; name the columns by `{}`",
                    params.where(given).text(), given, needed, needed);
}

// A table of one-hot labels would otherwise be one of a single class.
void refuse_unseen_one_hot(const recipe::Params& params, const Columns& columns,
                           const CsvReader& reader) {
  if (columns.label || params.has(kOneHot)) return;
  std::vector<std::size_t> others;
  for (const auto& [column, use] : uses_of(columns)) others.push_back(column);
  for (const PointColumns& point : columns.points) {
    others.insert(others.end(), {point.x, point.y, point.v.value_or(point.x)});
  }
  const std::vector<std::size_t> found = find_one_hot(reader, columns.count, others);
  if (found.empty()) return;
  throw input_error(
      "{}: in every row exactly one of the {} columns from {} to {} is 1, and no column of labels "
      "is "
      "named: training would see one class alone, `all`; say one_hot = [{}, ...] to take them as "
      "the label, or one_hot = [] if they are something else",
      reader.file(), found.size(), shown(columns.names[found.front()]),
      shown(columns.names[found.back()]), shown(columns.names[found.front()]));
}

}  // namespace

Columns choose_columns(const recipe::Params& params, const CsvHeader& header,
                       const CsvReader& reader) {
  if (!params.has(kImage)) refuse_sample_as_header(header);
  refuse_alone(params, kBoxLabel, kBoxColumns);
  refuse_alone(params, kBoxClasses, kBoxLabel);
  Columns columns = find_columns(params, header);
  const auto usual = header.find(kUsualLabel);
  const auto is_usual = [&](const auto& use) { return usual == use.first && usual != 0U; };
  if (!columns.label && columns.one_hot.empty() &&
      std::ranges::none_of(uses_of(columns), is_usual)) {
    columns.label = usual;
  }
  refuse_two_uses(params, columns, header);
  if (params.text(kPoints) == "auto") columns.points = find_points(header);
  for (const auto& use : uses_of(columns)) {
    std::erase_if(columns.points, [column = use.first](const PointColumns& point) {
      return point.x == column || point.y == column || point.v == column;
    });
  }
  refuse_unseen_one_hot(params, columns, reader);
  return columns;
}

namespace {

CsvLabels choose_main_labels(const recipe::Params& params, const Columns& columns) {
  if (!columns.one_hot.empty()) {
    for (const char* given : {kLabel, kClasses, kNumClasses}) {
      if (!params.has(given)) continue;
      throw usage_error("{}: `{}` and `one_hot` exclude each other; leave one out",
                        params.where(given).text(), given);
    }
    std::vector<std::string> names;
    for (const std::size_t column : columns.one_hot) names.push_back(columns.names[column]);
    return CsvLabels::listed(std::move(names));
  }
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
  if (!columns.label) return CsvLabels::one_class("all");
  if (params.has(kNumClasses)) return CsvLabels::numbers(params.integer(kNumClasses));
  return params.has(kClasses) ? listed_labels(params, kClasses) : CsvLabels::found();
}

}  // namespace

TableLabels choose_labels(const recipe::Params& params, const Columns& columns) {
  TableLabels labels{
      .main = choose_main_labels(params, columns),
      .extra = std::vector<CsvLabels>(columns.extra_labels.size(), CsvLabels::found()),
      .box = CsvLabels::one_class("object")};
  if (!columns.box || !columns.box->label) return labels;
  labels.box = params.has(kBoxClasses) ? listed_labels(params, kBoxClasses) : CsvLabels::found();
  return labels;
}

image::KeypointTraits choose_keypoint_traits(const recipe::Params& params, const Columns& columns) {
  image::KeypointTraits traits;
  traits.count = static_cast<int>(columns.points.size());
  if (!params.has(kFlipPairs)) return traits;
  traits.flip_pairs = checked_flip_pairs(params, traits.count);
  return traits;
}

}  // namespace epochmill::source
