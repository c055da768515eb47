// `epochmill plan --nodes`: how long on how many nodes.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "forecast/forecast.hpp"
#include "recipe/recipe.hpp"
#include "run/workshop.hpp"

namespace CLI {
class App;
}

namespace epochmill::cli {

struct ForecastOptions {
  std::string nodes;  // empty: no forecast
  int ranks_per_node = 1;
  int cores = 0;  // of a machine; 0: as many as were calibrated
  int nodes_per_machine = 1;
  std::uint64_t samples = 0;  // 0: the source's
  double write_gb_per_s = 0;
  double read_gb_per_s = 0;
  double node_mtbf_hours = 0;
  std::filesystem::path calibration;
  std::filesystem::path save_calibration;
};

void add_forecast_options(CLI::App& command, ForecastOptions& options);

// "8" is 8; "1,2,4" are those; "1:64" is 1, 2, 4, ... 64, and "3:64" 3, 6, 12, ... 48 and 64.
// Throws `usage`.
std::vector<int> parse_nodes(std::string_view text);

// Calibrates, unless there is a calibration to read; then simulates the job on each number of
// nodes, with `threads` threads a rank, and prints a table. `recipe` is as it was read, with its
// shard_rows undecided where the user said nothing; `list_s` is what listing the source took.
// Returns what was forecast, for --report.
nlohmann::ordered_json print_forecast(const ForecastOptions& options, const recipe::Recipe& recipe,
                                      const run::Workshop& workshop,
                                      const std::filesystem::path& catalog, int threads,
                                      double list_s);

}  // namespace epochmill::cli
