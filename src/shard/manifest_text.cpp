#include "shard/manifest_text.hpp"

#include <fmt/format.h>

namespace epochmill::shard {
namespace {

using Json = nlohmann::ordered_json;

bool is_utf8(const std::string& text) {
  try {
    Json(text).dump();
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

}  // namespace

Json text_json(const std::string& text) {
  if (is_utf8(text)) return text;
  std::string hex;
  for (const char byte : text) hex += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return {{"hex", hex}};
}

std::string text_value(const std::string& text, int indent) {
  std::string value;
  for (const char c : text_json(text).dump(kManifestIndent)) {
    value += c;
    if (c == '\n') value.append(static_cast<std::size_t>(indent), ' ');
  }
  return value;
}

}  // namespace epochmill::shard
