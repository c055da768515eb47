// Every distribution against golden_draws.txt, which the Python reference makes: whoever changes
// one of these values changes every dataset.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "streams/beta.hpp"
#include "streams/choice.hpp"
#include "streams/distributions.hpp"
#include "streams/example.hpp"
#include "streams/gamma.hpp"
#include "streams/normal.hpp"
#include "streams/permutation.hpp"

namespace epochmill::streams {
namespace {

using Parameters = std::vector<double>;
// The value of a draw (of a permutation: of a place) as the file has it.
using Evaluate = std::string (*)(const Stream&, DrawNumber, const Parameters&);

std::string shown(double value) { return fmt::format("{:a}", value); }
std::string shown(const std::vector<double>& values) {
  return fmt::format("{:a}", fmt::join(values, " "));
}

const std::map<std::string, Evaluate>& distributions() {
  using S = const Stream&;
  using P = const Parameters&;
  static const std::map<std::string, Evaluate> kAll{
      {"uniform_f32",
       [](S s, DrawNumber d, P) { return shown(static_cast<double>(uniform_f32(s, d))); }},
      {"uniform_between",
       [](S s, DrawNumber d, P p) { return shown(uniform_between(s, d, p.at(0), p.at(1))); }},
      {"log_uniform_between",
       [](S s, DrawNumber d, P p) { return shown(log_uniform_between(s, d, p.at(0), p.at(1))); }},
      {"integer_between",
       [](S s, DrawNumber d, P p) {
         return std::to_string(integer_between(s, d, static_cast<std::int64_t>(p.at(0)),
                                               static_cast<std::int64_t>(p.at(1))));
       }},
      {"bernoulli",
       [](S s, DrawNumber d, P p) { return std::string(bernoulli(s, d, p.at(0)) ? "1" : "0"); }},
      {"normal", [](S s, DrawNumber d, P) { return shown(normal(s, d)); }},
      {"log_gamma_variate",
       [](S s, DrawNumber d, P p) { return shown(log_gamma_variate(s, d, p.at(0))); }},
      {"beta", [](S s, DrawNumber d, P p) { return shown(beta(s, d, p.at(0), p.at(1))); }},
      {"dirichlet", [](S s, DrawNumber d, P p) { return shown(dirichlet(s, d, p)); }},
      {"choice", [](S s, DrawNumber d, P p) { return std::to_string(Choice(p)(s, d)); }},
      {"permute",
       [](S s, DrawNumber place, P p) {
         return std::to_string(Permutation(s, static_cast<std::uint64_t>(p.at(0)))(place));
       }},
  };
  return kAll;
}

struct Line {
  std::string stream;
  DrawNumber draw = 0;
  std::string distribution;
  Parameters parameters;
  std::string value;
};

Line parse(const std::string& text) {
  const std::size_t equals = text.find(" = ");
  if (equals == std::string::npos) throw std::invalid_argument("no ` = ` in: " + text);
  Line line;
  line.value = text.substr(equals + 3);
  std::istringstream words(text.substr(0, equals));
  words >> line.stream >> line.draw >> line.distribution;
  for (std::string word; words >> word;) line.parameters.push_back(std::stod(word));
  return line;
}

std::vector<Line> golden_lines() {
  std::ifstream file(EPOCHMILL_TESTS_DIR "/streams/golden_draws.txt");
  std::vector<Line> lines;
  for (std::string text; std::getline(file, text);) {
    if (!text.starts_with('#')) lines.push_back(parse(text));
  }
  return lines;
}

TEST(GoldenDraws, AreWhatTheCodeGives) {
  std::set<std::string> seen;
  for (const Line& line : golden_lines()) {
    const Stream stream = line.stream == "full" ? full_stream() : example_stream();
    ASSERT_THAT(line.stream, ::testing::AnyOf("full", "example"));
    const Evaluate evaluate = distributions().at(line.distribution);
    EXPECT_EQ(evaluate(stream, line.draw, line.parameters), line.value)
        << line.stream << " " << line.draw << " " << line.distribution << " "
        << shown(line.parameters);
    seen.insert(line.stream + " " + line.distribution);
  }
  EXPECT_EQ(seen.size(), 2 * distributions().size()) << "some distribution has no golden value";
}

}  // namespace
}  // namespace epochmill::streams
