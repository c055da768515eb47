#include "verify/address_draws.hpp"

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "run/annotations.hpp"

namespace epochmill::verify {

AddressDraws draws_of_address(const run::Workshop& workshop, std::uint64_t sample,
                              const std::vector<std::uint32_t>& epochs) {
  try {
    const Bytes bytes = workshop.source().read(sample);
    const image::Size size = codec::read_size(bytes, workshop.decode_options());
    AddressDraws draws{.shape = workshop.plan().facts().picture};
    draws.shape.height = size.height;
    draws.shape.width = size.width;
    draws.boxes = run::boxes_to_draw_for(workshop.plan().chain(), workshop.catalog(), sample, size);
    draws.chosen = plan::choose_draws(workshop.plan().chain(), workshop.plan().recipe().unique,
                                      sample, draws.shape, draws.boxes, epochs);
    return draws;
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("sample {} (`{}`): {}", sample,
                                          workshop.catalog().key(sample), error.what()));
  }
}

}  // namespace epochmill::verify
