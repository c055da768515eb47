#include "forecast/calibration.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace epochmill::forecast {
namespace {

using nlohmann::ordered_json;

constexpr const char* kFormat = "epochmill-calibration";
constexpr int kFormatVersion = 1;

template <typename Owner>
struct Number {
  const char* name;
  double Owner::*member;
};

constexpr std::array kCosts{
    Number<SampleCost>{"read_s", &SampleCost::read_s},
    Number<SampleCost>{"decode_s", &SampleCost::decode_s},
    Number<SampleCost>{"augment_s", &SampleCost::augment_s},
    Number<SampleCost>{"encode_s", &SampleCost::encode_s},
    Number<SampleCost>{"write_s", &SampleCost::write_s},
};

constexpr std::array kNumbers{
    Number<Calibration>{"check_s", &Calibration::check_s},
    Number<Calibration>{"other_s", &Calibration::other_s},
    Number<Calibration>{"file_s", &Calibration::file_s},
    Number<Calibration>{"sync_bytes_per_s", &Calibration::sync_bytes_per_s},
    Number<Calibration>{"write_bytes_per_s", &Calibration::write_bytes_per_s},
    Number<Calibration>{"image_bytes", &Calibration::image_bytes},
    Number<Calibration>{"sample_bytes", &Calibration::sample_bytes},
    Number<Calibration>{"start_s", &Calibration::start_s},
    Number<Calibration>{"list_s", &Calibration::list_s},
};

double number_in(const ordered_json& object, const char* name) {
  const double value = object.at(name).get<double>();
  if (!std::isfinite(value) || value < 0)
    throw input_error("`{}`: expected a number of 0 or more, found {}", name, value);
  return value;
}

Calibration calibration_of(const ordered_json& object) {
  if (object.value("format", "") != kFormat || object.value("format_version", 0) != kFormatVersion)
    throw input_error("expected `format` \"{}\", `format_version` {}", kFormat, kFormatVersion);
  Calibration found;
  object.at("version").get_to(found.version);
  object.at("measured_at").get_to(found.measured_at);
  object.at("host").get_to(found.host);
  object.at("cores").get_to(found.cores);
  for (const auto& number : kNumbers) found.*number.member = number_in(object, number.name);
  for (const ordered_json& one : object.at("slowdowns"))
    found.slowdowns.push_back({one.at("threads").get<int>(), number_in(one, "factor")});
  for (const ordered_json& one : object.at("samples")) {
    SampleCost& cost = found.samples.emplace_back();
    for (const auto& number : kCosts) cost.*number.member = number_in(one, number.name);
  }
  if (found.samples.empty()) throw input_error("`samples` is empty: nothing was measured");
  const bool is_ascending =
      std::ranges::is_sorted(found.slowdowns, std::less_equal<>(), &Slowdown::threads);
  if (found.cores < 1 || found.slowdowns.empty() || found.slowdowns.front().threads != 1 ||
      !is_ascending)
    throw input_error(
        "`slowdowns`: expected ascending `threads` from 1 on, and `cores` of 1 or more");
  return found;
}

}  // namespace

double slowdown(const Calibration& calibration, double busy, int cores) {
  const auto& points = calibration.slowdowns;
  const double on_cores = std::min<double>(busy, cores);
  double factor = points.back().factor;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Slowdown& low = points[i - 1];
    const Slowdown& high = points[i];
    if (on_cores > high.threads) continue;
    const double share = (on_cores - low.threads) / (high.threads - low.threads);
    factor = low.factor + std::max(0.0, share) * (high.factor - low.factor);
    break;
  }
  return factor * std::max(1.0, busy / cores);
}

std::string to_json(const Calibration& calibration) {
  ordered_json object = {{"format", kFormat},
                         {"format_version", kFormatVersion},
                         {"version", calibration.version},
                         {"measured_at", calibration.measured_at},
                         {"host", calibration.host},
                         {"cores", calibration.cores}};
  for (const auto& number : kNumbers) object[number.name] = calibration.*number.member;
  object["slowdowns"] = ordered_json::array();
  for (const Slowdown& one : calibration.slowdowns)
    object["slowdowns"].push_back({{"threads", one.threads}, {"factor", one.factor}});
  object["samples"] = ordered_json::array();
  for (const SampleCost& cost : calibration.samples) {
    ordered_json one;
    for (const auto& number : kCosts) one[number.name] = cost.*number.member;
    object["samples"].push_back(std::move(one));
  }
  return object.dump(1) + "\n";
}

Calibration parse_calibration(std::string_view json, const std::filesystem::path& path) {
  try {
    return calibration_of(ordered_json::parse(json));
  } catch (const std::exception& error) {
    throw input_error("{} is no calibration: {}; `epochmill plan --nodes` measures one",
                      path.string(), error.what());
  }
}

}  // namespace epochmill::forecast
