#include "source/hdf5_files.hpp"

#include <algorithm>
#include <charconv>
#include <list>
#include <mutex>
#include <utility>

#include "base/error.hpp"
#include "source/hdf5_pictures.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

struct Place {
  std::uint64_t row = 0;
  std::string_view name;
};

Place place_of(std::string_view locator) {
  Place place;
  const char* end = locator.data() + locator.size();
  const auto [stop, error] = std::from_chars(locator.data(), end, place.row);
  if (error != std::errc{} || stop == locator.data() || end - stop < 2 || *stop != ' ') {
    throw input_error(
        "the catalog is damaged: {} is no row of a file; delete it, and the next run lists the "
        "source again",
        shown(locator));
  }
  place.name = locator.substr(static_cast<std::size_t>(stop - locator.data()) + 1);
  return place;
}

// Any thread. A file stays open while it is among those that were asked for last.
class OpenFiles {
 public:
  OpenFiles(fs::path root, const recipe::Params& params)
      : root_(std::move(root)), params_(params) {}

  std::shared_ptr<const Hdf5Pictures> open(std::string_view name) {
    const std::scoped_lock lock(mutex_);
    const auto found = std::ranges::find(latest_, name, &Named::first);
    if (found != latest_.end()) {
      latest_.splice(latest_.begin(), latest_, found);
    } else {
      const fs::path path = root_ / fs::path(name);
      latest_.emplace_front(name,
                            std::make_shared<const Hdf5Pictures>(path, hdf5_spec(params_, path)));
      if (latest_.size() > kMostOpen) latest_.pop_back();
    }
    return latest_.front().second;
  }

 private:
  using Named = std::pair<std::string, std::shared_ptr<const Hdf5Pictures>>;
  static constexpr std::size_t kMostOpen = 4;

  fs::path root_;
  recipe::Params params_;
  std::mutex mutex_;
  std::list<Named> latest_;  // the one asked for last in front
};

class Hdf5Files : public Source {
 public:
  Hdf5Files(fs::path root, const recipe::Params& params, const Catalog& catalog)
      : files_(std::move(root), params), catalog_(&catalog) {}

  Bytes read(std::uint64_t sample) const override {
    const Place place = place_of(catalog_->locator(sample));
    return files_.open(place.name)->read(place.row);
  }

 private:
  mutable OpenFiles files_;
  const Catalog* catalog_;
};

}  // namespace

std::string hdf5_locator(std::uint64_t row, const std::string& name_of_file) {
  return fmt::format("{} {}", row, name_of_file);
}

std::unique_ptr<Source> make_hdf5_files(fs::path root, const recipe::Params& params,
                                        const Catalog& catalog) {
  return std::make_unique<Hdf5Files>(std::move(root), params, catalog);
}

}  // namespace epochmill::source
