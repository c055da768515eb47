#include "ops/partner_draws.hpp"

#include "base/error.hpp"
#include "ops/draw_value.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr int kLowBits = 20;
constexpr int kMostOfAColumn = (1 << kLowBits) - 1;
static_assert(streams::kSampleLimit == std::uint64_t{1} << (2 * kLowBits));

}  // namespace

std::vector<std::string> partner_columns(int partners) {
  if (partners == 1) return {"partner_high", "partner_low"};
  std::vector<std::string> names;
  for (int i = 1; i <= partners; ++i) {
    names.push_back(fmt::format("partner_{}_high", i));
    names.push_back(fmt::format("partner_{}_low", i));
  }
  return names;
}

std::uint64_t draw_partner(const streams::Stream& stream, streams::DrawNumber draw,
                           std::uint64_t samples) {
  const auto others = static_cast<std::int64_t>(samples) - 1;
  const auto other = static_cast<std::uint64_t>(integer_between(stream, draw, 0, others));
  return other < stream.address().sample ? other : other + 1;
}

void record_partner(std::uint64_t partner, std::span<float> out) {
  out[0] = static_cast<float>(partner >> kLowBits);
  out[1] = static_cast<float>(partner & kMostOfAColumn);
}

std::uint64_t recorded_partner(std::span<const float> draws, std::uint64_t samples) {
  const int high = whole_from_draw(draws[0], "partner_high", 0, kMostOfAColumn);
  const int low = whole_from_draw(draws[1], "partner_low", 0, kMostOfAColumn);
  const std::uint64_t partner =
      (static_cast<std::uint64_t>(high) << kLowBits) + static_cast<std::uint64_t>(low);
  if (partner < samples) return partner;
  throw input_error("the draws name sample {} as partner; there are {}, counted from 0", partner,
                    samples);
}

std::vector<std::uint64_t> recorded_partners(std::span<const float> draws, int partners,
                                             std::uint64_t samples) {
  std::vector<std::uint64_t> recorded;
  for (int i = 0; i < partners; ++i) {
    const auto columns = draws.subspan(static_cast<std::size_t>(i) * kPartnerColumns);
    recorded.push_back(recorded_partner(columns, samples));
  }
  return recorded;
}

void require_partners(const recipe::Params& params, const std::string& param,
                      const OpContext& context, const std::string& op) {
  if (context.samples < 2) {
    throw usage_error(
        "{}: {} mixes every sample with another one of the source, and there is no other; take it "
        "out, or choose a larger source",
        params.where(param).text(), op);
  }
  if (context.keypoints.count > 0) {
    throw usage_error(
        "{}: {} mixes pictures of two samples, and the source has points, of which each row has "
        "one set: take {} out, or the points out of the source",
        params.where(param).text(), op, op);
  }
}

void require_one_size(const image::Shape& in, const std::string& op) {
  if (in.is_known()) return;
  throw usage_error(
      "{} needs pictures of one size, and gets {} x {} (0 = hangs on the photo); crop first, or "
      "resize first to size = [height, width]",
      op, in.height, in.width);
}

void require_same_shape(const image::Image& own, const image::Image& partner,
                        const std::string& op) {
  const image::Shape a = shape_of(own);
  const image::Shape b = shape_of(partner);
  if (a == b) return;
  throw input_error(
      "{}: the picture has {} x {} x {} values of {}, and its partner's {} x {} x {} of {}; crop "
      "or resize first",
      op, a.height, a.width, a.channels, image::name_of(a.type), b.height, b.width, b.channels,
      image::name_of(b.type));
}

}  // namespace epochmill::ops
