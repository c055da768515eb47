#include <exception>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/jpeg.hpp"
#include "capi/jpeg_trap.hpp"

namespace epochmill::capi {
namespace {

struct Encoder {
  jpeg_compress_struct info{};
  JpegTrap trap{};
  jpeg_destination_mgr destination{};
  std::span<const std::uint8_t> values;
  int width = 0;
  int height = 0;
  int channels = 0;
  int quality = 0;
  JpegSubsampling subsampling = JpegSubsampling::k420;
  Bytes jpeg;

  Encoder() = default;
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
  ~Encoder() { jpeg_destroy_compress(&info); }

  static Encoder& of(j_compress_ptr info) { return *static_cast<Encoder*>(info->client_data); }

  static void start(j_compress_ptr) {}

  // Called when all of `jpeg` is filled: doubles it.
  static boolean grow(j_compress_ptr info) {
    Encoder& encoder = of(info);
    const std::size_t used = encoder.jpeg.size();
    if (!encoder.resize(used * 2)) ERREXIT1(info, JERR_OUT_OF_MEMORY, 0);
    encoder.destination.next_output_byte = encoder.jpeg.data() + used;
    encoder.destination.free_in_buffer = used;
    return TRUE;
  }
  bool resize(std::size_t size) noexcept {
    try {
      jpeg.resize(size);
      return true;
    } catch (
        const std::exception&) {  // bad_alloc or length_error, which must not pass through libjpeg
      return false;
    }
  }

  static void encode(Encoder& encoder) {
    jpeg_compress_struct& info = encoder.info;
    jpeg_create_compress(&info);
    encoder.destination.init_destination = start;
    encoder.destination.empty_output_buffer = grow;
    encoder.destination.term_destination = start;
    encoder.destination.next_output_byte = encoder.jpeg.data();
    encoder.destination.free_in_buffer = encoder.jpeg.size();
    info.dest = &encoder.destination;
    info.image_width = static_cast<JDIMENSION>(encoder.width);
    info.image_height = static_cast<JDIMENSION>(encoder.height);
    info.input_components = encoder.channels;
    info.in_color_space = encoder.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(&info);
    if (encoder.channels == 3) {
      info.comp_info[0].h_samp_factor = encoder.subsampling == JpegSubsampling::k444 ? 1 : 2;
      info.comp_info[0].v_samp_factor = encoder.subsampling == JpegSubsampling::k420 ? 2 : 1;
    }
    jpeg_set_quality(&info, encoder.quality, TRUE);
    info.dct_method = JDCT_ISLOW;
    jpeg_start_compress(&info, TRUE);
    const std::size_t row_values =
        static_cast<std::size_t>(encoder.width) * static_cast<std::size_t>(encoder.channels);
    while (info.next_scanline < info.image_height) {
      // libjpeg reads rows through a pointer to non-const, and does not write.
      auto* row = const_cast<JSAMPLE*>(encoder.values.data() + info.next_scanline * row_values);
      jpeg_write_scanlines(&info, &row, 1);
    }
    jpeg_finish_compress(&info);
  }
};

}  // namespace

Bytes encode_jpeg(std::span<const std::uint8_t> values, int width, int height, int channels,
                  int quality, JpegSubsampling subsampling) {
  const auto pixels =
      checked_mul(checked_cast<std::size_t>(width), checked_cast<std::size_t>(height));
  if (pixels == 0 || (channels != 1 && channels != 3) || quality < 1 || quality > 100 ||
      values.size() != checked_mul(pixels, static_cast<std::size_t>(channels))) {
    throw internal_error("no JPEG of {} values, {} x {} pixels, {} channels, quality {}",
                         values.size(), width, height, channels, quality);
  }
  if (width > JPEG_MAX_DIMENSION || height > JPEG_MAX_DIMENSION) {
    throw usage_error("a JPEG has at most {} pixels a side, and the picture is {} x {}; use png",
                      JPEG_MAX_DIMENSION, width, height);
  }
  Encoder encoder;
  encoder.values = values;
  encoder.width = width;
  encoder.height = height;
  encoder.channels = channels;
  encoder.quality = quality;
  encoder.subsampling = subsampling;
  encoder.jpeg.resize(1024 + values.size() / 4);
  arm(encoder.trap);
  encoder.info.err = &encoder.trap.manager;
  encoder.info.client_data = &encoder;
  if (!run_guarded(encoder, Encoder::encode)) throw_failure(encoder.trap);
  encoder.jpeg.resize(encoder.jpeg.size() - encoder.destination.free_in_buffer);
  return std::move(encoder.jpeg);
}

}  // namespace epochmill::capi
