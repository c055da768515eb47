#include <stdio.h>  // jpeglib.h needs FILE and size_t, and does not include them

//
#include <jpeglib.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "made_picture.hpp"

namespace epochmill::codec::testing {

Bytes make_jpeg(const JpegSpec& spec, const image::ImageU8& values) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);  // ends the test program
  jpeg_create_compress(&info);
  unsigned char* buffer = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &buffer, &size);
  info.image_width = static_cast<JDIMENSION>(values.width());
  info.image_height = static_cast<JDIMENSION>(values.height());
  info.input_components = spec.channels;
  info.in_color_space = spec.channels == 1   ? JCS_GRAYSCALE
                        : spec.channels == 3 ? JCS_RGB
                                             : JCS_CMYK;
  jpeg_set_defaults(&info);
  if (spec.is_rgb_coded) jpeg_set_colorspace(&info, JCS_RGB);
  if (spec.channels == 4) jpeg_set_colorspace(&info, spec.is_ycck_coded ? JCS_YCCK : JCS_CMYK);
  if (!spec.has_adobe_marker) info.write_Adobe_marker = FALSE;
  jpeg_set_quality(&info, spec.quality, TRUE);
  if (spec.chroma_across > 0) {
    info.comp_info[0].h_samp_factor = spec.chroma_across;
    info.comp_info[0].v_samp_factor = spec.chroma_down;
  }
  if (spec.is_progressive) jpeg_simple_progression(&info);
  const jpeg_scan_info scans[3] = {
      {1, {0}, 0, 63, 0, 0}, {1, {1}, 0, 63, 0, 0}, {1, {2}, 0, 63, 0, 0}};
  if (spec.has_separate_scans) {
    info.scan_info = scans;
    info.num_scans = 3;
  }
  info.arith_code = spec.is_arithmetic ? TRUE : FALSE;
  info.restart_in_rows = spec.restart_rows;
  jpeg_start_compress(&info, TRUE);
  if (!spec.exif.empty()) {
    Bytes payload{'E', 'x', 'i', 'f', 0, 0};
    payload.insert(payload.end(), spec.exif.begin(), spec.exif.end());
    jpeg_write_marker(&info, JPEG_APP0 + 1, payload.data(), static_cast<unsigned>(payload.size()));
  }
  while (info.next_scanline < info.image_height) {
    auto* row = const_cast<JSAMPLE*>(values.row(static_cast<int>(info.next_scanline)));
    jpeg_write_scanlines(&info, &row, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  Bytes jpeg(buffer, buffer + size);
  std::free(buffer);
  return jpeg;
}

std::size_t marker_offset(const Bytes& jpeg, std::uint8_t marker) {
  const char pattern[2] = {'\xFF', static_cast<char>(marker)};
  return as_text(jpeg).find(std::string_view(pattern, 2));
}

}  // namespace epochmill::codec::testing
