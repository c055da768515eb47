// One sample: read, decoded once, and put through the ops for each epoch asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "ops/sample.hpp"
#include "plan/unique_draws.hpp"
#include "run/raw_sample.hpp"
#include "run/workshop.hpp"

namespace epochmill::run {

// Takes a finished row; `index` counts the epochs asked for. Of a sample that has several rows in
// an epoch, each in turn: `draws.view` tells them apart.
using RowSink =
    std::function<void(std::size_t index, const ops::Sample& made, const plan::ChosenDraws& draws)>;

// Makes `sample` for each of `epochs` (ascending). Throws BadSample, naming its key; any thread.
// Where bad samples are skipped, a sample is bad or good whatever the epochs.
SampleNotes make_sample(const Workshop& workshop, std::uint64_t sample,
                        const std::vector<std::uint32_t>& epochs, const RowSink& sink);

// All of that but the rows: whether the sample is a good one.
SampleNotes check_sample(const Workshop& workshop, std::uint64_t sample,
                         const std::vector<std::uint32_t>& epochs);

}  // namespace epochmill::run
