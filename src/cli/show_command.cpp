#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/op_gallery.hpp"
#include "cli/opened_output.hpp"
#include "cli/options.hpp"
#include "cli/picture.hpp"
#include "codec/codec.hpp"
#include "codec/mask.hpp"
#include "image/paint.hpp"
#include "image/resample.hpp"
#include "run/annotations.hpp"
#include "run/output_folder.hpp"
#include "shard/reader.hpp"

namespace epochmill::cli {
namespace {

// Layout of the sheet, in pixels.
constexpr int kGap = 6;
constexpr int kCaption = 14;  // height of a line of text with its air
constexpr int kLargestCell = 256;
constexpr image::Color kPaper{250, 250, 250};
constexpr image::Color kInk{40, 40, 40};
constexpr image::Color kFaint{140, 140, 140};

struct ShowOptions {
  OutputOptions output;
  std::filesystem::path picture = "grid.png";
  std::uint64_t samples = 6;
  std::vector<std::uint64_t> chosen;
  std::string epochs;
  bool has_original = true;
  bool is_gallery = false;
};

image::Size scaled(image::Size size, int longest) {
  const int side = std::max(size.height, size.width);
  const auto scale = [&](int length) { return std::max(1, (length * longest + side / 2) / side); };
  return {scale(size.height), scale(size.width)};
}

// Reads rows from shards that stay open while they are needed.
class StoredRows {
 public:
  StoredRows(const std::filesystem::path& out, const plan::Plan& plan) : out_(out), plan_(plan) {}

  // The picture of an address with its mask, boxes and keypoints marked; black when the sample was
  // skipped.
  image::ImageU8 picture(std::uint64_t epoch, std::uint64_t sample, std::uint32_t view) {
    const auto path = shard::shard_path(out_, epoch, plan_.locate(sample).shard);
    auto found = readers_.find(path);
    if (found == readers_.end()) found = readers_.emplace(path, shard::Reader(path)).first;
    const shard::Reader& reader = found->second;
    const image::Shape& shape = reader.layout().image;
    auto row = reader.row_of(sample);
    if (!row) return {shape.height, shape.width, 3};
    *row += view;
    Bytes room;
    image::ImageU8 picture = viewable(plan_.encoding().decode(reader.image(*row, room), shape));
    if (reader.layout().has_masks) {
      tint_mask(picture, plan_.mask_encoding().decode(reader.mask(*row, room),
                                                      {picture.height(), picture.width()}));
    }
    mark_boxes(picture, reader.boxes(*row));
    const auto places = reader.keypoints(*row);
    const auto visible = reader.keypoint_visible(*row);
    std::vector<image::Keypoint> points(visible.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      points[k] = {places[2 * k], places[2 * k + 1], true, visible[k] != 0};
    }
    mark_keypoints(picture, points);
    return picture;
  }

