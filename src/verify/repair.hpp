// Makes damaged files of an output folder again, and no others.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "run/workshop.hpp"
#include "shard/writer.hpp"
#include "verify/findings.hpp"

namespace epochmill::verify {

struct Repair {
  std::vector<shard::Summary> made;
  bool has_new_manifest = false;
  // Files that were made, but whose content is not the one that manifest.json lists: the source has
  // changed.
  std::vector<std::string> faults;
};

// Of what check_digests found: each damaged shard is made anew and takes the old one's place whole;
// then manifest.json is written from the files if it is not what they say, and all epochs are
// complete. Throws as run::build_shard. HDF5: the calling thread alone.
Repair repair(const std::filesystem::path& out, const run::Workshop& workshop,
              const Findings& findings, int threads, const ShowRows& show);

}  // namespace epochmill::verify
