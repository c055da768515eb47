#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "capi/file.hpp"
#include "capi/process.hpp"
#include "cli/calibration.hpp"
#include "cli/commands.hpp"
#include "cli/forecast_options.hpp"
#include "cli/launch.hpp"
#include "cli/nearest_folder.hpp"
#include "cli/options.hpp"
#include "cli/progress_line.hpp"
#include "cli/scratch_catalog.hpp"
#include "plan/expected_repeats.hpp"
#include "plan/vocabulary.hpp"

namespace epochmill::cli {
namespace {

namespace fs = std::filesystem;

struct PlanOptions {
  RecipeOptions recipe;
  int threads = 0;
  std::string report;
  ForecastOptions forecast;
};

// Beyond so many files in a folder, file systems of clusters become slow.
constexpr std::uint64_t kManyFiles = 4096;

// Epochs on disk at once when one is trained on while the next one is made (jobs/rolling.sbatch).
constexpr double kRollingEpochs = 2;

std::string outcomes_text(double outcomes) {
  if (std::isinf(outcomes)) return "endless";
  return outcomes < 1e6 ? fmt::format("{:.0f}", outcomes) : fmt::format("{:.1e}", outcomes);
}

void print_dataset(const run::Workshop& workshop) {
  const plan::Plan& plan = workshop.plan();
  const source::Catalog& catalog = workshop.catalog();
  fmt::print("source      {} samples of {} classes", plan.samples(), catalog.class_names().size());
  if (catalog.keypoint_traits().count > 0)
    fmt::print(", {} keypoints each", catalog.keypoint_traits().count);
  if (!catalog.box_class_names().empty())
    fmt::print(", boxes of {} classes", catalog.box_class_names().size());
  if (catalog.has_masks()) fmt::print(", a mask each");
  for (const LabelSet& set : catalog.extra_labels())
    fmt::print(", {} labels of `{}`", set.class_names.size(), set.name);
  fmt::print("\n");
  for (const auto& [reason, count] : catalog.skipped())
    fmt::print("            {} entries skipped: {}\n", count, reason);
  const shard::Layout layout = plan.layout(1, 1);
  fmt::print("rows        {} x {} x {} {}, {} each", layout.image.height, layout.image.width,
             layout.image.channels, image::name_of(layout.image.type),
             bytes_text(static_cast<double>(layout.image.size_bytes())));
  for (const shard::KeptLayout& kept : layout.kept)
    fmt::print("; /keep/{} {} x {}", kept.name, kept.shape.height, kept.shape.width);
  if (plan.views() > 1) fmt::print("; {} rows of each sample", plan.views());
  fmt::print("\n");
}

// Of one epoch; measured, where the encoding decides.
double epoch_bytes_of(const plan::Plan& plan, const Calibration& found) {
  const double row_bytes = found.row_bytes.count() == 0 ? static_cast<double>(plan.row_bytes())
                                                        : found.row_bytes.value();
  return row_bytes * static_cast<double>(plan.samples()) * plan.views();
}

void print_output(const plan::Plan& plan, double epoch_bytes) {
  const double all_bytes = epoch_bytes * plan.recipe().epochs;
  fmt::print("output      {}\n", plan.recipe().output_path.string());
  fmt::print("            {} epochs x {} shards of {} rows = {} files\n", plan.recipe().epochs,
             plan.shards(), plan.shard_rows() * plan.views(), plan.shards() * plan.recipe().epochs);
  if (plan.shards() > kManyFiles)
    fmt::print(
        "            MANY FILES in each epoch's folder: choose a larger output.shard_rows\n");
  fmt::print("            {} an epoch, {} in all", bytes_text(epoch_bytes), bytes_text(all_bytes));
  std::error_code no_answer;
  const fs::space_info space = fs::space(nearest_folder(plan.recipe().output_path), no_answer);
  if (!no_answer) {
    const auto available = static_cast<double>(space.available);
    fmt::print("; {} free there{}\n", bytes_text(available),
               available < all_bytes ? ": NOT ENOUGH" : "");
  } else {
    fmt::print("\n");
  }
  fmt::print("            {} when it rolls: one epoch is trained on, the next one made\n",
             bytes_text(kRollingEpochs * epoch_bytes));
}

void write_report(const fs::path& path, const plan::Plan& plan, double epoch_bytes,
                  const nlohmann::ordered_json& forecasts) {
  nlohmann::ordered_json report = {{"samples", plan.samples()},
                                   {"epochs", plan.recipe().epochs},
                                   {"shards_per_epoch", plan.shards()},
                                   {"shard_rows", plan.shard_rows()},
                                   {"epoch_bytes", std::llround(epoch_bytes)},
                                   {"rolling_bytes", std::llround(kRollingEpochs * epoch_bytes)},
                                   {"all_bytes", std::llround(epoch_bytes * plan.recipe().epochs)}};
  if (!forecasts.empty()) report["forecasts"] = forecasts;
  capi::write_file(path, report.dump(2) + "\n");
}

void print_cost(const run::Workshop& workshop, const Calibration& found, int threads) {
  const plan::Plan& plan = workshop.plan();
  const auto samples = static_cast<double>(plan.samples());
  const double per_sample_s =
      (found.times.read_s + found.times.decode_s) / static_cast<double>(found.samples);
  const double per_image_s =
      (found.times.augment_s + found.times.encode_s) / static_cast<double>(found.images);
  const double core_s =
      samples * (per_sample_s + per_image_s * plan.recipe().epochs * plan.views());
  fmt::print(
      "time        {:.2f} ms to read and decode a sample, {:.2f} ms to make and encode an image "
      "(of {} samples, 1 thread)\n",
      per_sample_s * 1e3, per_image_s * 1e3, found.samples);
  fmt::print("            {} on one core, {} on {} threads here; writing comes on top\n",
             duration_text(core_s), duration_text(core_s / threads), threads);
  // A thread holds the decoded photo, the copy that the ops work on, and what they make of it.
  const double thread_bytes =
      6.0 * static_cast<double>(found.largest_pixels) + 3.0 * static_cast<double>(plan.row_bytes());
  fmt::print("memory      about {} a rank of {} threads (largest photo seen: {:.1f} megapixels)\n",
             bytes_text(64.0 * 1024 * 1024 + thread_bytes * threads), threads,
             static_cast<double>(found.largest_pixels) * 1e-6);
}

// Pairs of epochs in which a sample, the mean of those looked at, draws alike by chance.
std::string alike_text(const Calibration& found, std::uint32_t epochs) {
  double pairs = 0;
  for (const double outcomes : found.outcomes) pairs += plan::expected_repeats(epochs, outcomes);
  pairs /= static_cast<double>(found.outcomes.size());
  return pairs == 0 || pairs >= 0.01 ? fmt::format("{:.2f}", pairs) : fmt::format("{:.1e}", pairs);
}

void print_outcomes(const run::Workshop& workshop, const Calibration& found) {
  const recipe::Recipe& recipe = workshop.plan().recipe();
  fmt::print("outcomes    {} to {} different draws a sample (median {}), for {} epochs\n",
             outcomes_text(found.outcomes.front()), outcomes_text(found.outcomes.back()),
             outcomes_text(found.outcomes[found.outcomes.size() / 2]), recipe.epochs);
  const bool is_off = recipe.unique == recipe::Uniqueness::kOff;
  fmt::print(
      "            without `unique`{}, about {} pairs of epochs of a sample {} alike (were all "
      "outcomes equally likely)\n",
      is_off ? ", as here" : "", alike_text(found, recipe.epochs), is_off ? "will be" : "would be");
  const auto few = std::count_if(found.outcomes.begin(), found.outcomes.end(),
                                 [&](double outcomes) { return outcomes < recipe.epochs; });
  if (few > 0 && !is_off) {
    fmt::print("            {} of {} samples looked at have fewer than that, and will repeat{}\n",
               few, found.outcomes.size(),
               recipe.unique == recipe::Uniqueness::kStrict
                   ? ": `unique` = \"strict\" stops the run"
                   : "");
  }
}

void print_plan(const PlanOptions& options) {
  const std::string text = read_recipe_file(options.recipe.recipe);
  const recipe::Recipe recipe = recipe::parse_recipe(
      text, options.recipe.recipe, options.recipe.overrides(), plan::vocabulary());
  const int threads = choose_threads(options.threads, detect_launch());
  const Stopwatch listing;
  const ScratchCatalog scratch(
      source::source_kind(recipe.source_kind).list(recipe.source, threads));
  const double list_s = listing.elapsed_s();
  const run::Workshop workshop(recipe,
                               source::Catalog(scratch.path(), capi::H5Maker::kThisProgram));
  print_dataset(workshop);
  const Calibration found = calibrate(workshop);
  const double epoch_bytes = epoch_bytes_of(workshop.plan(), found);
  print_output(workshop.plan(), epoch_bytes);
  if (found.samples > 0) {
    print_outcomes(workshop, found);
    print_cost(workshop, found, threads);
  }
  for (const std::string& bad : found.bad) fmt::print(stderr, "epochmill: bad sample: {}\n", bad);
  const bool skips = workshop.plan().recipe().on_bad_sample == recipe::OnBadSample::kSkip;
  if (!found.bad.empty() && !skips) throw ExitWith{exit_code(ErrorKind::kInput)};
  nlohmann::ordered_json forecasts;
  if (!options.forecast.nodes.empty()) {
    forecasts = print_forecast(options.forecast, recipe, workshop, scratch.path(), threads, list_s);
  }
  if (!options.report.empty())
    write_report(options.report, workshop.plan(), epoch_bytes, forecasts);
}

}  // namespace

void add_plan_command(CLI::App& app) {
  auto options = std::make_shared<PlanOptions>();
  CLI::App* command =
      app.add_subcommand("plan", "Say what a run would make, need and cost; makes nothing");
  add_recipe_options(*command, options->recipe);
  add_threads_option(*command, options->threads);
  command->add_option("--report", options->report, "Write sizes and counts to FILE as JSON")
      ->type_name("FILE");
  add_forecast_options(*command, options->forecast);
  command->callback([options] { print_plan(*options); });
}

}  // namespace epochmill::cli
