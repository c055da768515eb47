#include "cases.hpp"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace epochmill::codec::testing {
namespace {

constexpr const char* kTable = EPOCHMILL_TESTS_DIR "/cases/expected.tsv";

// Clauses that need more than a codec are left to the test that runs the program.
void take_clause(const std::string& clause, Case& taken) {
  static const std::regex kSize("(\\d+)x(\\d+)");
  static const std::regex kSays("(?:bad|warns): (.*)");
  static const std::regex kEquals("equals (\\S+)");
  static const std::regex kWithin("within (\\d+) of (\\S+)");
  std::smatch match;
  if (std::regex_match(clause, match, kSize)) {
    taken.size = {std::stoi(match[2]), std::stoi(match[1])};
  } else if (std::regex_match(clause, match, kSays)) {
    taken.says = match[1];
  } else if (std::regex_match(clause, match, kEquals)) {
    taken.like.push_back({match[1], 0});
  } else if (std::regex_match(clause, match, kWithin)) {
    taken.like.push_back({match[2], std::stoi(match[1])});
  }
}

std::vector<Case> read_cases() {
  std::ifstream table(kTable);
  std::vector<Case> read;
  for (std::string line; std::getline(table, line);) {
    std::istringstream columns(line);
    std::string file, put, gives;
    std::getline(columns, file, '\t');
    std::getline(columns, put, '\t');
    std::getline(columns, gives, '\t');
    if (put != "folder" && put != "csv") continue;
    Case& taken = read.emplace_back();
    taken.file = file;
    for (std::size_t at = 0; at < gives.size();) {
      const std::size_t end = std::min(gives.find("; ", at), gives.size());
      take_clause(gives.substr(at, end - at), taken);
      at = end + 2;
    }
  }
  if (read.empty()) throw std::runtime_error(std::string("no picture is listed in ") + kTable);
  return read;
}

}  // namespace

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = read_cases();
  return kCases;
}

}  // namespace epochmill::codec::testing
