// How reports are written as JSON, for the files of this room.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cluster/report.hpp"

namespace epochmill::cluster {

// Host names and warnings may hold any bytes; JSON is UTF-8, and what is not is replaced.
std::string dump(const nlohmann::ordered_json& json, int indent);

nlohmann::ordered_json to_object(const run::Tally& tally);

// Fractions of the whole.
nlohmann::ordered_json shares_of(const ThreadTime& time);

}  // namespace epochmill::cluster
