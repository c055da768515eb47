#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "base/strict_math.hpp"
#include "capi/file.hpp"
#include "cli/commands.hpp"
#include "cli/demo_figures.hpp"
#include "codec/codec.hpp"
#include "image/paint.hpp"
#include "streams/distributions.hpp"

namespace epochmill::cli {
namespace {

constexpr std::uint64_t kSeed = 2026;

constexpr const char* kRecipe =
    R"(# The recipe of the generated dataset: crops, mirrors and colours, with five landmarks that follow.
seed   = 20261130
epochs = 6

[source]
kind       = "csv"
path       = "landmarks.csv"
flip_pairs = [[1, 2], [3, 4]]     # landmarks that swap sides in a mirror

[output]
path       = "../out"
shard_rows = 8

[[augment]]
op    = "random_resized_crop"
size  = [160, 160]
scale = [0.4, 1.0]

[[augment]]
op = "random_horizontal_flip"

[[augment]]
op         = "color_jitter"
brightness = 0.3
contrast   = 0.3
saturation = 0.4
hue        = 0.05
)";

struct DemoOptions {
  std::filesystem::path folder;
  std::uint64_t images = 32;
};

// One picture of the dataset: everything about it is drawn from its own number.
class DemoPicture {
 public:
  DemoPicture(const Figure& figure, std::uint64_t number)
      : figure_(figure), stream_(kSeed, {.sample = number, .op = streams::kDemoOp}) {
    const auto side = [&](streams::DrawNumber draw) {
      return static_cast<int>(streams::integer_between(stream_, draw, 200, 361));
    };
    picture_ = image::ImageU8(side(kHeight), side(kWidth), 3);
    const double half = 0.5 * std::min(picture_.height(), picture_.width());
    size_ = half * between(kSize, 0.55, 0.85);
    centre_ = {picture_.width() * 0.5 + (half - size_) * between(kPlaceX, -1, 1),
               picture_.height() * 0.5 + (half - size_) * between(kPlaceY, -1, 1)};
    const double turns = between(kTurn, -0.06, 0.06);
    turn_ = strict::sin_cos_turns(turns < 0 ? turns + 1 : turns);
    paint_background();
    for (const FigurePart& part : figure.parts) paint(part);
  }

  const image::ImageU8& picture() const { return picture_; }

  std::string landmarks() const {
    std::string text;
    for (const image::Spot& landmark : figure_.landmarks) {
      const image::Spot spot = place(landmark);
      text += fmt::format(",{:.2f},{:.2f}", spot.x, spot.y);
    }
    return text;
  }

 private:
  // Numbers of the draws. Colours take three each.
  enum Draw : streams::DrawNumber {
    kHeight,
    kWidth,
    kSize,
    kPlaceX,
    kPlaceY,
    kTurn,
    kInks = 16,
    kSky = 32,
    kGround = 36,
    kClouds = 64
  };

  double between(int draw, double a, double b) const {
    return streams::uniform_between(stream_, static_cast<streams::DrawNumber>(draw), a, b);
  }

  image::Color color(int draw, int low, int high) const {
    image::Color color{};
    for (std::size_t c = 0; c < color.size(); ++c) {
      color[c] = static_cast<std::uint8_t>(between(draw + static_cast<int>(c), low, high));
    }
    return color;
  }

  image::Color ink(Ink ink) const {
    switch (ink) {
      case Ink::kMain:
        return color(kInks, 60, 230);
      case Ink::kAccent:
        return color(kInks + 4, 80, 255);
      case Ink::kDark:
        return color(kInks + 8, 10, 70);
      case Ink::kLight:
        return color(kInks + 12, 215, 255);
    }
    return {};
  }

  // Figure units -> pixels.
  image::Spot place(image::Spot spot) const {
    return {centre_.x + size_ * (spot.x * turn_.cos - spot.y * turn_.sin),
            centre_.y + size_ * (spot.x * turn_.sin + spot.y * turn_.cos)};
  }

  // Sky over ground with a few soft discs, so that crops and colours can be told apart.
  void paint_background() {
    const image::Color sky = color(kSky, 120, 220);
    const image::Color ground = color(kGround, 60, 170);
    for (int y = 0; y < picture_.height(); ++y) {
      image::Color mixed{};
      for (std::size_t c = 0; c < mixed.size(); ++c) {
        mixed[c] = static_cast<std::uint8_t>(sky[c] + (ground[c] - sky[c]) * y / picture_.height());
      }
      image::fill_rect(picture_, y, 0, 1, picture_.width(), mixed);
    }
    for (int cloud = 0; cloud < 5; ++cloud) {
      const int draw = kClouds + 8 * cloud;
      const image::Spot spot{between(draw, 0, picture_.width()),
                             between(draw + 1, 0, picture_.height())};
      image::fill_disc(picture_, spot, between(draw + 2, 8, 40), color(draw + 4, 90, 240));
    }
  }

  void paint(const FigurePart& part) {
    std::vector<image::Spot> corners;
    for (const image::Spot& corner : part.corners) corners.push_back(place(corner));
    if (corners.size() == 1) {
      image::fill_disc(picture_, corners[0], part.radius * size_, ink(part.ink));
    } else {
      image::fill_polygon(picture_, corners, ink(part.ink));
    }
  }

  const Figure& figure_;
  streams::Stream stream_;
  image::ImageU8 picture_;
  double size_ = 0;
  image::Spot centre_;
  strict::SinCos turn_{};
};

void make_demo(const DemoOptions& options) {
  const auto figures = demo_figures();
  std::string table = "image,label";
  for (std::size_t k = 0; k < figures[0].landmarks.size(); ++k)
    table += fmt::format(",p{0}_x,p{0}_y", k);
  table += "\n";
  for (std::uint64_t i = 0; i < options.images; ++i) {
    const Figure& figure = figures[i % figures.size()];
    const DemoPicture made(figure, i);
    const bool is_png = i / figures.size() % 3 == 2;
    const std::string name =
        fmt::format("{0}/{0}-{1:03}.{2}", figure.name, i / figures.size(), is_png ? "png" : "jpg");
    const Bytes bytes =
        is_png ? codec::encode_png(made.picture()) : codec::encode_jpeg(made.picture(), 92);
    capi::make_folders(options.folder / figure.name);
    capi::write_file(options.folder / name, as_text(bytes));
    table += fmt::format("{},{}{}\n", name, figure.name, made.landmarks());
  }
  capi::write_file(options.folder / "landmarks.csv", table);
  capi::write_file(options.folder / "recipe.toml", kRecipe);
  fmt::print("{} pictures of {} classes in {}; `epochmill run {}` mills them\n", options.images,
             figures.size(), options.folder.string(), (options.folder / "recipe.toml").string());
}

}  // namespace

void add_make_demo_command(CLI::App& app) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand(
      "make-demo", "Draw a small dataset of photos with labels and landmarks, and its recipe");
  command->add_option("folder", options->folder, "Where to put it")->required();
  command->add_option("--images", options->images, "How many pictures")
      ->capture_default_str()
      ->check(CLI::Range(4, 100000));
  command->callback([options] { make_demo(*options); });
}

}  // namespace epochmill::cli
