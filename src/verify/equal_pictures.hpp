// Do equal pictures stand where their addresses give equal pictures?
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/workshop.hpp"
#include "verify/equal_rows.hpp"
#include "verify/findings.hpp"

namespace epochmill::verify {

struct EqualPictures {
  std::uint64_t judged = 0;         // rows made again
  std::uint64_t differing = 0;      // rows whose address gives another picture
  std::vector<std::string> faults;  // the first kMostNamed, with the row whose picture it is
};

// Makes the kept rows of `equal` again from their addresses and compares the hashes of their
// pictures; the files are not opened. White photos, twins in the source and ops without chance give
// equal pictures that are right; a copied row does not. Throws as run::make_sample.
EqualPictures check_equal_pictures(const std::filesystem::path& out, const run::Workshop& workshop,
                                   const EqualRows& equal, int threads, const ShowRows& show);

}  // namespace epochmill::verify
