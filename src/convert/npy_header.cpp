#include "convert/npy_header.hpp"

#include <string>

#include "image/npy_header.hpp"

namespace epochmill::convert {

Bytes npy_header(std::string_view type, const std::vector<std::uint64_t>& shape) {
  image::NpyHeader header;
  header.descr = type;
  const std::string bytes = image::make_npy_header(image::require_numbers(header), shape);
  return {bytes.begin(), bytes.end()};
}

}  // namespace epochmill::convert
