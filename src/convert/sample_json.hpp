// What a sample has beside picture, label and mask, as the text of its .json.
#pragma once

#include <cstdint>
#include <string>

#include "convert/rows.hpp"

namespace epochmill::convert {

// {"keypoints": [[x, y, visible], ...], "boxes": [[x0, y0, x1, y1, label], ...], "extra_labels":
// {NAME: label}, "mix_label": label, "mix_weight": weight of the own label, "mix_partner": sample},
// or instead of the last three "mix_partners": [sample, ...] of several; each only where the shard
// has it; "" where it has none of them. Numbers are the shortest texts that give the stored floats
// again.
std::string sample_json(const Rows& rows, std::uint64_t row);

}  // namespace epochmill::convert
