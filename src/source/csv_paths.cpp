#include "source/csv_paths.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <system_error>

#include "base/error.hpp"
#include "source/parallel_each.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 256;  // files looked at in one go

std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view{} : path.substr(0, slash);
}

// Whether things lie below one real folder.
class Fence {
 public:
  explicit Fence(const fs::path& root) : root_(root) {
    std::error_code error;
    real_root_ = fs::canonical(root, error).native();
    if (error) throw io_error("{}: cannot be looked at: {}", root.string(), error.message());
    if (!real_root_.ends_with('/')) real_root_ += '/';
  }

  // True when root / `path`, all links followed, exists and lies elsewhere.
  bool leads_out(std::string_view path) const {
    std::error_code error;
    const fs::path real = fs::canonical(root_ / fs::path(path), error);
    return !error && !(real.native() + '/').starts_with(real_root_);
  }

  bool is_link(std::string_view path) const {
    std::error_code error;
    return fs::symlink_status(root_ / fs::path(path), error).type() == fs::file_type::symlink;
  }

 private:
  fs::path root_;
  std::string real_root_;
};

// For every folder that a sample lies in: whether links lead it out. Most samples share few
// folders, so that one look at each sample's own last name is all that is left to do.
std::map<std::string_view, char> folders_leading_out(const Fence& fence,
                                                     std::span<const Listed> samples,
                                                     std::string Listed::*member, int threads) {
  std::map<std::string_view, char> folders;
  for (const Listed& sample : samples) folders.try_emplace(folder_of(sample.*member), char{0});
  std::vector<std::pair<const std::string_view, char>*> entries;
  for (auto& entry : folders) entries.push_back(&entry);
  parallel_each(entries.size(), threads, [&](std::size_t i) {
    entries[i]->second = fence.leads_out(entries[i]->first) ? 1 : 0;
  });
  return folders;
}

}  // namespace

void refuse_leaving(std::string_view path) {
  if (path.starts_with('/')) {
    throw input_error("path {} is absolute; expected one below the root: {}", shown(path),
                      kStayInside);
  }
  int depth = 0;
  std::string_view rest = path;
  while (!rest.empty()) {
    const std::size_t slash = rest.find('/');
    const std::string_view name = rest.substr(0, slash);
    rest = slash == std::string_view::npos ? std::string_view{} : rest.substr(slash + 1);
    if (name == "..") {
      --depth;
    } else if (!name.empty() && name != ".") {
      ++depth;
    }
    if (depth < 0) {
      throw input_error("path {} leaves the root by `..`: {}", shown(path), kStayInside);
    }
  }
}

std::vector<std::size_t> find_linked_out(const fs::path& root, std::span<const Listed> samples,
                                         int threads, std::string Listed::*member) {
  const Fence fence(root);
  const auto folders = folders_leading_out(fence, samples, member, threads);
  const std::size_t blocks = (samples.size() + kBlock - 1) / kBlock;
  std::vector<std::vector<std::size_t>> found(blocks);
  parallel_each(blocks, threads, [&](std::size_t block) {
    const std::size_t end = std::min(samples.size(), (block + 1) * kBlock);
    for (std::size_t i = block * kBlock; i < end; ++i) {
      const std::string& path = samples[i].*member;
      if (folders.at(folder_of(path)) != 0 || (fence.is_link(path) && fence.leads_out(path))) {
        found[block].push_back(i);
      }
    }
  });
  std::vector<std::size_t> all;
  for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
  return all;
}

}  // namespace epochmill::source
