#include "capi/jpeg.hpp"

#include <algorithm>
#include <string_view>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/jpeg_trap.hpp"

#define EPOCHMILL_TEXT_OF(tokens) #tokens
#define EPOCHMILL_TEXT(macro) EPOCHMILL_TEXT_OF(macro)

namespace epochmill::capi {

namespace {

// More than the reach of upsampling, in pixels; a whole number of blocks is decoded in any case.
constexpr int kSideMargin = 16;
constexpr int kTopMargin = 16;

}  // namespace

struct JpegDecoder::State {
  jpeg_decompress_struct info{};
  JpegTrap trap{};
  jpeg_source_mgr source{};
  jpeg_progress_mgr progress{};
  ByteView jpeg;
  JpegHeader header;
  Bytes exif;
  JpegRegion region;
  std::uint8_t* out = nullptr;
  bool has_header = false;
  bool has_run_out = false;         // the bytes are used up, and an end-of-image marker was made up
  bool has_all_components = false;  // each has had a scan with its averages (DC) at least
  bool has_all_scans = false;       // no bit of any coefficient is missing

  explicit State(ByteView bytes) : jpeg(bytes) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { jpeg_destroy_decompress(&info); }

  static State& of(j_decompress_ptr info) { return *static_cast<State*>(info->client_data); }

  // The source: all bytes at once. When they are used up, one end-of-image marker is made up, so
  // that a picture that lacks nothing else can be finished. A decoder that still needed data then
  // says so (JWRN_HIT_MARKER), or asks once more.
  static void start_source(j_decompress_ptr) {}
  static boolean fill_source(j_decompress_ptr info) {
    static const JOCTET kEndOfImage[2] = {0xFF, JPEG_EOI};
    State& state = of(info);
    if (!state.has_header || state.has_run_out) {
      fail(reinterpret_cast<j_common_ptr>(info), JpegFailure::kCut);
    }
    state.has_run_out = true;
    state.source.next_input_byte = kEndOfImage;
    state.source.bytes_in_buffer = sizeof(kEndOfImage);
    return TRUE;
  }
  static void skip_source(j_decompress_ptr info, long bytes) {
    State& state = of(info);
    if (bytes <= 0) return;
    const auto count = static_cast<std::size_t>(bytes);
    if (count > state.source.bytes_in_buffer) {
      fail(reinterpret_cast<j_common_ptr>(info), JpegFailure::kCut);
    }
    state.source.next_input_byte += count;
    state.source.bytes_in_buffer -= count;
  }

  static void watch_scans(j_common_ptr info) {
    if (reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans) {
      fail(info, JpegFailure::kTooManyScans);
    }
  }

  static void read_header(State& state) {
    jpeg_decompress_struct& info = state.info;
    jpeg_create_decompress(&info);
    info.mem->max_memory_to_use = 0;  // whatever the environment's JPEGMEM says
    state.source.init_source = start_source;
    state.source.fill_input_buffer = fill_source;
    state.source.skip_input_data = skip_source;
    state.source.resync_to_restart = jpeg_resync_to_restart;
    state.source.term_source = start_source;
    state.source.next_input_byte = state.jpeg.data();
    state.source.bytes_in_buffer = state.jpeg.size();
    info.src = &state.source;
    state.progress.progress_monitor = watch_scans;
    info.progress = &state.progress;
    jpeg_save_markers(&info, JPEG_APP0 + 1, 0xFFFF);
    jpeg_save_markers(&info, JPEG_APP0 + 2, 16);  // enough to see whether it is a profile
    jpeg_read_header(&info, TRUE);
    state.has_header = true;
  }

  static void start(State& state) {
    jpeg_decompress_struct& info = state.info;
    info.out_color_space = state.header.channels == 4 ? JCS_CMYK : JCS_RGB;
    info.dct_method = JDCT_ISLOW;
    info.do_fancy_upsampling = TRUE;
    info.do_block_smoothing = TRUE;
    jpeg_start_decompress(&info);
  }

  static void read_pixels(State& state) {
    jpeg_decompress_struct& info = state.info;
    start(state);
    const std::size_t row_bytes = static_cast<std::size_t>(info.output_width) *
                                  static_cast<std::size_t>(info.output_components);
    while (info.output_scanline < info.output_height) {
      JSAMPROW row = state.out + info.output_scanline * row_bytes;
      jpeg_read_scanlines(&info, &row, 1);
    }
    state.note_completeness();  // now: jpeg_finish_decompress frees what it looks at
    jpeg_finish_decompress(&info);
  }

  // Fancy upsampling looks at the neighbours of a pixel, so a cut picture is not the same at its
  // sides: some columns more than asked for are decoded.
  static void read_region(State& state) {
    jpeg_decompress_struct& info = state.info;
    const JpegRegion& region = state.region;
    start(state);
    const auto picture_width = static_cast<std::size_t>(info.output_width);
    const auto channels = static_cast<std::size_t>(info.output_components);
    auto left = static_cast<JDIMENSION>(std::max(region.left - kSideMargin, 0));
    JDIMENSION width = std::min(static_cast<JDIMENSION>(region.left + region.width + kSideMargin),
                                info.output_width) -
                       left;
    jpeg_crop_scanline(&info, &left, &width);
    const int first = region.top - kTopMargin;
    if (first > 0) jpeg_skip_scanlines(&info, static_cast<JDIMENSION>(first));
    const auto end = static_cast<JDIMENSION>(region.top + region.height);
    while (info.output_scanline < end) {
      JSAMPROW row = state.out + (info.output_scanline * picture_width + left) * channels;
      jpeg_read_scanlines(&info, &row, 1);
    }
    jpeg_abort_decompress(&info);
  }

