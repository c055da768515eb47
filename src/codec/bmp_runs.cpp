#include "codec/bmp_runs.hpp"

#include "base/error.hpp"

namespace epochmill::codec {
namespace {

class Runs {
 public:
  Runs(ByteView coded, int bits, image::ImageU8& indices)
      : coded_(coded), bits_(bits), indices_(indices) {}

  void read() {
    while (!is_complete()) {
      const int count = next();
      const int value = next();
      if (count > 0) {
        repeat(count, value);
      } else if (value == 0) {
        x_ = 0;
        ++y_;
      } else if (value == 1) {
        return;
      } else if (value == 2) {
        x_ += next();
        y_ += next();
      } else {
        copy(value);
      }
    }
  }

 private:
  // All pixels are there; the code for the end may be missing.
  bool is_complete() const {
    const bool is_last = y_ == indices_.height() - 1 && x_ == indices_.width();
    return at_ == coded_.size() && (is_last || y_ == indices_.height());
  }

  int next() {
    if (at_ == coded_.size()) throw input_error("the BMP is cut: its runs end too early");
    return coded_[at_++];
  }

  void put(int index) {
    if (x_ >= indices_.width() || y_ >= indices_.height()) {
      throw input_error("the BMP is damaged: a run leaves the picture");
    }
    *indices_.pixel(y_, x_++) = static_cast<std::uint8_t>(index);
  }

  int nibble(int value, int place) const { return place % 2 == 0 ? value >> 4 : value & 15; }

  void repeat(int count, int value) {
    for (int i = 0; i < count; ++i) put(bits_ == 8 ? value : nibble(value, i));
  }

  // Indices as they are, filled up to an even number of bytes.
  void copy(int count) {
    int value = 0;
    for (int i = 0; i < count; ++i) {
      if (bits_ == 8 || i % 2 == 0) value = next();
      put(bits_ == 8 ? value : nibble(value, i));
    }
    const int bytes = bits_ == 8 ? count : (count + 1) / 2;
    if (bytes % 2 != 0) next();
  }

  ByteView coded_;
  int bits_;
  image::ImageU8& indices_;
  std::size_t at_ = 0;
  int x_ = 0;
  int y_ = 0;
};

}  // namespace

void read_bmp_runs(ByteView coded, int bits, image::ImageU8& indices) {
  Runs(coded, bits, indices).read();
}

}  // namespace epochmill::codec
