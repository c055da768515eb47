#include "source/npy_row.hpp"

#include <string>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "image/npy_header.hpp"

namespace epochmill::source {

NpyRow::NpyRow(const image::NumberType& type, image::Size size, int channels) {
  if (size.height < 1 || size.width < 1 || channels < 1) {
    throw internal_error("no NPY of {} x {} x {} numbers", size.height, size.width, channels);
  }
  const std::vector<std::uint64_t> sides{checked_cast<std::uint64_t>(size.height),
                                         checked_cast<std::uint64_t>(size.width),
                                         checked_cast<std::uint64_t>(channels)};
  std::size_t bytes = type.bytes;
  for (const std::uint64_t side : sides) bytes = checked_mul(bytes, side);
  const std::string header = image::make_npy_header(type, sides);
  header_bytes_ = header.size();
  bytes_.assign(header.begin(), header.end());
  bytes_.resize(checked_add(header_bytes_, bytes));
}

}  // namespace epochmill::source
