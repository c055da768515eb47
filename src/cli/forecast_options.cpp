#include "cli/forecast_options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/bytes.hpp"
#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "cli/node_calibration.hpp"
#include "cli/progress_line.hpp"
#include "run/shard_builder.hpp"

namespace epochmill::cli {
namespace {

constexpr int kMostNodes = 1 << 20;
// Stragglers and a desk that take more than this are worth a word.
constexpr double kMuch = 0.1;
// Shards for each rank that keep the end of a job short (docs/scaling.md).
constexpr std::uint64_t kShardsPerRank = 4;

int parse_count(std::string_view text, std::string_view whole) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 1 || value > kMostNodes) {
    throw usage_error("--nodes: expected numbers from 1 to {}, as in 8, 1,2,4 or 1:64, found `{}`",
                      kMostNodes, whole);
  }
  return value;
}

forecast::Calibration calibration_for(const ForecastOptions& options, const recipe::Recipe& recipe,
                                      const std::filesystem::path& catalog, std::uint64_t samples,
                                      double list_s) {
  if (!options.calibration.empty()) {
    const Bytes bytes = capi::read_file(options.calibration);
    return forecast::parse_calibration(as_text(bytes), options.calibration);
  }
  fmt::print(stderr, "epochmill: milling some shards to see what they cost; some 15 s\n");
  forecast::Calibration found = calibrate_node(recipe, catalog);
  found.list_s = list_s / static_cast<double>(samples);
  if (!options.save_calibration.empty())
    capi::write_file(options.save_calibration, forecast::to_json(found));
  return found;
}

forecast::Work work_for(const ForecastOptions& options, const recipe::Recipe& recipe,
                        const run::Workshop& workshop) {
  const plan::Plan& plan = workshop.plan();
  forecast::Work work{.samples = options.samples > 0 ? options.samples : plan.samples(),
                      .epochs = plan.recipe().epochs,
                      .shard_rows = plan.shard_rows(),
                      .views = plan.views()};
  if (!recipe.shard_rows && options.samples > 0)
    work.shard_rows = plan::default_shard_rows(work.samples, plan.row_bytes() * plan.views());
  const double row_bytes =
      static_cast<double>(run::column_bytes(workshop, 0)) / static_cast<double>(plan.samples_in(0));
  const double together =
      static_cast<double>(run::kColumnMemory) / (row_bytes * static_cast<double>(work.shard_rows));
  work.epochs_together = static_cast<std::uint64_t>(
      std::clamp<double>(together, 1, static_cast<double>(run::most_open_files())));
  return work;
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

// The largest shares, as "decode 41%, augment 22%".
std::string shares_text(const forecast::Forecast& found, std::size_t most) {
  std::vector<std::size_t> order(found.shares.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t i) { return found.shares[i]; });
  std::string text;
  for (std::size_t i = 0; i < most && found.shares[order[i]] >= 0.005; ++i) {
    text += fmt::format("{}{} {}", i == 0 ? "" : ", ", forecast::kShareNames[order[i]],
                        percent(found.shares[order[i]]));
  }
  return text;
}

double cores_of(const forecast::Cluster& cluster) {
  return static_cast<double>(cluster.ranks()) * cluster.threads;
}

// Of the same work on the first cluster, for each core.
double efficiency(const forecast::Forecast& first, const forecast::Forecast& found) {
  return first.total_s() * cores_of(first.cluster) / (found.total_s() * cores_of(found.cluster));
}

void print_header(const forecast::Calibration& calibration, const forecast::Work& work,
                  const forecast::Cluster& cluster) {
  fmt::print(
      "forecast    {} samples x {} epochs in {} shards of {}; nodes of {} x {} threads on {} "
      "cores\n",
      work.samples, work.epochs, work.shards(), work.shard_rows, cluster.ranks_per_node,
      cluster.threads, cluster.cores);
  fmt::print("            from costs of {} samples, measured on {} at {}\n",
             calibration.samples.size(), calibration.host, calibration.measured_at);
  if (cluster.write_bytes_per_s <= 0)
    fmt::print(
        "            no bound on what all nodes write together: --write-bandwidth sets one\n");
  fmt::print("{:>12} {:>7} {:>9} {:>12} {:>10} {:>10} {:>11}  {}\n", "nodes", "ranks", "units",
             "time", "images/s", "efficiency", "writes", "where the time goes");
}

void print_row(const forecast::Forecast& first, const forecast::Forecast& found, double images,
               double image_bytes) {
  const double rate = images / found.total_s();
  fmt::print("{:>12} {:>7} {:>9} {:>12} {:>10.0f} {:>10.2f} {:>9}/s  {}\n", found.cluster.nodes,
             found.cluster.ranks(), found.units, duration_text(found.total_s()), rate,
             efficiency(first, found), bytes_text(rate * image_bytes), shares_text(found, 3));
}

void print_advice(const forecast::Forecast& found, const forecast::Work& work) {
  const auto ranks = static_cast<std::uint64_t>(found.cluster.ranks());
  const auto says = [&](const std::string& text) {
    fmt::print("            on {} nodes {}\n", found.cluster.nodes, text);
  };
  if (work.files() < ranks)
    says(
        fmt::format("{} of {} ranks have no file to make: fewer nodes, or smaller "
                    "output.shard_rows",
                    ranks - work.files(), ranks));
  else if (found.share(forecast::Share::kStragglers) > kMuch)
    says(fmt::format("ranks wait at the end: output.shard_rows = {} makes {} shards for each",
                     std::max<std::uint64_t>(1, work.samples / (kShardsPerRank * ranks)),
                     kShardsPerRank));
  if (found.share(forecast::Share::kStorage) > kMuch)
    says("the file system is the limit: fewer nodes, or output.encoding = \"jpeg\"");
  if (found.share(forecast::Share::kRank0) > kMuch)
    says(
        "the others wait for rank 0, which lists the source and writes the manifest: fewer files "
        "(larger output.shard_rows), or parts of the source as outputs of their own");
  if (found.share(forecast::Share::kClaims) > kMuch)
    says(
        "rank 0 cannot answer as fast as ranks claim: larger output.shard_rows, or fewer ranks of "
        "more threads");
}

