// The rows of a table that are not right, gathered so that one message tells of all of them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace epochmill::source {

// One thread at a time.
class BadRows {
 public:
  // `file` is the table's name in the message.
  explicit BadRows(std::string file);

  // Notes what is wrong with the row that begins at `line`. Throws as throw_if_any at the hundredth
  // row: a file like that has another fault than its rows.
  void add(std::uint64_t line, std::string problem);

  // Throws `input` when there is any: how many, and "file:line: problem" for the first 20 of them
  // by line.
  void throw_if_any() const;

 private:
  std::string file_;
  std::vector<std::pair<std::uint64_t, std::string>> rows_;
};

}  // namespace epochmill::source
