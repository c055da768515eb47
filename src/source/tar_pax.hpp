// What a pax header says of the member behind it, as far as it matters here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace epochmill::source {

struct PaxRecords {
  std::optional<std::string> path;
  std::optional<std::uint64_t> size;
  bool is_sparse = false;  // GNU: the data are not the file's bytes in order
};

// Reads "LENGTH KEY=VALUE\n" records to the end of `text`. Throws `input`, without a place, when
// one is malformed.
PaxRecords parse_pax(std::string_view text);

}  // namespace epochmill::source
