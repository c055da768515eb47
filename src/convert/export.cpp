#include "convert/export.hpp"

#include <fmt/format.h>

#include <string>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "convert/unfinished.hpp"
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

// Whether there is nothing in `folder` but notes that other exports are just writing.
bool is_unused(const fs::path& folder) {
  const std::string unfinished_note = fmt::format(".{}.", kNote);
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (!entry.path().filename().string().starts_with(unfinished_note)) return false;
  }
  return true;
}

void write_note(const fs::path& note, const std::string& text) {
  Unfinished file(note);
  file.append(as_bytes(text));
  file.publish_new();
}

}  // namespace

void prepare_folder(const fs::path& folder, const Target& target, const plan::Plan& plan) {
  run::make_own_folder(folder);
  capi::sweep_temp_files(folder);
  capi::sweep_temp_folders(folder);
  const fs::path note = folder / kNote;
  const std::string text = note_of(target, plan);
  // Looked at in this order: an export that has begun meanwhile wrote its note before all else.
  const bool has_nothing = is_unused(folder);
  if (!fs::exists(fs::symlink_status(note))) {
    if (!has_nothing) {
      throw usage_error("{} is not empty, and no export; choose an empty or a new folder",
                        folder.string());
    }
    write_note(note, text);
  }
  // Also when it has just been written: of two exports that begin at once, one's note rules.
  if (as_text(capi::read_file(note)) == text) return;
  throw usage_error(
      "{} holds an export of another recipe or source, or to another target than {}; choose "
      "another folder",
      folder.string(), target.name);
}

}  // namespace epochmill::convert
