// Texts in manifest.json, for the files of this room.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace epochmill::shard {

constexpr int kManifestIndent = 2;

// A text that is not UTF-8, which JSON cannot hold, becomes {"hex": "6261ff"}.
nlohmann::ordered_json text_json(const std::string& text);

// The same, dumped as the value of a key that stands `indent` deep.
std::string text_value(const std::string& text, int indent);

}  // namespace epochmill::shard
