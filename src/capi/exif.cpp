#include "capi/exif.hpp"

#include <libexif/exif-data.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

namespace epochmill::capi {
namespace {

struct ExifDataFree {
  void operator()(ExifData* data) const { exif_data_unref(data); }
};

constexpr std::array<std::uint8_t, 6> kHeader{'E', 'x', 'i', 'f', 0, 0};
// libexif looks no further than a JPEG's APP1 segment can reach.
constexpr std::size_t kMaxPayload = 0xFFFE - kHeader.size();

}  // namespace

int exif_orientation(ByteView tiff) {
  if (tiff.empty()) return 1;
  Bytes payload(kHeader.begin(), kHeader.end());
  const ByteView head = tiff.first(std::min(tiff.size(), kMaxPayload));
  payload.insert(payload.end(), head.begin(), head.end());

  const std::unique_ptr<ExifData, ExifDataFree> data(exif_data_new());
  if (!data) throw std::bad_alloc();
  // Mending what it reads costs time, and could invent a tag that is not there.
  exif_data_unset_option(data.get(), EXIF_DATA_OPTION_FOLLOW_SPECIFICATION);
  exif_data_load_data(data.get(), payload.data(), static_cast<unsigned>(payload.size()));

  const ExifEntry* entry = exif_content_get_entry(data->ifd[EXIF_IFD_0], EXIF_TAG_ORIENTATION);
  if (entry == nullptr || entry->format != EXIF_FORMAT_SHORT || entry->size < 2) return 1;
  const int orientation = exif_get_short(entry->data, exif_data_get_byte_order(data.get()));
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

}  // namespace epochmill::capi
