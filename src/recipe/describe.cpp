#include "recipe/describe.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "recipe/accepts.hpp"

namespace epochmill::recipe {
namespace {

constexpr std::size_t kColumns = 80;

constexpr const char* kTakesOps =
    "It is written around other ops: at least one [[augment.ops]] table under it, each as an "
    "[[augment]], with `stream` and `enabled` as there. They draw from streams of their own, and "
    "count as occurrences of their kinds in the order of the file.";

// One paragraph, broken at spaces, each line after `indent` spaces. A word that is longer than a
// line stays whole.
std::string wrapped(std::string_view paragraph, std::size_t indent) {
  std::string text;
  std::string line;
  const auto flush = [&] {
    text += std::string(indent, ' ') + line + '\n';
    line.clear();
  };
  while (!paragraph.empty()) {
    const std::size_t space = paragraph.find(' ');
    const std::string_view word = paragraph.substr(0, space);
    paragraph.remove_prefix(space == std::string_view::npos ? paragraph.size() : space + 1);
    if (word.empty()) continue;
    if (!line.empty() && indent + line.size() + 1 + word.size() > kColumns) flush();
    if (!line.empty()) line += ' ';
    line += word;
  }
  if (!line.empty()) flush();
  return text;
}

std::string default_text(const ParamSpec& spec) {
  if (spec.default_value.empty()) return "required";
  if (spec.default_value == "none") return "optional";
  return "default " + spec.default_value;
}

std::string notes_text(std::string_view notes) {
  std::string text;
  while (!notes.empty()) {
    const std::size_t end = notes.find('\n');
    const std::string_view paragraph = notes.substr(0, end);
    notes.remove_prefix(end == std::string_view::npos ? notes.size() : end + 1);
    text += paragraph.empty() ? "\n" : wrapped(paragraph, 2);
  }
  return text;
}

}  // namespace

std::string describe(const Schema& schema) {
  std::string text = schema.name + "\n" + wrapped(schema.summary, 2);
  std::size_t width = 0;
  for (const ParamSpec& spec : schema.params) width = std::max(width, spec.name.size());
  const std::size_t indent = 2 + width + 2;
  if (!schema.params.empty()) text += '\n';
  for (const ParamSpec& spec : schema.params) {
    std::string first = wrapped(fmt::format("{}; {}", accepts(spec), default_text(spec)), indent);
    first.replace(2, spec.name.size(), spec.name);
    text += first + wrapped(spec.meaning, indent);
  }
  if (schema.takes_ops) {
    text += '\n';
    text += wrapped(kTakesOps, 2);
  }
  if (!schema.notes.empty()) {
    text += '\n';
    text += notes_text(schema.notes);
  }
  return text;
}

}  // namespace epochmill::recipe