nlohmann::ordered_json to_json(const forecast::Forecast& first, const forecast::Forecast& found,
                               double images) {
  nlohmann::ordered_json shares;
  for (std::size_t i = 0; i < found.shares.size(); ++i)
    shares[forecast::kShareNames[i]] = found.shares[i];
  return {{"nodes", found.cluster.nodes},
          {"ranks", found.cluster.ranks()},
          {"threads", found.cluster.threads},
          {"units", found.units},
          {"start_s", found.start_s},
          {"job_s", found.job_s},
          {"end_s", found.end_s},
          {"images_per_s", images / found.job_s},
          {"efficiency", efficiency(first, found)},
          {"bottleneck", forecast::kShareNames[static_cast<std::size_t>(found.bottleneck())]},
          {"shares", shares},
          {"rank0_answers", found.desk_busy},
          {"first_idle_s", found.first_idle_s},
          {"failures", found.failures}};
}

}  // namespace

std::vector<int> parse_nodes(std::string_view text) {
  std::vector<int> nodes;
  const std::size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    const int first = parse_count(text.substr(0, colon), text);
    const int last = parse_count(text.substr(colon + 1), text);
    if (first > last) throw usage_error("--nodes: `{}` ends before it begins", text);
    for (int n = first; n < last; n *= 2) nodes.push_back(n);
    nodes.push_back(last);
    return nodes;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    nodes.push_back(parse_count(text.substr(begin, end - begin), text));
    begin = end + 1;
  }
  return nodes;
}

void add_forecast_options(CLI::App& command, ForecastOptions& options) {
  constexpr const char* kGroup = "How long on a cluster";
  const auto add = [&](const std::string& name, auto& value, const std::string& help) {
    return command.add_option(name, value, help)->group(kGroup);
  };
  auto* nodes =
      add("--nodes", options.nodes,
          "Forecast time and bottleneck on N nodes, N,M,... or A:B (A, 2A, 4A ... B). Mills a "
          "few shards to see what they cost, beside the output, and deletes them")
          ->type_name("A:B");
  const auto of_nodes = [&](CLI::Option* option, const char* type) {
    option->type_name(type)->needs(nodes);
    return option;
  };
  of_nodes(
      add("--ranks-per-node", options.ranks_per_node, "Ranks of a node, each of --threads threads"),
      "N")
      ->check(CLI::Range(1, 4096));
  of_nodes(add("--cores", options.cores, "Cores of a machine; by default those of this one"), "N")
      ->check(CLI::Range(1, 65536));
  of_nodes(add("--nodes-per-machine", options.nodes_per_machine,
               "Nodes that share one machine's cores, where they only pretend to be machines"),
           "N")
      ->check(CLI::Range(1, 4096));
  of_nodes(add("--samples", options.samples, "As if the source had so many samples"), "N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
  of_nodes(add("--write-bandwidth", options.write_gb_per_s,
               "What the file system takes from all nodes together; no bound by default"),
           "GB/s")
      ->check(CLI::NonNegativeNumber);
  of_nodes(add("--read-bandwidth", options.read_gb_per_s, "What it gives to all nodes together"),
           "GB/s")
      ->check(CLI::NonNegativeNumber);
  of_nodes(add("--node-mtbf", options.node_mtbf_hours,
               "Mean time between two failures of one node; by default none fails"),
           "HOURS")
      ->check(CLI::NonNegativeNumber);
  auto* save = of_nodes(add("--save-calibration", options.save_calibration,
                            "Keep what was measured in FILE, as JSON"),
                        "FILE");
  of_nodes(add("--calibration", options.calibration,
               "Take what was measured from FILE, perhaps on another machine, and measure nothing"),
           "FILE")
      ->excludes(save);
}

nlohmann::ordered_json print_forecast(const ForecastOptions& options, const recipe::Recipe& recipe,
                                      const run::Workshop& workshop,
                                      const std::filesystem::path& catalog, int threads,
                                      double list_s) {
  const std::vector<int> nodes = parse_nodes(options.nodes);
  const forecast::Calibration calibration =
      calibration_for(options, recipe, catalog, workshop.plan().samples(), list_s);
  const forecast::Work work = work_for(options, recipe, workshop);
  forecast::Cluster cluster{.ranks_per_node = options.ranks_per_node,
                            .threads = threads,
                            .cores = options.cores > 0 ? options.cores : calibration.cores,
                            .nodes_per_machine = options.nodes_per_machine,
                            .write_bytes_per_s = options.write_gb_per_s * 1e9,
                            .read_bytes_per_s = options.read_gb_per_s * 1e9,
                            .node_mtbf_s = options.node_mtbf_hours * 3600};
  print_header(calibration, work, cluster);
  const auto images = static_cast<double>(work.images());
  std::vector<forecast::Forecast> found;
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const int n : nodes) {
    cluster.nodes = n;
    found.push_back(forecast::forecast(calibration, work, cluster, recipe.seed));
    print_row(found.front(), found.back(), images, calibration.image_bytes);
    rows.push_back(to_json(found.front(), found.back(), images));
  }
  print_advice(found.back(), work);
  return rows;
}

}  // namespace epochmill::cli
