#include "source/folder_walk.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/parallel_each.hpp"
#include "source/picture_name.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHidden = "name starts with a dot";
constexpr const char* kWindows = "left by Windows (Thumbs.db, desktop.ini)";
constexpr const char* kNoPicture = "extension is not that of a picture";
constexpr const char* kDeadLink = "link leads nowhere";
constexpr const char* kSpecial = "FIFO, socket or device";
constexpr const char* kKnownFolder = "folder is listed already (a link to it)";

// One folder's entries. Paths are below the root.
struct Contents {
  capi::FileIdentity identity;
  std::vector<std::string> files;
  std::vector<std::string> folders;
  std::vector<std::string> links;  // to folders
  std::map<std::string, std::uint64_t> skipped;
};

Error unreadable(const fs::path& path, const std::string& reason) {
  return io_error("{}: cannot be read: {}; give the right to read it, or take it out of the source",
                  shown(path.native()), reason);
}

bool leads_nowhere(const std::error_code& error) {
  return error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory ||
         error == std::errc::too_many_symbolic_link_levels;
}

// The type of what `entry` is or, through a link, leads to; `none` for a link that leads nowhere.
fs::file_type type_of(const fs::directory_entry& entry, bool is_link) {
  if (!is_link && entry.is_regular_file()) return fs::file_type::regular;
  if (!is_link && entry.is_directory()) return fs::file_type::directory;
  std::error_code error;
  const fs::file_type type = fs::status(entry.path(), error).type();
  if (type == fs::file_type::not_found || leads_nowhere(error)) return fs::file_type::none;
  if (error) throw unreadable(entry.path(), error.message());
  return type;
}

void sort_in(const fs::directory_entry& entry, const std::string& name, std::string path,
             Contents& contents) {
  if (name.starts_with('.')) {
    ++contents.skipped[kHidden];
    return;
  }
  const bool is_link = entry.is_symlink();
  switch (type_of(entry, is_link)) {
    case fs::file_type::directory:
      (is_link ? contents.links : contents.folders).push_back(std::move(path));
      return;
    case fs::file_type::regular:
      if (is_left_by_windows(name)) {
        ++contents.skipped[kWindows];
      } else if (has_picture_extension(name) || has_no_extension(name)) {
        contents.files.push_back(std::move(path));
      } else {
        ++contents.skipped[kNoPicture];
      }
      return;
    case fs::file_type::none:
      ++contents.skipped[kDeadLink];
      return;
    default:
      ++contents.skipped[kSpecial];
  }
}

Contents list_folder(const fs::path& root, const std::string& path) {
  const fs::path folder = path.empty() ? root : root / path;
  Contents contents;
  contents.identity = capi::identity_of(folder);
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      const std::string name = entry.path().filename().native();
      sort_in(entry, name, path.empty() ? name : path + '/' + name, contents);
    }
  } catch (const fs::filesystem_error& error) {
    throw unreadable(folder, error.code().message());
  }
  return contents;
}

class Walk {
 public:
  Walk(const fs::path& root, int threads) : root_(root), threads_(threads) {}

  // Takes the folder at `path`, and all that it holds without following a link. Level by level: the
  // threads only read folders, and what is taken is decided between the levels, in order.
  void take(const std::string& path) {
    std::vector<std::string> level{path};
    while (!level.empty()) {
      std::ranges::sort(level);
      std::vector<Contents> contents(level.size());
      parallel_each(level.size(), threads_,
                    [&](std::size_t i) { contents[i] = list_folder(root_, level[i]); });
      std::vector<std::string> next;
      for (std::size_t i = 0; i < level.size(); ++i) merge(level[i], std::move(contents[i]), next);
      level = std::move(next);
    }
  }

  void take_links() {
    while (!links_.empty()) {
      const std::string path = std::move(links_.extract(links_.begin()).value());
      if (known_.contains(capi::identity_of(root_ / path))) {
        ++tree_.skipped[kKnownFolder];
      } else {
        take(path);
      }
    }
  }

  FoundTree finish() {
    std::ranges::sort(tree_.files);
    std::ranges::sort(tree_.folders);
    return std::move(tree_);
  }

 private:
  void merge(const std::string& path, Contents contents, std::vector<std::string>& next) {
    if (!known_.insert(contents.identity).second) {
      ++tree_.skipped[kKnownFolder];
      return;
    }
    if (!path.empty() && path.find('/') == std::string::npos) tree_.folders.push_back(path);
    std::ranges::move(contents.files, std::back_inserter(tree_.files));
    std::ranges::move(contents.folders, std::back_inserter(next));
    std::ranges::move(contents.links, std::inserter(links_, links_.end()));
    for (const auto& [reason, count] : contents.skipped) tree_.skipped[reason] += count;
  }

  fs::path root_;
  int threads_;
  std::set<capi::FileIdentity> known_;
  std::set<std::string> links_;  // to folders, not yet followed
  FoundTree tree_;
};

}  // namespace

FoundTree walk_folder(const fs::path& root, int threads) {
  Walk walk(root, threads);
  walk.take("");
  walk.take_links();
  return walk.finish();
}

}  // namespace epochmill::source
