#include "shard/manifest.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "shard/manifest_list.hpp"
#include "shard/manifest_text.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kManifestFormat = "epochmill-manifest";
constexpr std::uint64_t kManifestVersion = 1;
constexpr const char* kFileName = "manifest.json";
// The list of shards is the last value of the file.
constexpr std::string_view kBeforeList = "\n  \"epochs\": ";
constexpr std::string_view kNoShards = "[]";
constexpr std::string_view kEnd = "\n}\n";

Json texts_json(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(text_json(text));
  return list;
}

void add_shape(Json& json, const image::Shape& shape) {
  json["height"] = shape.height;
  json["width"] = shape.width;
  json["channels"] = shape.channels;
  json["type"] = image::name_of(shape.type);
}

// What a source without boxes, masks and extra labels has none of.
void add_annotations(Json& json, const Layout& layout) {
  if (!layout.box_class_names.empty()) json["box_class_names"] = texts_json(layout.box_class_names);
  if (layout.has_masks) json["masks"] = true;
  for (const LabelSet& set : layout.extra_labels) {
    Json item;
    item["name"] = text_json(set.name);
    item["class_names"] = texts_json(set.class_names);
    json["extra_labels"].push_back(std::move(item));
  }
}

bool is_sorted(const std::vector<Summary>& shards) {
  const auto is_not_before = [](const Summary& a, const Summary& b) {
    return std::tie(a.epoch, a.shard) >= std::tie(b.epoch, b.shard);
  };
  return std::ranges::adjacent_find(shards, is_not_before) == shards.end();
}

// One JSON object of the file and where it is, for messages. Every getter wants its key there and
// of its type.
class Node {
 public:
  Node(const Json& json, const fs::path& file, std::string where)
      : json_(json), file_(file), where_(std::move(where)) {
    if (!json_.is_object()) refuse("an object", where_);
  }

  bool has(const char* key) const { return json_.contains(key); }

  std::uint64_t number(const char* key) const {
    const Json& value = at(key);
    if (!value.is_number_unsigned()) refuse("a whole number of at least 0", name(key));
    return value.get<std::uint64_t>();
  }

  std::string text(const char* key) const { return as_text(at(key), name(key)); }

  std::vector<std::string> texts(const char* key) const {
    std::vector<std::string> texts;
    for (const Json& value : list(key)) texts.push_back(as_text(value, name(key)));
    return texts;
  }

  Node object(const char* key) const { return {at(key), file_, name(key)}; }

  std::vector<Node> objects(const char* key) const {
    std::vector<Node> nodes;
    for (const Json& value : list(key)) {
      nodes.emplace_back(value, file_, fmt::format("{}[{}]", name(key), nodes.size()));
    }
    return nodes;
  }

  image::Shape shape() const {
    image::Shape shape;
    shape.height = side("height");
    shape.width = side("width");
    shape.channels = side("channels");
    const std::string type = text("type");
    shape.type = type == "f32" ? image::PixelType::kF32 : image::PixelType::kU8;
    if (type != image::name_of(shape.type)) refuse("u8 or f32", name("type"));
    return shape;
  }

  [[noreturn]] void refuse(const std::string& expected, const std::string& where) const {
    throw input_error("'{}': {} should be {}; the manifest is damaged, or from another version",
                      file_.string(), where.empty() ? "the whole" : "'" + where + "'", expected);
  }
  std::string name(const char* key) const {
    return where_.empty() ? std::string(key) : where_ + "." + key;
  }

 private:
  const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse("there", name(key));
    return *found;
  }

  const Json& list(const char* key) const {
    const Json& value = at(key);
    if (!value.is_array()) refuse("a list", name(key));
    return value;
  }

  int side(const char* key) const {
    const std::uint64_t value = number(key);
    if (value == 0 || !std::in_range<int>(value)) refuse("a size in pixels", name(key));
    return static_cast<int>(value);
  }

  std::string as_text(const Json& value, const std::string& where) const {
    if (value.is_string()) return value.get<std::string>();
    const auto hex = value.is_object() && value.size() == 1 ? value.find("hex") : value.end();
    if (hex == value.end() || !hex->is_string()) refuse("a text", where);
    return from_hex(hex->get<std::string>(), where);
  }

  std::string from_hex(const std::string& hex, const std::string& where) const {
    if (hex.size() % 2 != 0 || hex.find_first_not_of("0123456789abcdef") != std::string::npos) {
      refuse("pairs of hexadecimal digits", where);
    }
    std::string text;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
      text.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
    }
    return text;
  }

  const Json& json_;
  const fs::path& file_;
  std::string where_;
};

Summary parse_shard(const Node& node, std::uint64_t epoch) {
  Summary shard;
  shard.epoch = epoch;
  shard.shard = node.number("shard");
  shard.rows = node.number("rows");
  if (node.has("rejected")) shard.rejected = node.number("rejected");
  shard.file_bytes = node.number("bytes");
  shard.content_digest = node.text("content_digest");
  const std::string path = shard_path("", epoch, shard.shard).generic_string();
  if (node.text("path") != path) node.refuse("'" + path + "'", node.name("path"));
  return shard;
}

std::vector<Summary> parse_shards(const Node& root) {
  std::vector<Summary> shards;
  for (const Node& epoch : root.objects("epochs")) {
    const std::uint64_t number = epoch.number("epoch");
    for (const Node& shard : epoch.objects("shards")) {
      shards.push_back(parse_shard(shard, number));
    }
  }
  return shards;
}

