// The draws that an address gives, made again without decoding a picture.
#pragma once

#include <cstdint>
#include <vector>

#include "image/image.hpp"
#include "plan/unique_draws.hpp"
#include "run/workshop.hpp"

namespace epochmill::verify {

struct AddressDraws {
  image::Shape shape;                          // of the source picture
  std::vector<image::ObjectBox> boxes = {};    // those that the draws hang on
  std::vector<plan::ChosenDraws> chosen = {};  // one for each epoch asked for
};

// Of `sample` in each of `epochs` (ascending), from the header of its source picture. Throws
// `input` or `io`, naming the sample and its key, as the source and plan::choose_draws do. Any
// thread.
AddressDraws draws_of_address(const run::Workshop& workshop, std::uint64_t sample,
                              const std::vector<std::uint32_t>& epochs);

}  // namespace epochmill::verify
