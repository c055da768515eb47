#include "run/raw_sample.hpp"

#include <iterator>

#include "base/stopwatch.hpp"
#include "run/annotations.hpp"

namespace epochmill::run {
namespace {

class RawSample {
 public:
  RawSample(const Workshop& workshop, std::uint64_t sample, SampleNotes& notes)
      : workshop_(workshop), sample_(sample), notes_(notes) {}

  ops::Sample read(const codec::ChoosePart& choose) {
    decode_from(read_by([this] { return workshop_.source().read(sample_); }), choose);
    raw_.keypoints = workshop_.catalog().keypoints(sample_);
    add_boxes();
    add_mask();
    return std::move(raw_);
  }

 private:
  // What the source gives, as `from` asks for it.
  template <typename From>
  Bytes read_by(const From& from) {
    const Stopwatch reading;
    try {
      Bytes bytes = from();
      notes_.times.read_s += reading.elapsed_s();
      notes_.source_bytes += bytes.size();
      return bytes;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      throw BadSample(error.what(), "the source does not have it any more, or it is no file");
    }
  }

  void decode_from(ByteView bytes, const codec::ChoosePart& choose) {
    const double augmented_s = notes_.times.augment_s;
    const Stopwatch decoding;
    try {
      codec::Decoded decoded = codec::decode(bytes, workshop_.decode_options(), choose);
      notes_.times.decode_s += decoding.elapsed_s() - (notes_.times.augment_s - augmented_s);
      notes_.warnings = std::move(decoded.warnings);
      notes_.has_color_profile = decoded.has_color_profile;
      raw_.image = std::move(decoded).take_picture();
      check_shape(image::shape_of(raw_.image));
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      throw BadSample(
          fmt::format("{}; replace the file, or take it out of the source", error.what()),
          error.what());
    }
  }

  // The plan, and with it every row of the shards, is made for what the catalog says of all
  // pictures.
  void check_shape(const image::Shape& found) const {
    const image::Shape& planned = workshop_.plan().facts().picture;
    const bool has_size = (planned.height == 0 || planned.height == found.height) &&
                          (planned.width == 0 || planned.width == found.width);
    if (has_size && planned.channels == found.channels && planned.type == found.type) return;
    throw input_error(
        "the picture has {} x {} pixels of {} channels of {}, and the source was listed with {} x "
        "{} (0: any) of {} of {}; arrays that are not 8-bit photos are for [source] kind = \"npy\"",
        found.height, found.width, found.channels, image::name_of(found.type), planned.height,
        planned.width, planned.channels, image::name_of(planned.type));
  }

  void add_boxes() {
    if (workshop_.plan().facts().box_class_names.empty()) return;
    raw_.boxes = boxes_in_pixels(workshop_.catalog(), sample_, size_of_picture());
    notes_.overhanging_boxes = count_overhanging(raw_.boxes, size_of_picture());
  }

  // All of it, whatever part of the picture is decoded.
  void add_mask() {
    if (!workshop_.plan().facts().has_masks) return;
    const Bytes bytes = read_by([this] { return workshop_.source().read_mask(sample_); });
    const Stopwatch decoding;
    codec::Decoded decoded = decode_mask(bytes, workshop_.decode_options(), size_of_picture());
    notes_.times.decode_s += decoding.elapsed_s();
    raw_.mask = std::move(decoded.image);
    std::move(decoded.warnings.begin(), decoded.warnings.end(),
              std::back_inserter(notes_.warnings));
  }

  image::Size size_of_picture() const {
    const image::Shape shape = image::shape_of(raw_.image);
    return {shape.height, shape.width};
  }

  const Workshop& workshop_;
  std::uint64_t sample_;
  SampleNotes& notes_;
  ops::Sample raw_;
};

}  // namespace

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  read_s += other.read_s;
  decode_s += other.decode_s;
  augment_s += other.augment_s;
  encode_s += other.encode_s;
  write_s += other.write_s;
  check_s += other.check_s;
  file_s += other.file_s;
  return *this;
}

ops::Sample read_raw_sample(const Workshop& workshop, std::uint64_t sample,
                            const codec::ChoosePart& choose, SampleNotes& notes) {
  return RawSample(workshop, sample, notes).read(choose);
}

}  // namespace epochmill::run
