// Where raw samples come from: list them all, read one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "image/geometry.hpp"
#include "recipe/params.hpp"
#include "source/catalog.hpp"

namespace epochmill::source {

// Reads raw samples. Immutable after construction: any thread may read.
class Source {
 public:
  virtual ~Source() = default;
  // The encoded bytes of one sample. Throws `input` when the file is gone or not a regular file,
  // `io` when the system fails to read it; the message names the path.
  virtual Bytes read(std::uint64_t sample) const = 0;
  // The encoded bytes of its mask: a picture of one channel, whose values are indices. Throws as
  // read; only where the catalog has masks.
  virtual Bytes read_mask(std::uint64_t sample) const;
};

// A row of the table of sources.
struct SourceKind {
  recipe::Schema schema;
  // Lists everything, sorted bytewise by key. Throws `input` (with the line, for a CSV) or `io`.
  Listing (*list)(const recipe::Params& params, int threads);
  // `catalog` must outlive the source.
  std::unique_ptr<Source> (*open)(const recipe::Params& params, const Catalog& catalog);
};

std::span<const SourceKind> source_kinds();

// Throws `internal` for a name that is not in the table.
const SourceKind& source_kind(std::string_view name);

}  // namespace epochmill::source
