#include "verify/row_address.hpp"

#include <fmt/format.h>

#include "shard/format.hpp"
#include "shard/reader.hpp"

namespace epochmill::verify {

std::string place_text(const std::filesystem::path& out, const run::Workshop& workshop,
                       const RowAddress& row) {
  const auto path = shard::shard_path(out, row.epoch, workshop.plan().locate(row.sample).shard);
  const auto place = shard::Reader(path).row_of(row.sample);
  return fmt::format("{}: row {} (sample {}, `{}`)", path.string(),
                     place ? std::to_string(*place) : "?", row.sample,
                     workshop.catalog().key(row.sample));
}

}  // namespace epochmill::verify
