#include "run/sample_pipeline.hpp"

#include <iterator>
#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"
#include "run/annotations.hpp"

namespace epochmill::run {
namespace {

// One sample on its way.
class SamplePipeline {
 public:
  SamplePipeline(const Workshop& workshop, std::uint64_t sample,
                 const std::vector<std::uint32_t>& epochs, SampleNotes& notes)
      : workshop_(workshop),
        chain_(workshop.plan().chain()),
        sample_(sample),
        epochs_(epochs),
        notes_(notes) {}

  void run(const RowSink& sink) {
    const ops::Sample raw = raw_sample();
    const image::Shape shape = image::shape_of(raw.image);
    if (chosen_.empty()) choose(shape);
    ops::Sample made;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      const Stopwatch augmenting;
      chain_.apply({chosen_[i].epoch, sample_, chosen_[i].redraw}, chosen_[i].values, raw, made);
      notes_.times.augment_s += augmenting.elapsed_s();
      const Stopwatch writing;
      sink(i, made, chosen_[i]);
      notes_.times.write_s += writing.elapsed_s();
    }
  }

 private:
  ops::Sample raw_sample() {
    const Stopwatch reading;
    const Bytes bytes = workshop_.source().read(sample_);
    notes_.times.read_s = reading.elapsed_s();
    notes_.source_bytes = bytes.size();

    const Stopwatch decoding;
    codec::Decoded decoded = decode(bytes);
    notes_.times.decode_s = decoding.elapsed_s() - notes_.times.augment_s;
    notes_.warnings = std::move(decoded.warnings);
    notes_.has_color_profile = decoded.has_color_profile;

    ops::Sample raw;
    raw.image = std::move(decoded.image);
    raw.keypoints = workshop_.catalog().keypoints(sample_);
    add_boxes(raw);
    add_mask(raw);
    return raw;
  }

  void add_boxes(ops::Sample& raw) {
    if (workshop_.plan().facts().box_class_names.empty()) return;
    raw.boxes = workshop_.catalog().boxes(sample_);
    notes_.overhanging_boxes = count_overhanging(raw.boxes, size_of(raw));
  }

  // All of it, whatever part of the picture is decoded.
  void add_mask(ops::Sample& raw) {
    if (!workshop_.plan().facts().has_masks) return;
    const Stopwatch reading;
    const Bytes bytes = workshop_.source().read_mask(sample_);
    notes_.times.read_s += reading.elapsed_s();
    notes_.source_bytes += bytes.size();
    const Stopwatch decoding;
    codec::Decoded decoded = decode_mask(bytes, workshop_.decode_options(), size_of(raw));
    notes_.times.decode_s += decoding.elapsed_s();
    raw.mask = std::move(decoded.image);
    std::move(decoded.warnings.begin(), decoded.warnings.end(),
              std::back_inserter(notes_.warnings));
  }

  static image::Size size_of(const ops::Sample& raw) {
    const image::Shape shape = image::shape_of(raw.image);
    return {shape.height, shape.width};
  }

  codec::Decoded decode(ByteView bytes) {
    try {
      return codec::decode(bytes, workshop_.decode_options(),
                           [this](image::Size size) { return part_used(size); });
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      throw input_error("{}; replace the file, or take it out of the source", error.what());
    }
  }

  void choose(const image::Shape& shape) {
    const Stopwatch augmenting;
    chosen_ = plan::choose_draws(chain_, workshop_.plan().recipe().unique, sample_, shape, epochs_);
    notes_.times.augment_s += augmenting.elapsed_s();
  }

  // Of a photo that is not decoded yet: the smallest box with the parts that all epochs use.
  image::Box part_used(image::Size size) {
    const image::Shape shape{size.height, size.width, 3, image::PixelType::kU8};
    choose(shape);
    image::Box part;
    for (const plan::ChosenDraws& chosen : chosen_) {
      const image::Box used = chain_.part_used(shape, chosen.values);
      part = part == image::Box{} ? used : image::box_around(part, used);
    }
    return part;
  }

  const Workshop& workshop_;
  const ops::Chain& chain_;
  std::uint64_t sample_;
  const std::vector<std::uint32_t>& epochs_;
  SampleNotes& notes_;
  std::vector<plan::ChosenDraws> chosen_;
};

}  // namespace

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  read_s += other.read_s;
  decode_s += other.decode_s;
  augment_s += other.augment_s;
  encode_s += other.encode_s;
  write_s += other.write_s;
  return *this;
}

SampleNotes make_sample(const Workshop& workshop, std::uint64_t sample,
                        const std::vector<std::uint32_t>& epochs, const RowSink& sink) {
  SampleNotes notes;
  const std::string key(workshop.catalog().key(sample));
  try {
    SamplePipeline(workshop, sample, epochs, notes).run(sink);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("sample {} (`{}`): {}", sample, key, error.what());
  }
  for (std::string& warning : notes.warnings)
    warning = fmt::format("sample {} (`{}`): {}", sample, key, warning);
  return notes;
}

}  // namespace epochmill::run
