#include "source/bad_rows.hpp"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "base/error.hpp"

namespace epochmill::source {
namespace {

constexpr std::size_t kMostGathered = 100;
constexpr std::size_t kMostShown = 20;

}  // namespace

BadRows::BadRows(std::string table) : table_(std::move(table)) {}

void BadRows::add(std::uint64_t line, std::string problem) {
  add(table_, line, std::move(problem));
}

void BadRows::add(std::string file, std::uint64_t line, std::string problem) {
  rows_.push_back({std::move(file), line, std::move(problem)});
  if (rows_.size() == kMostGathered) throw_if_any();
}

void BadRows::throw_if_any() const {
  if (rows_.empty()) return;
  auto rows = rows_;
  std::ranges::stable_sort(rows, [](const Row& a, const Row& b) {
    return std::tie(a.file, a.line) < std::tie(b.file, b.line);
  });
  std::string message =
      fmt::format("{}: {}{} bad row{}", table_, rows.size() == kMostGathered ? "at least " : "",
                  rows.size(), rows.size() == 1 ? "" : "s");
  const std::size_t shown = std::min(rows.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::format_to(std::back_inserter(message), "\n{}:{}: {}", rows[i].file, rows[i].line,
                   rows[i].problem);
  }
  if (shown < rows.size()) {
    fmt::format_to(std::back_inserter(message), "\nand {} more", rows.size() - shown);
  }
  throw Error(ErrorKind::kInput, message);
}

}  // namespace epochmill::source
