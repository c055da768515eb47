#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "cli/commands.hpp"
#include "cli/demo_picture.hpp"
#include "codec/codec.hpp"

namespace epochmill::cli {
namespace {

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

std::string landmark_columns(const DemoPicture& made) {
  std::string text;
  for (const image::Spot& spot : made.landmarks())
    text += fmt::format(",{:.2f},{:.2f}", spot.x, spot.y);
  return text;
}

void make_demo(const DemoOptions& options) {
  const auto figures = demo_figures();
  std::string table = "image,label";
  for (std::size_t k = 0; k < figures[0].landmarks.size(); ++k)
    table += fmt::format(",p{0}_x,p{0}_y", k);
  table += "\n";
  for (std::uint64_t i = 0; i < options.images; ++i) {
    const DemoPicture made(i);
    const Figure& figure = made.figure();
    const bool is_png = i / figures.size() % 3 == 2;
    const std::string name =
        fmt::format("{0}/{0}-{1:03}.{2}", figure.name, i / figures.size(), is_png ? "png" : "jpg");
    const Bytes bytes =
        is_png ? codec::encode_png(made.picture()) : codec::encode_jpeg(made.picture(), 92);
    capi::make_folders(options.folder / figure.name);
    capi::write_file(options.folder / name, as_text(bytes));
    table += fmt::format("{},{}{}\n", name, figure.name, landmark_columns(made));
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
