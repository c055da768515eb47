#include "cli/scratch_catalog.hpp"

#include "capi/file.hpp"

namespace epochmill::cli {

ScratchCatalog::ScratchCatalog(const source::Listing& listing)
    : path_(capi::temp_path_for(std::filesystem::temp_directory_path() / "epochmill-catalog.h5")) {
  source::write_catalog(path_, listing, {});
}

ScratchCatalog::~ScratchCatalog() { capi::remove_quietly(path_); }

}  // namespace epochmill::cli
