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

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

std::string notes_text(std::string_view notes) {
  std::string text;
  for (const std::string& paragraph : lines_of(notes)) {
    text += paragraph.empty() ? "\n" : wrapped(paragraph, 2);
  }
  return text;
}

std::string indented(std::string_view lines) {
  std::string text;
  for (const std::string& line : lines_of(lines)) text += "  " + line + '\n';
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
  if (!schema.example.empty()) text += fmt::format("\n{}", indented(schema.example));
  return text;
}

std::string describe_in_markdown(const Schema& schema) {
  std::string text = fmt::format("## {}\n\n{}\n\n", schema.name, schema.summary);
  if (!schema.params.empty())
    text += "| parameter | takes | default | meaning |\n|---|---|---|---|\n";
  for (const ParamSpec& spec : schema.params) {
    const bool is_shown = !spec.default_value.empty() && spec.default_value != "none";
    text +=
        fmt::format("| `{}` | {} | {} | {} |\n", spec.name, accepts(spec),
                    is_shown ? "`" + spec.default_value + "`" : default_text(spec), spec.meaning);
  }
  if (!schema.params.empty()) text += '\n';
  for (const std::string& paragraph : lines_of(schema.notes)) text += paragraph + "\n\n";
  if (!schema.example.empty()) text += fmt::format("```toml\n{}\n```\n\n", schema.example);
  return text;
}

}  // namespace epochmill::recipe
