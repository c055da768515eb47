#include "source/raw_pnm.hpp"

#include <string>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::source {

RawPnm::RawPnm(image::Size size, int channels) {
  if ((channels != 1 && channels != 3) || size.width < 1 || size.height < 1) {
    throw internal_error("no PNM of {} x {} pixels with {} channels", size.width, size.height,
                         channels);
  }
  const std::string header =
      fmt::format("P{}\n{} {}\n255\n", channels == 1 ? 5 : 6, size.width, size.height);
  const std::size_t pixels =
      checked_mul(checked_cast<std::size_t>(size.width), checked_cast<std::size_t>(size.height));
  header_bytes_ = header.size();
  bytes_.reserve(header.size() + checked_mul(pixels, checked_cast<std::size_t>(channels)));
  bytes_.assign(header.begin(), header.end());
  bytes_.resize(header.size() + pixels * static_cast<std::size_t>(channels));
}

}  // namespace epochmill::source
