// The rows of a table that are not right, gathered so that one message tells of all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace epochmill::source {

// One thread at a time.
class BadRows {
 public:
  // `table` is the table's name in the message; of a table in many files, their folder.
  explicit BadRows(std::string table);

  // Notes what is wrong with the row that begins at `line`. Throws as throw_if_any at the hundredth
  // row: a file like that has another fault than its rows.
  void add(std::uint64_t line, std::string problem);
  // The same of a table in many files: `file` is the one with the row.
  void add(std::string file, std::uint64_t line, std::string problem);

  // Throws `input` when there is any: how many, and "file:line: problem" for the first 20 of them
  // by file and line.
  void throw_if_any() const;

 private:
  struct Row {
    std::string file;
    std::uint64_t line = 0;
    std::string problem;
  };
  std::string table_;
  std::vector<Row> rows_;
};

}  // namespace epochmill::source
