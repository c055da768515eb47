#include "convert/export.hpp"

#include <fmt/format.h>

#include <string>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "run/output_folder.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

constexpr const char* kNote = "export.json";

// No text of it needs escapes: names of targets and hexadecimal digits.
std::string note_of(const Target& target, const plan::Plan& plan) {
  const shard::Header header = plan.header(0, 0);
  return fmt::format(
      "{{\n  \"format\": \"epochmill-export\",\n  \"to\": \"{}\",\n  \"recipe_digest\": \"{}\",\n"
      "  \"catalog_digest\": \"{}\"\n}}\n",
      target.name, header.recipe_digest, header.catalog_digest);
}

}  // namespace

void prepare_folder(const fs::path& folder, const Target& target, const plan::Plan& plan) {
  run::make_own_folder(folder);
  capi::sweep_temp_files(folder);
  const fs::path note = folder / kNote;
  const std::string text = note_of(target, plan);
  if (!fs::exists(fs::symlink_status(note))) {
    if (!fs::is_empty(folder)) {
      throw usage_error("{} is not empty, and no export; choose an empty or a new folder",
                        folder.string());
    }
    return capi::write_file(note, text);
  }
  const Bytes found = capi::read_file(note);
  if (as_text(found) == text) return;
  throw usage_error(
      "{} holds an export of another recipe or source, or to another target than {}; choose "
      "another "
      "folder",
      folder.string(), target.name);
}

}  // namespace epochmill::convert