// The shards of a manifest as we write it, and in `rest` all but them. Absent for any other text,
// which JSON's parser has to judge.
std::optional<std::vector<Summary>> cut_shard_list(std::string_view text, std::string& rest) {
  const std::size_t at = text.find(kBeforeList);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view list = text.substr(at + kBeforeList.size());
  auto shards = take_shard_list(list);
  if (!shards || list != kEnd) return std::nullopt;
  rest = text.substr(0, at + kBeforeList.size());
  rest += kNoShards;
  rest += kEnd;
  return shards;
}

void parse_layout(const Node& root, Layout& layout) {
  layout.rows = root.number("shard_rows");
  layout.image = root.object("image").shape();
  layout.keypoints = root.number("keypoints");
  for (const Node& kept : root.objects("keep")) {
    layout.kept.push_back({kept.text("name"), kept.shape()});
  }
  layout.draw_names = root.texts("draws");
  if (root.has("box_class_names")) layout.box_class_names = root.texts("box_class_names");
  layout.has_masks = root.has("masks");
  if (!root.has("extra_labels")) return;
  for (const Node& set : root.objects("extra_labels")) {
    layout.extra_labels.push_back({set.text("name"), set.texts("class_names")});
  }
}

void parse_header(const Node& root, Header& header) {
  header.recipe_text = root.text("recipe");
  header.recipe_digest = root.text("recipe_digest");
  header.catalog_digest = root.text("catalog_digest");
  header.seed = root.number("seed");
  header.stream_version = root.text("stream_version");
  header.versions = root.text("versions");
  header.class_names = root.texts("class_names");
}

void check_format(const Node& root, const fs::path& path) {
  if (root.text("format") != kManifestFormat) {
    root.refuse(fmt::format("'{}'", kManifestFormat), "format");
  }
  const std::uint64_t version = root.number("format_version");
  if (version != kManifestVersion) {
    throw input_error(
        "'{}' has manifest version {}, and this epochmill reads version {}; use the epochmill that "
        "made it",
        path.string(), version, kManifestVersion);
  }
}

void put_json(const Manifest& manifest, const capi::PutText& put) {
  if (!is_sorted(manifest.shards)) throw internal_error("the manifest's shards are not sorted");
  const Header& header = manifest.header;
  Json json;
  json["format"] = kManifestFormat;
  json["format_version"] = kManifestVersion;
  json["recipe"] = text_json(header.recipe_text);
  json["recipe_digest"] = text_json(header.recipe_digest);
  json["catalog_digest"] = text_json(header.catalog_digest);
  json["seed"] = header.seed;
  json["stream_version"] = text_json(header.stream_version);
  json["versions"] = text_json(header.versions);
  json["encoding"] = text_json(manifest.encoding);
  json["samples"] = manifest.samples;
  json["shard_rows"] = manifest.shard_rows;
  if (manifest.views > 1) json["views"] = manifest.views;
  json["shards_per_epoch"] = manifest.shards_per_epoch;
  json["class_names"] = texts_json(header.class_names);
  add_shape(json["image"], manifest.layout.image);
  json["keypoints"] = manifest.layout.keypoints;
  json["keep"] = Json::array();
  for (const KeptLayout& kept : manifest.layout.kept) {
    Json item;
    item["name"] = text_json(kept.name);
    add_shape(item, kept.shape);
    json["keep"].push_back(std::move(item));
  }
  json["draws"] = texts_json(manifest.layout.draw_names);
  add_annotations(json, manifest.layout);
  json["epochs"] = Json::array();
  const std::string text = json.dump(kManifestIndent) + "\n";
  put(text.substr(0, text.size() - kNoShards.size() - kEnd.size()));
  put_shard_list(manifest.shards, put);
  put(kEnd);
}

}  // namespace

std::string to_json(const Manifest& manifest) {
  std::string json;
  put_json(manifest, [&](std::string_view piece) { json += piece; });
  return json;
}

Manifest parse_manifest(std::string_view text, const fs::path& path) {
  std::string rest;
  auto shards = cut_shard_list(text, rest);
  Json json;
  try {
    json = Json::parse(shards ? rest : text);
  } catch (const Json::exception& error) {
    throw input_error("'{}' is not JSON: {}; it is damaged, delete it and run again", path.string(),
                      error.what());
  }
  const Node root(json, path, "");
  check_format(root, path);
  Manifest manifest;
  parse_header(root, manifest.header);
  parse_layout(root, manifest.layout);
  manifest.encoding = root.text("encoding");
  manifest.samples = root.number("samples");
  manifest.shards_per_epoch = root.number("shards_per_epoch");
  manifest.shard_rows = root.number("shard_rows");
  if (root.has("views")) manifest.views = root.number("views");
  manifest.layout.has_views = manifest.views > 1;
  manifest.shards = shards ? std::move(*shards) : parse_shards(root);
  if (!is_sorted(manifest.shards)) root.refuse("in order of epoch and shard", "epochs");
  return manifest;
}

void write_manifest(const fs::path& out, const Manifest& manifest) {
  capi::write_file(out / kFileName, [&](const capi::PutText& put) { put_json(manifest, put); });
}

std::optional<Manifest> read_manifest(const fs::path& out) {
  const fs::path path = out / kFileName;
  std::error_code error;
  if (fs::status(path, error).type() == fs::file_type::not_found) return std::nullopt;
  return parse_manifest(as_text(capi::read_file(path)), path);
}

}  // namespace epochmill::shard
