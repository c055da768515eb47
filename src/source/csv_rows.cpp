#include "source/csv_rows.hpp"

#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "source/csv_one_hot.hpp"
#include "source/csv_paths.hpp"

namespace epochmill::source {
namespace {

// The path that a column gives. Throws `input`, without a place, when it cannot be one.
std::string read_path(const std::string& field, const char* of_what, bool allow_outside) {
  if (field.empty()) throw input_error("no path of a {}: its field is empty", of_what);
  if (!allow_outside) refuse_leaving(field);
  return field;
}

// Throws `input`, without a place, when the row is bad.
Listed read_row(const Columns& columns, std::span<const std::string> fields, bool allow_outside,
                TableLabels& labels) {
  if (fields.size() != columns.count) {
    throw input_error("{} fields; expected {}, one for each column", fields.size(), columns.count);
  }
  Listed sample;
  sample.key = read_path(fields[columns.image], "picture", allow_outside);
  if (columns.mask) sample.mask = read_path(fields[*columns.mask], "mask", allow_outside);
  if (columns.one_hot.empty()) {
    sample.label = labels.main.id_of(columns.label ? fields[*columns.label] : std::string());
  } else {
    sample.label = read_one_hot(columns.one_hot, fields, columns.names);
  }
  for (std::size_t i = 0; i < columns.extra_labels.size(); ++i) {
    sample.extra_labels.push_back(labels.extra[i].id_of(fields[columns.extra_labels[i]]));
  }
  sample.keypoints = read_points(columns.points, fields);
  if (columns.box) {
    if (const auto box = read_box(*columns.box, fields, labels.box)) sample.boxes.push_back(*box);
  }
  return sample;
}

// What two rows of one sample say differently; null when nothing.
const char* difference(const Listed& a, const Listed& b) {
  if (a.label != b.label) return "label";
  if (a.extra_labels != b.extra_labels) return "extra label";
  if (a.mask != b.mask) return "mask";
  return a.keypoints == b.keypoints ? nullptr : "landmark";
}

// Adds to the sample of an earlier row.
void join(Listed& sample, const Listed& row, std::uint64_t line) {
  if (const char* what = difference(sample, row)) {
    throw input_error(
        "another {} than line {} has for the same picture; rows of one picture are one sample and "
        "differ in their boxes alone",
        what, line);
  }
  sample.boxes.insert(sample.boxes.end(), row.boxes.begin(), row.boxes.end());
}

}  // namespace

Rows read_rows(CsvReader& reader, const Columns& columns, bool allow_outside, TableLabels& labels,
               BadRows& bad) {
  Rows rows;
  std::unordered_map<std::string, std::size_t> known;  // path -> sample, in a table of boxes
  do {
    try {
      Listed row = read_row(columns, reader.fields(), allow_outside, labels);
      if (columns.box) {
        const auto [place, is_new] = known.try_emplace(row.key, rows.samples.size());
        if (!is_new) {
          join(rows.samples[place->second], row, rows.lines[place->second]);
          continue;
        }
      }
      rows.samples.push_back(std::move(row));
      rows.lines.push_back(reader.line());
    } catch (const Error& error) {
      bad.add(reader.line(), error.what());
    }
  } while (reader.next());
  return rows;
}

}  // namespace epochmill::source
