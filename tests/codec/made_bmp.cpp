#include "made_formats.hpp"

namespace epochmill::codec::testing {
namespace {

void put(Bytes& bytes, std::uint32_t value, int size) {
  for (int i = 0; i < size; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

}  // namespace

Bytes make_bmp(const BmpSpec& spec) {
  const bool is_os2 = spec.info_bytes == 12;
  const int entry_bytes = is_os2 ? 3 : 4;
  const auto info_bytes = static_cast<std::size_t>(spec.info_bytes);
  Bytes info;
  put(info, static_cast<std::uint32_t>(spec.info_bytes), 4);
  put(info, static_cast<std::uint32_t>(spec.width), is_os2 ? 2 : 4);
  put(info, static_cast<std::uint32_t>(spec.height), is_os2 ? 2 : 4);
  put(info, 1, 2);
  put(info, static_cast<std::uint32_t>(spec.bits), 2);
  if (!is_os2) {
    put(info, static_cast<std::uint32_t>(spec.compression), 4);
    for (int i = 0; i < 3; ++i) put(info, 0, 4);
    put(info, static_cast<std::uint32_t>(spec.palette.size()), 4);
    put(info, 0, 4);
  }
  for (const std::uint32_t mask : spec.masks) put(info, mask, 4);
  if (info.size() < info_bytes) info.resize(info_bytes);
  for (const std::uint32_t entry : spec.palette) put(info, entry, entry_bytes);
  Bytes bmp{'B', 'M'};
  put(bmp, static_cast<std::uint32_t>(14 + info.size() + spec.pixels.size()), 4);
  put(bmp, 0, 4);
  put(bmp, static_cast<std::uint32_t>(14 + info.size()), 4);
  bmp.insert(bmp.end(), info.begin(), info.end());
  bmp.insert(bmp.end(), spec.pixels.begin(), spec.pixels.end());
  return bmp;
}

}  // namespace epochmill::codec::testing
