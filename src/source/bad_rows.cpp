#include "source/bad_rows.hpp"

#include <algorithm>
#include <iterator>

#include "base/error.hpp"

namespace epochmill::source {
namespace {

constexpr std::size_t kMostGathered = 100;
constexpr std::size_t kMostShown = 20;

}  // namespace

BadRows::BadRows(std::string file) : file_(std::move(file)) {}

void BadRows::add(std::uint64_t line, std::string problem) {
  rows_.emplace_back(line, std::move(problem));
  if (rows_.size() == kMostGathered) throw_if_any();
}

void BadRows::throw_if_any() const {
  if (rows_.empty()) return;
  auto rows = rows_;
  std::ranges::stable_sort(rows, {}, &std::pair<std::uint64_t, std::string>::first);
  std::string message =
      fmt::format("{}: {}{} bad row{}", file_, rows.size() == kMostGathered ? "at least " : "",
                  rows.size(), rows.size() == 1 ? "" : "s");
  const std::size_t shown = std::min(rows.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::format_to(std::back_inserter(message), "\n{}:{}: {}", file_, rows[i].first,
                   rows[i].second);
  }
  if (shown < rows.size()) {
    fmt::format_to(std::back_inserter(message), "\nand {} more", rows.size() - shown);
  }
  throw Error(ErrorKind::kInput, message);
}

}  // namespace epochmill::source
