#include "source/tar_member_source.hpp"

#include <charconv>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/file_source.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"
#include "source/tar_header.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "put the tars back that the output folder was made of";

struct Place {
  std::uint64_t header_at = 0;
  std::uint64_t size = 0;
  std::uint32_t mark = 0;
  std::string_view name;
};

// Takes a number and the space behind it off `text`; false when there is none.
template <typename Number>
bool take_number(std::string_view& text, int base, Number& number) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number, base);
  if (error != std::errc{} || stop == end || *stop != ' ') return false;
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  return true;
}

Place place_of(std::string_view locator) {
  Place place;
  std::string_view text = locator;
  const bool is_whole = take_number(text, 10, place.header_at) &&
                        take_number(text, 10, place.size) && take_number(text, 16, place.mark);
  if (!is_whole || text.empty()) {
    throw input_error(
        "the catalog is damaged: {} is no place in a tar; delete it, and the next "
        "run lists the source again",
        shown(locator));
  }
  place.name = text;
  return place;
}

capi::File open_tar(const fs::path& path) {
  try {
    return capi::File::open_read(path);
  } catch (const Error&) {
    require_file(path, kPath, kRemedy);  // says so when it is gone
    throw;
  }
}

bool is_there(const capi::File& file, const Place& place) {
  const std::uint64_t bytes = file.size();
  if (bytes < kTarBlock || place.header_at > bytes - kTarBlock ||
      place.size > bytes - kTarBlock - place.header_at) {
    return false;
  }
  Bytes header(kTarBlock);
  file.read_at(header, place.header_at);
  return tar_header_mark(header) == place.mark;
}

class TarMemberSource : public Source {
 public:
  TarMemberSource(fs::path root, const Catalog& catalog)
      : root_(std::move(root)), catalog_(&catalog) {}

  Bytes read(std::uint64_t sample) const override {
    const Place place = place_of(catalog_->locator(sample));
    const capi::File file = open_tar(root_ / fs::path(place.name));
    if (!is_there(file, place)) {
      throw input_error(
          "{}: {} is not at byte {}, where it was when the source was listed; the tar "
          "has changed: {}",
          shown(file.path().native()), shown(catalog_->key(sample)), place.header_at, kRemedy);
    }
    Bytes bytes(checked_cast<std::size_t>(place.size));
    file.read_at(bytes, place.header_at + kTarBlock);
    return bytes;
  }

 private:
  fs::path root_;
  const Catalog* catalog_;
};

}  // namespace

std::string tar_locator(const TarSample& sample, const std::string& name_of_tar) {
  return fmt::format("{} {} {:08x} {}", sample.header_at, sample.size, sample.mark, name_of_tar);
}

std::unique_ptr<Source> make_tar_member_source(fs::path root, const Catalog& catalog) {
  return std::make_unique<TarMemberSource>(std::move(root), catalog);
}

}  // namespace epochmill::source
