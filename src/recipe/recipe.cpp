#include "recipe/recipe.hpp"

#include <fstream>
#include <map>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/nearest_name.hpp"
#include "recipe/overrides.hpp"

namespace epochmill::recipe {
namespace {

// A recipe is text written by a person; a file above this is something else, given by mistake.
constexpr std::size_t kMaxFileBytes = std::size_t{16} << 20;

enum class Locations { kRequired, kOptional };

// What every part of the recipe is read with.
struct Reader {
  const Vocabulary& vocabulary;
  std::filesystem::path folder;  // of the recipe file, absolute
  Locations locations;
};

std::vector<std::string> names_of(const Schema& schema) {
  std::vector<std::string> names;
  for (const ParamSpec& spec : schema.params) names.push_back(spec.name);
  return names;
}

// The table `key`; an empty one when it is not there.
Table table_at(const Table& root, const std::string& key) {
  const Value* value = root.find(key);
  if (value == nullptr) return {{}, root.where};
  if (const auto* table = std::get_if<Table>(&value->data)) return *table;
  throw usage_error("{}: {} must be a table, [{}], found {}", value->where.text(), key, key,
                    shown(*value));
}

// The row of `schemas` that the parameter `key` of `table`, one of `own`'s, names.
const Schema& chosen(const Table& table, const Schema& own, const std::string& key,
                     const char* what, const std::vector<Schema>& schemas) {
  Schema only_key{own.name, "", {}, ""};
  for (const ParamSpec& spec : own.params) {
    if (spec.name == key) only_key.params.push_back(spec);
  }
  Table only_entry{{}, table.where};
  for (const Entry& entry : table.entries) {
    if (entry.key == key) only_entry.entries.push_back(entry);
  }
  const Params params = check_params(only_entry, only_key, {});
  std::vector<std::string> names;
  for (const Schema& schema : schemas) {
    if (schema.name == params.text(key)) return schema;
    names.push_back(schema.name);
  }
  const std::string& word = params.text(key);
  throw usage_error("{}: there is no {} `{}`{}", params.where(key).text(), what, shown(word),
                    name_hint(shown(word), names));
}

Params read_params(const Table& table, Schema schema, const std::vector<std::string>& ignored,
                   const Reader& reader) {
  for (ParamSpec& spec : schema.params) {
    const bool is_required_location =
        spec.role == ParamRole::kLocation && spec.default_value.empty();
    if (is_required_location && reader.locations == Locations::kOptional) {
      spec.default_value = "none";
    }
  }
  return check_params(table, schema, ignored).with_locations_in(reader.folder);
}

Uniqueness uniqueness_of(const std::string& word) {
  if (word == "strict") return Uniqueness::kStrict;
  return word == "true" ? Uniqueness::kOn : Uniqueness::kOff;
}

void read_top(const Table& root, Recipe& recipe) {
  const Params params =
      check_params(root, top_schema(), {"source", "output", "streams", "augment"});
  recipe.seed = params.unsigned_integer("seed");
  recipe.epochs = checked_cast<std::uint32_t>(params.integer("epochs"));
  recipe.unique = uniqueness_of(params.text("unique"));
  recipe.on_bad_sample =
      params.text("on_bad_sample") == "skip" ? OnBadSample::kSkip : OnBadSample::kStop;
  recipe.error_budget = params.real("error_budget");
  recipe.min_box_area = params.real("min_box_area");
  recipe.fuse = params.flag("fuse");
}

void read_source(const Table& table, const Reader& reader, Recipe& recipe) {
  const Schema& kind =
      chosen(table, source_schema(), "kind", "source kind", reader.vocabulary.sources);
  recipe.source_kind = kind.name;
  recipe.source = read_params(table, kind, names_of(source_schema()), reader);
}

void read_output(const Table& table, const Reader& reader, Recipe& recipe) {
  const Schema& encoding =
      chosen(table, output_schema(), "encoding", "encoding", reader.vocabulary.encodings);
  recipe.encoding = encoding.name;
  const Params own = read_params(table, output_schema(), names_of(encoding), reader);
  recipe.encoding_params = read_params(table, encoding, names_of(output_schema()), reader);
  if (own.has("path")) recipe.output_path = own.text("path");
  if (own.has("shard_rows")) {
    recipe.shard_rows = checked_cast<std::uint64_t>(own.integer("shard_rows"));
  }
}

void read_streams(const Table& table, Recipe& recipe) {
  const Params params = check_params(table, streams_schema(), {});
  recipe.stream_ranks = checked_cast<std::uint32_t>(params.integer("ranks"));
  recipe.stream_threads = checked_cast<std::uint32_t>(params.integer("threads"));
}

Augment read_augment(const Table& table, const Reader& reader) {
  const Schema& op = chosen(table, augment_schema(), "op", "op", reader.vocabulary.ops);
  Augment augment;
  augment.op = op.name;
  augment.where = table.where;
  augment.params = read_params(table, op, names_of(augment_schema()), reader);
  const Params own = check_params(table, augment_schema(), names_of(op));
  if (own.has("stream")) augment.stream = checked_cast<int>(own.integer("stream"));
  augment.is_enabled = own.flag("enabled");
  return augment;
}

void read_augments(const Table& root, const Reader& reader, Recipe& recipe) {
  const Value* value = root.find("augment");
  if (value == nullptr) return;
  const auto* array = std::get_if<Array>(&value->data);
  if (array == nullptr) {
    throw usage_error("{}: augment must be an array of tables, [[augment]], found {}",
                      value->where.text(), shown(*value));
  }
  std::map<std::string, int> seen;
  for (const Value& item : *array) {
    const auto* table = std::get_if<Table>(&item.data);
    if (table == nullptr) {
      throw usage_error("{}: each item of augment must be a table, found {}", item.where.text(),
                        shown(item));
    }
    Augment augment = read_augment(*table, reader);
    augment.occurrence = seen[augment.op]++;
    recipe.augments.push_back(std::move(augment));
  }
}

Recipe read_recipe(const Table& root, const Reader& reader) {
  Recipe recipe;
  read_top(root, recipe);
  read_source(table_at(root, "source"), reader, recipe);
  read_output(table_at(root, "output"), reader, recipe);
  read_streams(table_at(root, "streams"), recipe);
  read_augments(root, reader, recipe);
  return recipe;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return std::filesystem::absolute(file).lexically_normal().parent_path();
}

}  // namespace

Recipe parse_recipe(std::string_view text, const std::filesystem::path& file,
                    const Overrides& overrides, const Vocabulary& vocabulary) {
  Table root = parse_toml(text, file.string());
  apply_overrides(root, overrides);
  return read_recipe(root, {vocabulary, folder_of(file), Locations::kRequired});
}

Recipe parse_canonical(std::string_view text, const std::filesystem::path& origin,
                       const Vocabulary& vocabulary) {
  return read_recipe(parse_toml(text, origin.string()),
                     {vocabulary, folder_of(origin), Locations::kOptional});
}

Recipe load_recipe(const std::filesystem::path& file, const Overrides& overrides,
                   const Vocabulary& vocabulary) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(file, error);
  if (!std::filesystem::exists(status)) {
    throw usage_error("{}: there is no such recipe file", file.string());
  }
  if (std::filesystem::is_directory(status)) {
    throw usage_error("{}: expected a recipe file, found a folder", file.string());
  }
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxFileBytes + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (stream.bad() || (stream.fail() && !stream.eof())) {
    throw usage_error("{}: the recipe file cannot be read; is it readable for this user?",
                      file.string());
  }
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > kMaxFileBytes) {
    throw usage_error("{}: a recipe has at most {} MiB; is this another kind of file?",
                      file.string(), kMaxFileBytes >> 20);
  }
  return parse_recipe(text, file, overrides, vocabulary);
}

}  // namespace epochmill::recipe
