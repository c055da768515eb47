#include "verify/row_address.hpp"

#include <fmt/format.h>

#include "shard/format.hpp"

namespace epochmill::verify {

std::string place_text(const std::filesystem::path& out, const run::Workshop& workshop,
                       const RowAddress& row) {
  const plan::Place place = workshop.plan().locate(row.sample);
  return fmt::format("{}: row {} (sample {}, `{}`)",
                     shard::shard_path(out, row.epoch, place.shard).string(), place.row, row.sample,
                     workshop.catalog().key(row.sample));
}

}  // namespace epochmill::verify
