// Does every byte of an output folder stand as it was written?
#pragma once

#include <filesystem>

#include "run/workshop.hpp"
#include "verify/findings.hpp"

namespace epochmill::verify {

// Reads every finished shard under `out` and compares rows with their digests, /order with the
// plan, labels with the classes, samples and keys with the catalog, contents with the content
// digest and with manifest.json, and the list of files with the manifest. Damage is a fault; an
// error of the system is thrown. HDF5: the calling thread alone.
Findings check_digests(const std::filesystem::path& out, const plan::Plan& plan,
                       const source::Catalog& catalog, int threads, const ShowRows& show);

}  // namespace epochmill::verify
