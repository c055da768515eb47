#include "capi/jpeg_trap.hpp"

#include <new>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "capi/jpeg.hpp"

namespace epochmill::capi {
namespace {

JpegTrap& trap_of(j_common_ptr info) { return *reinterpret_cast<JpegTrap*>(info->err); }

void on_error(j_common_ptr info) { fail(info, JpegFailure::kLibrary); }

// A scan of a progressive JPEG that only sharpens what earlier scans have given for all blocks.
bool is_reading_detail(j_common_ptr info) {
  if (info->is_decompressor == 0) return false;
  const auto* decoder = reinterpret_cast<j_decompress_ptr>(info);
  return decoder->progressive_mode != 0 && decoder->Ss > 0;
}

// Sorts libjpeg's warnings (level -1) into those that mean lost pixels, which are errors here, and
// the others.
void on_message(j_common_ptr info, int level) {
  if (level >= 0) return;  // a trace
  JpegTrap& trap = trap_of(info);
  switch (trap.manager.msg_code) {
    case JWRN_EXTRANEOUS_DATA:
      // Padding of some cameras and scanners, inside of a scan also before restart markers: all
      // blocks were decoded.
      trap.notes |= kStrayBytes.bit;
      return;
    case JWRN_ADOBE_XFORM:
      // All pixels are there; only how colours were stored is in doubt.
      trap.notes |= kOddTransform.bit;
      return;
    case JWRN_NOT_SEQUENTIAL:
      // Fields of a scan's header that the sequential decoder does not use.
      trap.notes |= kOddScan.bit;
      return;
    case JWRN_JFIF_MAJOR:
      // The version number in a header that no pixel depends on.
      return;
    case JWRN_HIT_MARKER:
      // A scan ended before its last block.
    case JWRN_BOGUS_PROGRESSION:
      // A scan refines bits that none before it gave.
      if (!is_reading_detail(info)) fail(info, JpegFailure::kLibrary);
      trap.notes |= kDetailMissing.bit;  // as when the scan had not been there at all
      return;
    case JWRN_HUFF_BAD_CODE:   // no such code: bits have flipped, or are missing
    case JWRN_ARITH_BAD_CODE:  // the same, in arithmetic coding
    case JWRN_MUST_RESYNC:     // a restart marker is missing or out of turn: blocks are lost
    default:                   // a warning of a later libjpeg: not known to be harmless
      fail(info, JpegFailure::kLibrary);
  }
}

std::string name_of_coding(int frame_marker) {
  switch (frame_marker) {
    case 0xC3:
      return "a lossless JPEG (SOF3)";
    case 0xCB:
      return "a lossless arithmetic JPEG (SOF11)";
    case 0xF7:
      return "a JPEG-LS picture (SOF55)";
    default:
      return fmt::format("a hierarchical or extended JPEG (SOF{})", frame_marker - 0xC0);
  }
}

}  // namespace

void arm(JpegTrap& trap) {
  trap = {};
  jpeg_std_error(&trap.manager);
  trap.manager.error_exit = on_error;
  trap.manager.emit_message = on_message;
}

void fail(j_common_ptr info, JpegFailure failure) {
  JpegTrap& trap = trap_of(info);
  trap.failure = failure;
  trap.code = trap.manager.msg_code;
  trap.parameter = trap.manager.msg_parm.i[0];
  trap.manager.format_message(info, trap.message);
  longjmp(trap.jump, 1);
}

void throw_failure(const JpegTrap& trap) {
  if (trap.failure == JpegFailure::kCut) {
    throw input_error("the JPEG is cut: its bytes end too early");
  }
  if (trap.failure == JpegFailure::kTooManyScans) {
    throw input_error("the JPEG has more than {} scans", kMaxScans);
  }
  switch (trap.code) {
    case JERR_OUT_OF_MEMORY:
      throw std::bad_alloc();
    case JERR_BAD_PRECISION:
      throw input_error("a {}-bit JPEG; {} decodes 8 bits only", trap.parameter, jpeg_library());
    case JERR_UNKNOWN_MARKER:
      if (trap.parameter != 0xF7) break;
      [[fallthrough]];
    case JERR_SOF_UNSUPPORTED:
      throw input_error("{}, which {} cannot decode", name_of_coding(trap.parameter),
                        jpeg_library());
    default:
      break;
  }
  throw input_error("the JPEG is damaged: {}", std::string_view(trap.message));
}

}  // namespace epochmill::capi
