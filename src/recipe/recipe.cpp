#include "recipe/recipe.hpp"

#include <fmt/ranges.h>

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

// Reads the ops of a recipe, and those inside them.
class AugmentReader {
 public:
  explicit AugmentReader(const Reader& reader) : reader_(reader) {}

  // The array of tables `value`, which is called `name`: "augment", "augment.ops".
  std::vector<Augment> read(const Value& value, const std::string& name) {
    const auto* array = std::get_if<Array>(&value.data);
    if (array == nullptr) {
      throw usage_error("{}: {} must be an array of tables, [[{}]], found {}", value.where.text(),
                        name, name, shown(value));
    }
    std::vector<Augment> augments;
    for (const Value& item : *array) {
      const auto* table = std::get_if<Table>(&item.data);
      if (table == nullptr) {
        throw usage_error("{}: each item of {} must be a table, found {}", item.where.text(), name,
                          shown(item));
      }
      augments.push_back(read_one(*table, name));
    }
    return augments;
  }

 private:
  Augment read_one(const Table& table, const std::string& name) {
    const Schema& op = chosen(table, augment_schema(), "op", "op", reader_.vocabulary.ops);
    Augment augment;
    augment.op = op.name;
    augment.where = table.where;
    const Value* ops = table.find(kOps);
    if (ops != nullptr && !op.takes_ops) refuse_ops(*ops, op);
    augment.params = read_params(table, op, with_ops(names_of(augment_schema())), reader_);
    const Params own = check_params(table, augment_schema(), with_ops(names_of(op)));
    if (own.has("stream")) augment.stream = checked_cast<int>(own.integer("stream"));
    augment.is_enabled = own.flag("enabled");
    augment.occurrence = seen_[augment.op]++;
    if (op.takes_ops) augment.ops = read_inside(table, ops, op, name + "." + kOps);
    return augment;
  }

  std::vector<Augment> read_inside(const Table& table, const Value* ops, const Schema& op,
                                   const std::string& name) {
    if (depth_ == kMaxOpsDepth) {
      throw usage_error("{}: ops stand more than {} deep inside each other", table.where.text(),
                        kMaxOpsDepth);
    }
    ++depth_;
    std::vector<Augment> inside;
    if (ops != nullptr) inside = read(*ops, name);
    --depth_;
    if (!inside.empty()) return inside;
    throw usage_error("{}: {} has no ops inside it; write at least one [[{}]] table under it",
                      table.where.text(), op.name, name);
  }

  static std::vector<std::string> with_ops(std::vector<std::string> names) {
    names.emplace_back(kOps);
    return names;
  }

  [[noreturn]] void refuse_ops(const Value& ops, const Schema& op) const {
    std::vector<std::string> takers;
    for (const Schema& schema : reader_.vocabulary.ops) {
      if (schema.takes_ops) takers.push_back(schema.name);
    }
    throw usage_error("{}: {} takes no ops inside it; those that do: {}", ops.where.text(), op.name,
                      fmt::join(takers, ", "));
  }

  static constexpr const char* kOps = "ops";

  const Reader& reader_;
  std::map<std::string, int> seen_;  // of each kind, so far
  int depth_ = 0;
};

std::vector<Augment> read_augments(const Table& root, const Reader& reader) {
  const Value* value = root.find("augment");
  return value == nullptr ? std::vector<Augment>{} : AugmentReader(reader).read(*value, "augment");
}

template <typename Wanted>
void collect(const std::vector<Augment>& augments, const Wanted& is_wanted,
             std::vector<const Augment*>& found) {
  for (const Augment& augment : augments) {
    if (!is_wanted(augment)) continue;
    found.push_back(&augment);
    collect(augment.ops, is_wanted, found);
  }
}

Recipe read_recipe(const Table& root, const Reader& reader) {
  Recipe recipe;
  read_top(root, recipe);
  read_source(table_at(root, "source"), reader, recipe);
  read_output(table_at(root, "output"), reader, recipe);
  read_streams(table_at(root, "streams"), recipe);
  recipe.augments = read_augments(root, reader);
  return recipe;
}

std::filesystem::path folder_of(const std::filesystem::path& file) {
  return std::filesystem::absolute(file).lexically_normal().parent_path();
}

}  // namespace

std::vector<const Augment*> all_augments(const std::vector<Augment>& augments) {
  std::vector<const Augment*> found;
  collect(
      augments, [](const Augment&) { return true; }, found);
  return found;
}

std::vector<const Augment*> enabled_augments(const std::vector<Augment>& augments) {
  std::vector<const Augment*> found;
  collect(
      augments, [](const Augment& augment) { return augment.is_enabled; }, found);
  return found;
}

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

std::vector<Augment> parse_augments(std::string_view text, const std::filesystem::path& file,
                                    const Vocabulary& vocabulary) {
  return read_augments(parse_toml(text, file.string()),
                       {vocabulary, folder_of(file), Locations::kRequired});
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
