#include "source/synthetic.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"
#include "source/raw_pnm.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kSamples = "samples";
constexpr const char* kHeight = "height";
constexpr const char* kWidth = "width";
constexpr const char* kSyntheticClasses = "classes";
constexpr const char* kSeed = "seed";

// One to one on 64 bits: odd factors and shifted xors can be undone. The finaliser of MurmurHash3,
// which scatters numbers that follow each other.
std::uint64_t scatter(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCD;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53;
  return x ^ (x >> 33);
}

// A wave of triangles: 0 to 255 and back while the phase goes once round its 32 bits.
std::uint8_t triangle(std::uint32_t phase) {
  const std::uint32_t up = phase >> 23;  // 0 to 511
  return static_cast<std::uint8_t>(up < 256 ? up : 511 - up);
}

// A wave of one to eight periods across the picture and down it.
struct Wave {
  std::uint32_t start;
  std::uint32_t across;  // phase from a pixel to the next one
  std::uint32_t down;
};

Wave wave_of(std::uint64_t random, image::Size size) {
  const auto step = [](std::uint64_t bits, int side) {
    const std::uint64_t periods = ((bits & 0x7FFFFFFF) << 4) + (std::uint64_t{1} << 32);
    return static_cast<std::uint32_t>(periods / static_cast<std::uint64_t>(side));
  };
  return {static_cast<std::uint32_t>(scatter(random)), step(random, size.width),
          step(random >> 32, size.height)};
}

// Colour waves, of a frequency that the class and one that the sample chooses, with grain on them.
void paint(std::span<std::uint8_t> samples, image::Size size, std::uint64_t name,
           std::uint64_t label) {
  const std::array waves{wave_of(scatter(label + 1), size), wave_of(scatter(name), size),
                         wave_of(scatter(name + 1), size)};
  auto grain = static_cast<std::uint32_t>(name);
  std::uint8_t* out = samples.data();
  for (int y = 0; y < size.height; ++y) {
    std::array<std::uint32_t, 3> phase{};
    for (std::size_t c = 0; c < 3; ++c) {
      phase[c] = waves[c].start + waves[c].down * static_cast<std::uint32_t>(y);
    }
    for (int x = 0; x < size.width; ++x) {
      grain = grain * 1664525 + 1013904223;
      for (std::size_t c = 0; c < 3; ++c) {
        *out++ = static_cast<std::uint8_t>(triangle(phase[c]) ^ ((grain >> (17 + 5 * c)) & 15));
        phase[c] += waves[c].across;
      }
    }
  }
  const ByteView unique = bytes_of(name);
  std::copy_n(unique.begin(), std::min(unique.size(), samples.size()), samples.begin());
}

class SyntheticSource : public Source {
 public:
  explicit SyntheticSource(const recipe::Params& params)
      : size_{.height = checked_cast<int>(params.integer(kHeight)),
              .width = checked_cast<int>(params.integer(kWidth))},
        samples_(checked_cast<std::uint64_t>(params.integer(kSamples))),
        classes_(checked_cast<std::uint64_t>(params.integer(kSyntheticClasses))),
        seed_(params.unsigned_integer(kSeed)) {}

  Bytes read(std::uint64_t sample) const override {
    if (sample >= samples_) {
      throw input_error("there is no synthetic sample {}: `samples` is {}", sample, samples_);
    }
    RawPnm pnm(size_, 3);
    // One to one in the sample, whatever the seed.
    paint(pnm.samples(), size_, scatter(scatter(seed_) + sample), sample % classes_);
    return std::move(pnm).finish();
  }

 private:
  image::Size size_;
  std::uint64_t samples_;
  std::uint64_t classes_;
  std::uint64_t seed_;
};

Listing list_synthetic_source(const recipe::Params& params, int /*threads*/) {
  Listing listing;
  const auto samples = checked_cast<std::size_t>(params.integer(kSamples));
  const std::int64_t classes = params.integer(kSyntheticClasses);
  for (std::int64_t i = 0; i < classes; ++i) listing.class_names.push_back(std::to_string(i));
  listing.picture.height = checked_cast<int>(params.integer(kHeight));
  listing.picture.width = checked_cast<int>(params.integer(kWidth));
  listing.samples.resize(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    listing.samples[i].key = number_key(i);
    listing.samples[i].label = static_cast<std::int64_t>(i) % classes;
  }
  return listing;
}

std::unique_ptr<Source> open_synthetic_source(const recipe::Params& params,
                                              const Catalog& /*catalog*/) {
  return std::make_unique<SyntheticSource>(params);
}

recipe::ParamSpec count_param(const char* name, const char* value, const char* meaning,
                              double max) {
  return {.name = name,
          .type = recipe::ParamType::kInteger,
          .default_value = value,
          .meaning = meaning,
          .min = 1,
          .max = max};
}

std::vector<recipe::ParamSpec> synthetic_params() {
  std::vector<recipe::ParamSpec> params{
      // Keys of eight digits are in the order of their numbers.
      count_param(kSamples, "1000", "how many pictures there are", 100000000),
      count_param(kHeight, "256", "of every picture, in pixels", 65535),
      count_param(kWidth, "256", "of every picture, in pixels", 65535),
      count_param(kSyntheticClasses, "10", "labels are the sample modulo this",
                  static_cast<double>(kMostClasses)),
      {.name = kSeed,
       .type = recipe::ParamType::kUnsigned,
       .default_value = "0",
       .meaning = "of the pictures; the recipe's own seed is for the draws"}};
  for (recipe::ParamSpec& spec : decoding_params()) params.push_back(std::move(spec));
  return params;
}

}  // namespace

SourceKind synthetic_source() {
  return {.schema = {.name = "synthetic",
                     .summary = "computed pictures, for tests and benchmarks without a dataset",
                     .params = synthetic_params(),
                     .notes = "RGB. Each picture is a function of the source's seed, its size, its "
                              "class and its sample, and of no file; all of three pixels or more "
                              "differ. It has no path. Keys are 00000000, 00000001, ..."},
          .list = list_synthetic_source,
          .open = open_synthetic_source};
}

}  // namespace epochmill::source
