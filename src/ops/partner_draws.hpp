// Which other samples a mixing op takes in, as draws. An f32 holds no index above 2^24, so each is
// recorded in two columns, high * 2^20 + low, which hold every one below 2^40.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ops/op.hpp"

namespace epochmill::ops {

inline constexpr std::size_t kPartnerColumns = 2;  // of each partner

// "partner_high", "partner_low"; of several "partner_1_high" and so on.
std::vector<std::string> partner_columns(int partners);

// Each of the others of `samples` samples (2 or more) is equally likely; `stream` has the own one.
std::uint64_t draw_partner(const streams::Stream& stream, streams::DrawNumber draw,
                           std::uint64_t samples);

// Into the first kPartnerColumns of `out`.
void record_partner(std::uint64_t partner, std::span<float> out);
// The other way round. Throws `input` for numbers that are none of `samples` samples.
std::uint64_t recorded_partner(std::span<const float> draws, std::uint64_t samples);
// Likewise the first `partners`.
std::vector<std::uint64_t> recorded_partners(std::span<const float> draws, int partners,
                                             std::uint64_t samples);

// Throws `usage`, with the place in the recipe, when the catalog has no other sample, and when it
// has points: `op` cannot say what becomes of them.
void require_partners(const recipe::Params& params, const std::string& param,
                      const OpContext& context, const std::string& op);

// Throws `usage` for pictures that need not have one size, and so cannot be mixed.
void require_one_size(const image::Shape& in, const std::string& op);
// Throws `input` when `partner` has not the shape of `own`.
void require_same_shape(const image::Image& own, const image::Image& partner,
                        const std::string& op);

}  // namespace epochmill::ops
