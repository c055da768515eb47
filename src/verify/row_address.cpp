#include "verify/row_address.hpp"

#include <fmt/format.h>

#include "shard/format.hpp"
#include "shard/reader.hpp"

namespace epochmill::verify {

std::string name_of(const run::Workshop& workshop, const RowAddress& row) {
  const std::string view =
      workshop.plan().views() > 1 ? fmt::format(", view {}", row.view) : std::string();
  return fmt::format("sample {}{}", row.sample, view);
}

std::string place_text(const std::filesystem::path& out, const run::Workshop& workshop,
                       const RowAddress& row) {
  const plan::Place planned = workshop.plan().locate(row.sample);
  const auto path = shard::shard_path(out, row.epoch, planned.shard);
  // Behind skipped samples a row stands further up than planned.
  const auto place = shard::Reader(path).row_of(row.sample);
  return fmt::format("{}: row {} ({}, `{}`)", path.string(), place.value_or(planned.row) + row.view,
                     name_of(workshop, row), workshop.catalog().key(row.sample));
}

}  // namespace epochmill::verify