 private:
  const std::filesystem::path& out_;
  const plan::Plan& plan_;
  std::map<std::filesystem::path, shard::Reader> readers_;
};

// The photo as the source has it; nothing when it is not to be had any more.
std::optional<image::ImageU8> original(const run::Workshop& workshop, std::uint64_t sample) {
  try {
    const Bytes bytes = workshop.source().read(sample);
    image::ImageU8 photo = viewable(codec::decode(bytes, workshop.decode_options()).take_picture());
    const source::Catalog& catalog = workshop.catalog();
    if (catalog.has_masks()) {
      tint_mask(
          photo,
          codec::decode_mask(workshop.source().read_mask(sample), workshop.decode_options()).image);
    }
    if (!catalog.box_class_names().empty()) {
      mark_boxes(photo, run::boxes_in_pixels(catalog, sample, {photo.height(), photo.width()}));
    }
    mark_keypoints(photo, catalog.keypoints(sample));
    return photo;
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<std::uint64_t> choose_samples(const ShowOptions& options, std::uint64_t count) {
  if (!options.chosen.empty()) {
    for (const std::uint64_t sample : options.chosen) {
      if (sample >= count)
        throw usage_error("--sample {}: there are {}, counted from 0", sample, count);
    }
    return options.chosen;
  }
  const std::uint64_t wanted = std::min(options.samples, count);
  std::vector<std::uint64_t> samples;
  for (std::uint64_t i = 0; i < wanted; ++i) samples.push_back(i * count / wanted);
  return samples;
}

std::vector<std::uint64_t> choose_epochs(const ShowOptions& options, std::uint32_t views) {
  const auto finished = run::finished_shards(options.output.out);
  if (finished.empty())
    throw usage_error("{} holds no finished shard yet", options.output.out.string());
  std::vector<std::uint64_t> epochs;
  for (const run::FinishedShard& shard : finished) {
    if (epochs.empty() || epochs.back() != shard.epoch) epochs.push_back(shard.epoch);
  }
  if (!options.epochs.empty()) {
    const run::EpochRange range = parse_epochs(options.epochs, 0);
    std::erase_if(epochs,
                  [&](std::uint64_t epoch) { return epoch < range.first || epoch >= range.last; });
    if (epochs.empty()) throw usage_error("--epochs {}: no such epoch is finished", options.epochs);
    return epochs;
  }
  constexpr std::size_t kMostColumns = 8;
  epochs.resize(std::min(epochs.size(), std::max<std::size_t>(1, kMostColumns / views)));
  return epochs;
}

// Samples down, epochs across, each with all views of a sample, the original first.
class Sheet {
 public:
  Sheet(const run::Workshop& workshop, const ShowOptions& options)
      : workshop_(workshop),
        options_(options),
        samples_(choose_samples(options, workshop.plan().samples())),
        views_(workshop.plan().views()),
        epochs_(choose_epochs(options, views_)) {
    const image::Shape shape = workshop.plan().layout(1, 1).image;
    cell_ = {shape.height, shape.width};
    if (std::max(cell_.height, cell_.width) > kLargestCell) cell_ = scaled(cell_, kLargestCell);
    first_column_ = options.has_original ? 1 : 0;
    const int columns = static_cast<int>(epochs_.size() * views_) + first_column_;
    const int rows = static_cast<int>(samples_.size());
    sheet_ =
        image::ImageU8(kCaption + kGap + rows * row_height(), kGap + columns * column_width(), 3);
    image::fill_rect(sheet_, 0, 0, sheet_.height(), sheet_.width(), kPaper);
  }

  image::ImageU8 draw() {
    if (options_.has_original) caption(0, "original");
    for (std::size_t i = 0; i < epochs_.size() * views_; ++i) {
      const std::string view = views_ > 1 ? fmt::format(", {}", i % views_) : std::string();
      caption(static_cast<int>(i) + first_column_,
              fmt::format("epoch {}{}", epochs_[i / views_], view));
    }
    StoredRows stored(options_.output.out, workshop_.plan());
    for (std::size_t s = 0; s < samples_.size(); ++s)
      draw_row(static_cast<int>(s), samples_[s], stored);
    return std::move(sheet_);
  }

 private:
  int row_height() const { return cell_.height + kCaption + kGap; }
  int column_width() const { return cell_.width + kGap; }
  int left_of(int column) const { return kGap + column * column_width(); }
  int top_of(int row) const { return kCaption + kGap + row * row_height(); }

  void caption(int column, const std::string& text) {
    image::draw_text(sheet_, kGap, left_of(column), text, 1, kInk);
  }

  void draw_row(int row, std::uint64_t sample, StoredRows& stored) {
    const int top = top_of(row);
    if (const auto photo = options_.has_original ? original(workshop_, sample) : std::nullopt) {
      const double shrink = std::max(static_cast<double>(photo->height()) / cell_.height,
                                     static_cast<double>(photo->width()) / cell_.width);
      const image::Size size{std::max(1, static_cast<int>(photo->height() / shrink)),
                             std::max(1, static_cast<int>(photo->width() / shrink))};
      place(*photo, size, top + (cell_.height - size.height) / 2,
            left_of(0) + (cell_.width - size.width) / 2);
    }
    for (std::size_t i = 0; i < epochs_.size() * views_; ++i) {
      const int column = static_cast<int>(i) + first_column_;
      const auto view = static_cast<std::uint32_t>(i % views_);
      place(stored.picture(epochs_[i / views_], sample, view), cell_, top, left_of(column));
    }
    const auto label = static_cast<std::size_t>(workshop_.catalog().label(sample));
    const std::string text =
        fmt::format("{}  {}  {}", sample, workshop_.catalog().class_names().at(label),
                    workshop_.catalog().key(sample));
    image::draw_text(sheet_, top + cell_.height + 3, kGap, text, 1, kFaint);
  }

  void place(const image::ImageU8& picture, image::Size size, int top, int left) {
    const image::Box all{0, 0, picture.height(), picture.width()};
    image::paste(sheet_, image::resize(picture, all, size, image::Interpolation::kBilinear), top,
                 left);
  }

  const run::Workshop& workshop_;
  const ShowOptions& options_;
  std::vector<std::uint64_t> samples_;
  std::uint32_t views_;
  std::vector<std::uint64_t> epochs_;
  image::Size cell_;
  int first_column_ = 0;
  image::ImageU8 sheet_;
};

image::ImageU8 contact_sheet(const ShowOptions& options) {
  if (options.output.out.empty())
    throw usage_error("show: name an output folder, or say --gallery");
  const run::Workshop workshop = open_output(options.output);
  return Sheet(workshop, options).draw();
}

void show(const ShowOptions& options) {
  const image::ImageU8 sheet = options.is_gallery ? op_gallery() : contact_sheet(options);
  write_png(options.picture, sheet);
  fmt::print("{}: {} x {} pixels\n", options.picture.string(), sheet.width(), sheet.height());
}

}  // namespace

void add_show_command(CLI::App& app) {
  auto options = std::make_shared<ShowOptions>();
  CLI::App* command = app.add_subcommand(
      "show",
      "Draw a contact sheet: samples down, epochs across; landmarks, boxes and masks are marked");
  add_output_options(*command, options->output);
  CLI::Option* gallery = command->add_flag(
      "--gallery", options->is_gallery, "Draw what every op does to a generated picture, instead");
  command->get_option("out")->required(false)->excludes(gallery);
  command->add_option("-o", options->picture, "The PNG file to write")
      ->capture_default_str()
      ->type_name("FILE");
  command
      ->add_option("--samples", options->samples,
                   "How many samples, evenly spread over the catalog")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  command->add_option("--sample", options->chosen, "This sample (may be repeated), instead")
      ->expected(1)
      ->take_all();
  command->add_option("--epochs", options->epochs, "Epochs A to B-1; by default the first 8")
      ->type_name("A:B");
  command->add_flag("!--no-original", options->has_original, "Leave the source's own picture out");
  command->callback([options] { show(*options); });
}

}  // namespace epochmill::cli
