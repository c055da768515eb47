#include "run/sample_pipeline.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"
#include "run/annotations.hpp"
#include "run/partner_samples.hpp"

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
    raw_ = read_raw_sample(workshop_, sample_, part_chooser(), notes_);
    if (chosen_.empty()) choose(image::shape_of(raw_.image));
  }

  void make_rows(const RowSink& sink) {
    ops::Sample made;
    const PartnerSamples partners(workshop_, sample_, notes_);
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
      const double before_s = notes_.times.sum_s();
      const Stopwatch all;
      chain_.apply_views({draws.epoch, sample_, draws.redraw}, draws.values, raw_, made, write,
                         &partners);
      // Partners are read and decoded meanwhile, and noted.
      notes_.times.augment_s += all.elapsed_s() - write_s - (notes_.times.sum_s() - before_s);
      notes_.times.write_s += write_s;
    }
  }

 private:
  // None where bad samples are skipped: damage must be found whichever part the epochs use, so that
  // the same samples are skipped in every run.
  codec::ChoosePart part_chooser() {
    if (workshop_.plan().recipe().on_bad_sample == recipe::OnBadSample::kSkip) return nullptr;
    return [this](image::Size size) { return part_used(size); };
  }

  void choose(const image::Shape& shape) {
    const Stopwatch augmenting;
    const std::vector<image::ObjectBox> boxes =
        boxes_to_draw_for(chain_, workshop_.catalog(), sample_, {shape.height, shape.width});
    chosen_ = plan::choose_draws(chain_, workshop_.plan().recipe().unique, sample_, shape, boxes,
                                 epochs_);
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
