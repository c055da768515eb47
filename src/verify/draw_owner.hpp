// Whose draws are these? For rows whose draws are not those of their own address.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "image/image.hpp"
#include "run/parallel_for.hpp"
#include "run/workshop.hpp"
#include "verify/row_address.hpp"
#include "verify/shard_epochs.hpp"

namespace epochmill::verify {

// A row with foreign draws.
struct ForeignDraws {
  RowAddress address;
  image::Shape shape;           // of the sample's source picture
  std::vector<float> stored;    // effective draws in the file
  std::vector<float> expected;  // those of the address
};

// A sentence for each of `rows`, without its beginning (place_text). Looked for in this order: a
// row of `rows` with which it has changed places; another epoch of the sample; another worker's
// sample in the same turn of the epoch, whose stream was used on this row's picture; any row of the
// output. Where few outcomes make many owners likely, the first that is found is named. The last of
// the four reads the source through once. Any one thread.
std::vector<std::string> name_owners(const std::filesystem::path& out,
                                     const run::Workshop& workshop,
                                     const std::vector<ForeignDraws>& rows, int threads,
                                     const run::Between& between);

}  // namespace epochmill::verify
