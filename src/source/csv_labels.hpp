// From the label texts of a table to class ids. The text is kept: it is the class's name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace epochmill::source {

// How the classes of a table are known. One thread at a time.
class CsvLabels {
 public:
  // No column of labels: everything is of the one class `name`.
  static CsvLabels one_class(std::string name);
  // Ids are places in `classes`, and no other text is a label.
  static CsvLabels listed(std::vector<std::string> classes);
  // Labels are the integers [0, count), written in decimal digits and in no other way: "1.0",
  // "1e0", "0x1", "+1" and " 3 " are refused, since a table that holds them was not written as
  // labels. "007" is 7. The message says what training would have made of it.
  static CsvLabels numbers(std::int64_t count);
  // Every text is a label; ids are the bytewise order of those that occur.
  static CsvLabels found();

  // The id of `text`: final, but for found(), where finish() turns it into the final one. Throws
  // `input`, without a place, for an empty text and for one that is not a label.
  std::int64_t id_of(const std::string& text);

  struct Classes {
    std::vector<std::string> names;    // of the final ids
    std::vector<std::int64_t> id_now;  // final id of an id that id_of() gave; empty: the same
  };
  // Throws `input`, without a place, when found() has found texts that are no names: all of them
  // real numbers, or all of them one-hot lists.
  Classes finish() &&;

 private:
  enum class Kind { kOne, kListed, kNumbers, kFound };
  explicit CsvLabels(Kind kind) : kind_(kind) {}
  std::int64_t number_of(std::string_view text) const;
  void refuse_numbers_as_names() const;

  Kind kind_;
  std::int64_t count_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string, std::int64_t> ids_;
};

}  // namespace epochmill::source
