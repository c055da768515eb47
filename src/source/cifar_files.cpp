#include "source/cifar_files.hpp"

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/utf8.hpp"
#include "capi/file.hpp"
#include "source/file_source.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSplit = "split";
constexpr const char* kVariant = "variant";
constexpr const char* kCifarLabel = "label";
constexpr const char* kRemedy = "name the folder of the .bin files, or one of them";
// Keys of eight digits are in the order of their numbers.
constexpr std::uint64_t kMostRecords = 100000000;
// The longest list of names that is read.
constexpr std::uint64_t kMostNameBytes = std::uint64_t{1} << 20;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::string batch_name(int number) { return fmt::format("data_batch_{}.bin", number); }

// data_batch_1.bin and so on, none left out.
std::vector<fs::path> batches_in(const fs::path& folder) {
  constexpr int kMostBatches = 9;  // of one digit: their order is that of their names
  std::vector<fs::path> batches;
  for (int number = 1; number <= kMostBatches; ++number) {
    if (!is_file(folder / batch_name(number))) continue;
    if (static_cast<int>(batches.size()) != number - 1) {
      throw input_error("{}: there is {}, but no {}", shown(folder.native()), batch_name(number),
                        batch_name(static_cast<int>(batches.size()) + 1));
    }
    batches.push_back(folder / batch_name(number));
  }
  return batches;
}

std::vector<fs::path> files_in(const fs::path& folder, const std::string& split) {
  const bool is_train = split == "train";
  std::vector<fs::path> of_10 = is_train ? batches_in(folder) : std::vector<fs::path>{};
  if (!is_train && is_file(folder / "test_batch.bin")) of_10 = {folder / "test_batch.bin"};
  const fs::path of_100 = folder / (split + ".bin");
  if (of_10.empty() == !is_file(of_100)) {
    throw input_error("{}: {} {} (CIFAR-10){} {}.bin (CIFAR-100) in it; {}", shown(folder.native()),
                      of_10.empty() ? "neither" : "both",
                      is_train ? "data_batch_1.bin" : "test_batch.bin",
                      of_10.empty() ? " nor" : " and", split, kRemedy);
  }
  return of_10.empty() ? std::vector<fs::path>{of_100} : of_10;
}

bool is_cifar_100(const recipe::Params& params, const fs::path& file) {
  const std::string& variant = params.text(kVariant);
  if (variant != "auto") return variant == "100";
  const std::string name = file.filename().native();
  if (name == "train.bin" || name == "test.bin") return true;
  if (name.starts_with("data_batch") || name.starts_with("test_batch")) return false;
  throw usage_error(
      "{}: the name does not tell whether it is CIFAR-10 or CIFAR-100; say "
      "variant = \"10\" or \"100\" in [source]",
      shown(file.native()));
}

CifarFile look_at(const fs::path& path, std::size_t record_bytes) {
  const std::uint64_t bytes = capi::File::open_read(path).size();
  if (bytes == 0 || bytes % record_bytes != 0 || bytes / record_bytes > kMostRecords) {
    throw input_error(
        "{}: {} bytes are not a number of records of {} bytes; it was cut, or it is "
        "of another variant",
        shown(path.native()), bytes, record_bytes);
  }
  return {.path = path, .name = path.stem().native(), .records = bytes / record_bytes};
}

}  // namespace

CifarSet find_cifar(const recipe::Params& params) {
  const fs::path path = params.text(kPath);
  std::error_code ignored;
  std::vector<fs::path> paths{path};
  if (fs::is_directory(path, ignored)) {
    paths = files_in(path, params.text(kSplit));
  } else {
    require_file(path, kPath, kRemedy);
  }
  CifarSet set;
  set.names_file = "batches.meta.txt";
  const bool is_coarse = params.text(kCifarLabel) == "coarse";
  if (is_cifar_100(params, paths.front())) {
    set.label_bytes = 2;
    set.label_at = is_coarse ? 0 : 1;
    set.classes = is_coarse ? 20 : 100;
    set.names_file = is_coarse ? "coarse_label_names.txt" : "fine_label_names.txt";
  } else if (is_coarse) {
    throw usage_error("{}: CIFAR-10 has no coarse labels; leave `label` out",
                      params.where(kCifarLabel).text());
  }
  for (const fs::path& file : paths) set.files.push_back(look_at(file, set.record_bytes()));
  return set;
}

std::vector<recipe::ParamSpec> cifar_params() {
  using recipe::ParamType;
  return {{.name = kSplit,
           .type = ParamType::kString,
           .default_value = "\"train\"",
           .meaning = "which files of a folder: data_batch_*.bin or train.bin, test_batch.bin or "
                      "test.bin",
           .choices = {"train", "test"}},
          {.name = kVariant,
           .type = ParamType::kString,
           .default_value = "\"auto\"",
           .meaning = "CIFAR-10 or CIFAR-100; auto: as the name of the file tells",
           .choices = {"auto", "10", "100"}},
          {.name = kCifarLabel,
           .type = ParamType::kString,
           .default_value = "\"fine\"",
           .meaning = "which label of CIFAR-100: of 100 fine classes or of 20 coarse ones",
           .choices = {"fine", "coarse"}}};
}

std::vector<std::string> cifar_class_names(const CifarSet& set) {
  std::vector<std::string> names;
  const fs::path file = set.files.front().path.parent_path() / set.names_file;
  if (!is_file(file)) {
    for (std::int64_t i = 0; i < set.classes; ++i) names.push_back(std::to_string(i));
    return names;
  }
  if (capi::File::open_read(file).size() > kMostNameBytes) {
    throw input_error("{}: too large for a list of class names", shown(file.native()));
  }
  const Bytes bytes = capi::read_file(file);
  std::string_view text = as_text(bytes);
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view name = text.substr(0, end);
    if (name.ends_with('\r')) name.remove_suffix(1);
    names.emplace_back(name);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::vector<std::string> sorted = names;
  std::ranges::sort(sorted);
  const bool is_bad = std::ranges::any_of(names, &std::string::empty) ||
                      std::ranges::adjacent_find(sorted) != sorted.end() ||
                      find_invalid_utf8(as_text(bytes)) != std::string_view::npos ||
                      !std::cmp_equal(names.size(), set.classes);
  if (!is_bad) return names;
  throw input_error(
      "{}: expected {} different class names in UTF-8, one a line, found {} lines; "
      "correct it, or take it away",
      shown(file.native()), set.classes, names.size());
}

}  // namespace epochmill::source
