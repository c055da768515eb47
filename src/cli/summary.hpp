// What a run says to people at its beginning and end.
#pragma once

#include <filesystem>

#include "cluster/history.hpp"
#include "cluster/report.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {

void print_start(const run::Workshop& workshop, const std::filesystem::path& out,
                 std::uint64_t images_open, std::uint64_t images_in_all, int ranks, int threads);
void print_end(const cluster::JobReport& report, const run::Workshop& workshop);
// Of all runs into `out`, when this was not the first.
void print_history(const cluster::History& history, const std::filesystem::path& out);

}  // namespace epochmill::cli
