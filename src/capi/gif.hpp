// giflib: GIF bytes to the indices of the first frame.
//
// Any thread may use objects of its own. Errors are `input` with the reason.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

struct GifHeader {
  std::uint32_t canvas_width = 0;
  std::uint32_t canvas_height = 0;
  std::uint32_t left = 0;  // the first frame, which may overhang the canvas
  std::uint32_t top = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  bool is_interlaced = false;
  int transparent_index = -1;         // -1: none
  std::vector<std::uint8_t> palette;  // red, green, blue of each index; the frame's own, or else
                                      // the file's; empty: there is none
};

class GifDecoder {
 public:
  // Reads up to the first frame and allocates nothing for pixels. `gif` must outlive the decoder.
  explicit GifDecoder(ByteView gif);
  ~GifDecoder();

  const GifHeader& header() const;
  // Fills `row`, of the frame's width, with the next row as the file has them; once for every row
  // of the frame, to the end of its data.
  void read_row(std::span<std::uint8_t> row);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// "giflib 5.2.1": the version that was compiled against; the library itself does not tell.
std::string gif_library();

}  // namespace epochmill::capi
