#include "run/sample_pipeline.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"

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
    raw.image = std::move(decoded).take_picture();
    check_shape(image::shape_of(raw.image));
    raw.keypoints = workshop_.catalog().keypoints(sample_);
    return raw;
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
