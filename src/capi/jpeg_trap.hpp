// How libjpeg's failures are caught, for the decoder and the encoder beside this file.
//
// libjpeg has no return codes: it calls error_exit, which must not return. Here error_exit notes
// what happened and jumps back to run_guarded. So whatever may be jumped over (steps, callbacks,
// libjpeg itself) must hold no object with a destructor, and no exception may leave a step or a
// callback.
#pragma once

#include <setjmp.h>
#include <stdio.h>  // jpeglib.h needs FILE and size_t, and does not include them

// In this order: each needs the one before.
#include <jpeglib.h>
//
#include <jerror.h>

#include <array>
#include <type_traits>

namespace epochmill::capi {

// Something odd that does no harm: its bit in JpegTrap::notes, and what to say of it.
struct JpegNote {
  unsigned bit;
  const char* sentence;
};
inline constexpr JpegNote kStrayBytes{1, "stray bytes stand between the segments of the JPEG"};
inline constexpr JpegNote kOddTransform{2, "Adobe's marker names an unknown colour transform"};
inline constexpr JpegNote kOddScan{4, "a scan's header does not fit sequential coding"};
inline constexpr JpegNote kNoEndMarker{8,
                                       "the end-of-image marker is missing; all pixels are there"};
inline constexpr JpegNote kDetailMissing{
    16, "fine detail of the progressive JPEG is missing: the picture is coarser than it was"};
inline constexpr std::array kJpegNotes{kStrayBytes, kOddTransform, kOddScan, kNoEndMarker,
                                       kDetailMissing};

// A picture takes some ten scans, and no program writes hundreds. Each costs a pass over all
// blocks, but only a few bytes of file, so that a small file could keep a thread busy for hours.
inline constexpr int kMaxScans = 500;

enum class JpegFailure { kLibrary, kCut, kTooManyScans };

struct JpegTrap {
  jpeg_error_mgr manager;  // first, so that a pointer to it is a pointer to the trap
  jmp_buf jump;
  JpegFailure failure;
  int code;       // libjpeg's own, for kLibrary
  int parameter;  // the first number of its message
  unsigned notes;
  char message[JMSG_LENGTH_MAX];
};
static_assert(std::is_standard_layout_v<JpegTrap> && std::is_trivial_v<JpegTrap>);

// Empties `trap` and fills its manager, to be put into a libjpeg object's `err`. Warnings that mean
// lost pixels fail; others are noted, or passed over.
void arm(JpegTrap& trap);

// Leaves the running step. Only inside run_guarded.
[[noreturn]] void fail(j_common_ptr info, JpegFailure failure);

// Runs `step`, which calls libjpeg for `state` (whose member `trap` is armed). False when it was
// left through fail(). setjmp is called nowhere else.
template <typename State>
bool run_guarded(State& state, void (*step)(State&)) {
  if (setjmp(state.trap.jump) != 0) return false;
  step(state);
  return true;
}

// Throws what the trap noted: `input` with the reason, or std::bad_alloc.
[[noreturn]] void throw_failure(const JpegTrap& trap);

}  // namespace epochmill::capi