  void note_completeness() {
    has_all_components = has_all_scans = true;
    for (int c = 0; c < info.num_components; ++c) {
      // libjpeg gives a component its table when its first scan comes.
      if (info.comp_info[c].quant_table == nullptr) has_all_components = false;
      if (!info.progressive_mode) continue;
      const int* bits_missing = info.coef_bits[c];  // -1: all
      if (bits_missing[0] < 0) has_all_components = false;
      if (std::any_of(bits_missing, bits_missing + DCTSIZE2, [](int bits) { return bits != 0; })) {
        has_all_scans = false;
      }
    }
  }

  // After all rows were read without complaint: throws when they cannot have been whole.
  void check_completeness() {
    if (!has_all_components) {
      throw input_error("the JPEG is damaged: a colour component has no data");
    }
    if (!has_all_scans) trap.notes |= kDetailMissing.bit;
    if (!has_run_out) return;
    // Without an end marker, what is missing was cut off; and bytes that end inside of a marker
    // were cut, whatever it was. The arithmetic decoder takes zeros, and says nothing, when its
    // data end.
    const bool lacks_detail = (trap.notes & kDetailMissing.bit) != 0;
    if (lacks_detail || jpeg.back() == 0xFF || header.is_arithmetic) {
      trap.failure = JpegFailure::kCut;
      throw_failure(trap);
    }
    trap.notes |= kNoEndMarker.bit;
  }

  void check_room(std::span<const std::uint8_t> pixels) const {
    const auto count = checked_mul(static_cast<std::size_t>(header.width),
                                   static_cast<std::size_t>(header.height));
    if (pixels.size() == checked_mul(count, static_cast<std::size_t>(header.channels))) return;
    throw internal_error("{} bytes for a JPEG of {} x {} pixels", pixels.size(), header.width,
                         header.height);
  }

  void run(void (*step)(State&)) {
    if (run_guarded(*this, step)) return;
    const bool has_met_end = trap.code == JWRN_HIT_MARKER || trap.code == JWRN_MUST_RESYNC;
    if (has_met_end && has_run_out) trap.failure = JpegFailure::kCut;  // it is our own end
    throw_failure(trap);
  }

  void take_header() {
    header.width = checked_cast<int>(info.image_width);
    header.height = checked_cast<int>(info.image_height);
    header.has_adobe_marker = info.saw_Adobe_marker != 0;
    header.is_arithmetic = info.arith_code != 0;
    switch (info.jpeg_color_space) {
      case JCS_GRAYSCALE:
      case JCS_YCbCr:
      case JCS_RGB:
        header.channels = 3;
        break;
      case JCS_CMYK:
      case JCS_YCCK:
        header.channels = 4;
        break;
      default:
        throw input_error("a JPEG with {} components; 1, 3 or 4 are known", info.num_components);
    }
    constexpr std::string_view kExif("Exif\0\0", 6);
    constexpr std::string_view kProfile("ICC_PROFILE\0", 12);
    bool has_exif = false;
    for (auto marker = info.marker_list; marker != nullptr; marker = marker->next) {
      const ByteView segment(marker->data, marker->data_length);
      if (as_text(segment).starts_with(kProfile)) header.has_color_profile = true;
      if (has_exif || !as_text(segment).starts_with(kExif)) continue;
      exif.assign(segment.begin() + kExif.size(), segment.end());
      has_exif = true;
    }
  }
};

JpegDecoder::JpegDecoder(ByteView jpeg) : state_(std::make_unique<State>(jpeg)) {
  arm(state_->trap);
  state_->info.err = &state_->trap.manager;
  state_->info.client_data = state_.get();
  if (!run_guarded(*state_, State::read_header)) throw_failure(state_->trap);
  state_->take_header();
}

JpegDecoder::~JpegDecoder() = default;

const JpegHeader& JpegDecoder::header() const { return state_->header; }

ByteView JpegDecoder::exif() const { return state_->exif; }

void JpegDecoder::read_pixels(std::span<std::uint8_t> out) {
  state_->check_room(out);
  state_->out = out.data();
  state_->run(State::read_pixels);
  state_->check_completeness();
}

bool JpegDecoder::can_read_region() const {
  jpeg_decompress_struct& info = state_->info;
  return !info.progressive_mode && !info.arith_code && !jpeg_has_multiple_scans(&info) &&
         state_->header.channels == 3;
}

bool JpegDecoder::read_region(const JpegRegion& region, std::span<std::uint8_t> out) {
  const JpegHeader& header = state_->header;
  state_->check_room(out);
  if (region.top < 0 || region.left < 0 || region.height < 1 || region.width < 1 ||
      region.top + region.height > header.height || region.left + region.width > header.width) {
    throw internal_error("a JPEG of {} x {} pixels has no region {} x {} at ({}, {})",
                         header.height, header.width, region.height, region.width, region.top,
                         region.left);
  }
  constexpr std::string_view kEndOfImage("\xFF\xD9", 2);
  if (!can_read_region() || !as_text(state_->jpeg).ends_with(kEndOfImage)) return false;
  state_->region = region;
  state_->out = out.data();
  state_->run(State::read_region);
  return true;
}

std::vector<std::string> JpegDecoder::warnings() const {
  std::vector<std::string> sentences;
  for (const JpegNote& note : kJpegNotes) {
    if ((state_->trap.notes & note.bit) != 0) sentences.emplace_back(note.sentence);
  }
  return sentences;
}

std::string jpeg_library() { return "libjpeg-turbo " EPOCHMILL_TEXT(LIBJPEG_TURBO_VERSION); }

}  // namespace epochmill::capi
