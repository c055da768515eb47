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

  // Reads and decodes the sample, and chooses its draws.
  void open() {
    decode_from(read([this] { return workshop_.source().read(sample_); }));
    if (chosen_.empty()) choose(image::shape_of(raw_.image));
  }

  void make_rows(const RowSink& sink) {
    ops::Sample made;
    for (std::size_t i = 0; i < chosen_.size(); ++i) {
      plan::ChosenDraws& draws = chosen_[i];
      double write_s = 0;
      const auto write = [&](std::uint32_t view, const ops::Sample& row) {
        const Stopwatch writing;
        draws.view = view;
        chain_.set_view(draws.values, view);
        sink(i, row, draws);
        write_s += writing.elapsed_s();
      };
      const Stopwatch both;
      chain_.apply_views({draws.epoch, sample_, draws.redraw}, draws.values, raw_, made, write);
      notes_.times.augment_s += both.elapsed_s() - write_s;
      notes_.times.write_s += write_s;
    }
  }

 private:
  // What the source gives, as `from` asks for it.
  template <typename From>
  Bytes read(const From& from) {
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

  void decode_from(ByteView bytes) {
    const Stopwatch decoding;
    try {
      codec::Decoded decoded = codec::decode(bytes, workshop_.decode_options(), part_chooser());
      notes_.times.decode_s = decoding.elapsed_s() - notes_.times.augment_s;
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
    raw_.keypoints = workshop_.catalog().keypoints(sample_);
    add_boxes();
    add_mask();
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
    const Bytes bytes = read([this] { return workshop_.source().read_mask(sample_); });
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

  // None where bad samples are skipped: damage must be found whichever part the epochs use, so that
  // the same samples are skipped in every run.
  codec::ChoosePart part_chooser() {
    if (workshop_.plan().recipe().on_bad_sample == recipe::OnBadSample::kSkip) return nullptr;
    return [this](image::Size size) { return part_used(size); };
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
  ops::Sample raw_;
  std::vector<plan::ChosenDraws> chosen_;
};

// The work of `steps` on one sample, whose name any fault gets.
template <typename Steps>
SampleNotes work_on(const Workshop& workshop, std::uint64_t sample,
                    const std::vector<std::uint32_t>& epochs, const Steps& steps) {
  SampleNotes notes;
  const std::string key(workshop.catalog().key(sample));
  const auto named = [&](const std::string& text) {
    return fmt::format("sample {} (`{}`): {}", sample, key, text);
  };
  try {
    SamplePipeline pipeline(workshop, sample, epochs, notes);
    steps(pipeline);
  } catch (const BadSample& bad) {
    throw BadSample(named(bad.what()), bad.reason());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw BadSample(named(error.what()), error.what());
  }
  for (std::string& warning : notes.warnings) warning = named(warning);
  return notes;
}

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
  return work_on(workshop, sample, epochs, [&](SamplePipeline& pipeline) {
    pipeline.open();
    pipeline.make_rows(sink);
  });
}

SampleNotes check_sample(const Workshop& workshop, std::uint64_t sample,
                         const std::vector<std::uint32_t>& epochs) {
  return work_on(workshop, sample, epochs, [](SamplePipeline& pipeline) { pipeline.open(); });
}

}  // namespace epochmill::run
