// The list of shards in manifest.json, which may be tens of millions: a tree of JSON values of them
// does not fit into memory, so this is written and read as text.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "capi/file.hpp"
#include "shard/writer.hpp"

namespace epochmill::shard {

// Gives `put` the JSON of the value of `epochs` in pieces, as nlohmann's dump(2) would write it.
// `shards` are sorted by epoch, then shard.
void put_shard_list(const std::vector<Summary>& shards, const capi::PutText& put);

// What put_shard_list wrote, from the beginning of `text`, which is cut off there. Absent when it
// is anything else, be it JSON or not, or has a digest that is not hexadecimal.
std::optional<std::vector<Summary>> take_shard_list(std::string_view& text);

}  // namespace epochmill::shard
