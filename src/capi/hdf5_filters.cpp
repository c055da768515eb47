#include "capi/hdf5_filters.hpp"

#include <array>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/deflate.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

constexpr int kMostFilters = 32;  // as many as a mask has bits

}  // namespace

bool is_undone_here(const H5Filter& filter) {
  return filter.id == H5Z_FILTER_DEFLATE || filter.id == H5Z_FILTER_SHUFFLE;
}

std::vector<H5Filter> read_filters(std::int64_t creation, const std::filesystem::path& path,
                                   const std::string& name) {
  const int count = H5Pget_nfilters(creation);
  if (count < 0 || count > kMostFilters)
    fail_foreign(path, "read the filters of '" + name + "' in");
  std::vector<H5Filter> filters;
  for (int i = 0; i < count; ++i) {
    unsigned flags = 0;
    std::array<unsigned, 1> values{};
    std::size_t value_count = values.size();
    std::array<char, 64> title{};
    const H5Z_filter_t id = H5Pget_filter2(creation, static_cast<unsigned>(i), &flags, &value_count,
                                           values.data(), title.size() - 1, title.data(), nullptr);
    if (id < 0) fail_foreign(path, "read the filters of '" + name + "' in");
    H5Filter filter{.id = id};
    if (id == H5Z_FILTER_SHUFFLE && value_count >= 1) filter.element_bytes = values[0];
    if (filter.element_bytes == 0) fail_foreign(path, "read the filters of '" + name + "' in");
    if (!is_undone_here(filter) && H5Zfilter_avail(id) <= 0) {
      throw input_error(
          "dataset '{}' of '{}' went through the filter {} ({}), which HDF5 does not have here; "
          "write it anew with gzip (h5repack -f GZIP=4), or without any",
          name, path.string(), id, title[0] == '\0' ? "without a name" : title.data());
    }
    filters.push_back(filter);
  }
  return filters;
}

Bytes unshuffle(const Bytes& shuffled, std::size_t element_bytes) {
  const std::size_t elements = shuffled.size() / element_bytes;
  Bytes plain(shuffled);
  for (std::size_t b = 0; b < element_bytes; ++b) {
    for (std::size_t i = 0; i < elements; ++i) {
      plain[i * element_bytes + b] = shuffled[b * elements + i];
    }
  }
  return plain;
}

Bytes undo_filters(const std::vector<H5Filter>& filters, std::uint32_t skipped, Bytes packed,
                   std::uint64_t size) {
  for (std::size_t i = filters.size(); i-- > 0;) {
    if ((skipped >> i & 1) != 0) continue;
    if (filters[i].id == H5Z_FILTER_DEFLATE) {
      Bytes plain(checked_cast<std::size_t>(size));
      decompress_zlib(packed, plain);
      packed = std::move(plain);
    } else {
      packed = unshuffle(packed, filters[i].element_bytes);
    }
  }
  if (packed.size() == size) return packed;
  throw input_error("it holds {} bytes, and must hold {}", packed.size(), size);
}

}  // namespace epochmill::capi
