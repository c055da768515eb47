#include "run/local_places.hpp"

#include <nlohmann/json.hpp>

#include "capi/file.hpp"
#include "source/source.hpp"

namespace epochmill::run {
namespace {

std::filesystem::path local_path(const std::filesystem::path& out) { return out / "local.json"; }

}  // namespace

void remember_places(const std::filesystem::path& out, const recipe::Recipe& recipe) {
  nlohmann::ordered_json places;
  for (const recipe::ParamSpec& spec : source::source_kind(recipe.source_kind).schema.params) {
    const bool is_place = spec.role == recipe::ParamRole::kLocation && recipe.source.has(spec.name);
    if (is_place) places["source"][spec.name] = recipe.source.text(spec.name);
  }
  // Paths may be any bytes; JSON is UTF-8. A path that is not is replaced, and then simply not
  // found again.
  capi::write_file(local_path(out),
                   places.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
}

std::vector<std::string> remembered_places(const std::filesystem::path& out) {
  std::vector<std::string> sets;
  if (!std::filesystem::exists(local_path(out))) return sets;
  const Bytes text = capi::read_file(local_path(out));
  const auto places = nlohmann::json::parse(text, nullptr, false);
  if (!places.is_object() || !places.contains("source")) return sets;
  for (const auto& [name, place] : places["source"].items()) {
    if (!place.is_string()) continue;
    sets.push_back("source." + name + "=" +
                   recipe::to_toml({.data = place.get<std::string>(), .where = {}}));
  }
  return sets;
}

}  // namespace epochmill::run
