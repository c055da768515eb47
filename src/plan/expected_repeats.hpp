// How often chance alone repeats itself.
#pragma once

#include <cstdint>

namespace epochmill::plan {

// Pairs of epochs in which one sample is expected to get equal draws when nothing keeps them apart:
// C(epochs, 2) / outcomes, for `epochs` independent draws of `outcomes` (1 or more, may be endless)
// that are equally likely. Where some are likelier than others, there will be more.
double expected_repeats(std::uint64_t epochs, double outcomes);

}  // namespace epochmill::plan
