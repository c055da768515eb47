// One source for every instruction set, as streams/bulk_kernels.cpp.
#include "image/level_vectors.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "image/level_vectors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace epochmill::image::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

bool FindExtremes(const ImageU8&, Extremes&) { return false; }
bool LookUp(ImageU8&, const LevelTables&) { return false; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Bytes = hn::ScalableTag<std::uint8_t>;
using VecB = hn::Vec<Bytes>;

// Three vectors beside each other have every lane always in the same channel.
bool FindExtremes(const ImageU8& image, Extremes& extremes) {
  const Bytes d;
  const std::size_t lanes = hn::Lanes(d);
  const std::uint8_t* const values = image.values().data();
  const std::size_t count = image.values().size();
  VecB low[3] = {hn::Set(d, 255), hn::Set(d, 255), hn::Set(d, 255)};
  VecB high[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  std::size_t i = 0;
  for (; i + 3 * lanes <= count; i += 3 * lanes) {
    for (std::size_t part = 0; part < 3; ++part) {
      const VecB now = hn::LoadU(d, values + i + part * lanes);
      low[part] = hn::Min(low[part], now);
      high[part] = hn::Max(high[part], now);
    }
  }
  HWY_ALIGN std::uint8_t lows[3 * HWY_MAX_BYTES];
  HWY_ALIGN std::uint8_t highs[3 * HWY_MAX_BYTES];
  for (std::size_t part = 0; part < 3; ++part) {
    hn::Store(low[part], d, lows + part * lanes);
    hn::Store(high[part], d, highs + part * lanes);
  }
  for (std::size_t lane = 0; lane < 3 * lanes; ++lane) {
    extremes.add(lane % 3, lows[lane], highs[lane]);
  }
  for (; i < count; ++i) extremes.add(i % 3, values[i], values[i]);
  return true;
}

// One table for a plane of bytes, in place. A lookup takes 16 of the 256 entries at a time: it
// gives 0 for a lane whose highest bit is set, and a saturated addition sets it for all lanes that
// have their entry elsewhere.
void LookUpPlane(const LevelTable& table, std::size_t count, std::uint8_t* HWY_RESTRICT plane) {
  const Bytes d;
  const VecB sixteen = hn::Set(d, 16);
  const VecB elsewhere = hn::Set(d, 0x70);
  HWY_ALIGN std::uint8_t entries[16][HWY_MAX_BYTES];
  for (std::size_t part = 0; part < 16; ++part) {
    hn::Store(hn::LoadDup128(d, table.data() + 16 * part), d, entries[part]);
  }
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
    VecB index = hn::Load(d, plane + i);
    VecB found = hn::Zero(d);
    for (std::size_t part = 0; part < 16; ++part) {
      const VecB place = hn::SaturatedAdd(index, elsewhere);
      found = hn::Or(found, hn::TableLookupBytesOr0(hn::Load(d, entries[part]), place));
      index = hn::Sub(index, sixteen);
    }
    hn::Store(found, d, plane + i);
  }
}

constexpr std::size_t kTile = 1024;  // pixels, in whole vectors of any CPU

void LookUpTile(std::uint8_t* HWY_RESTRICT pixels, const LevelTables& tables) {
  const Bytes d;
  HWY_ALIGN std::uint8_t planes[3][kTile];
  for (std::size_t i = 0; i < kTile; i += hn::Lanes(d)) {
    VecB r;
    VecB g;
    VecB b;
    hn::LoadInterleaved3(d, pixels + 3 * i, r, g, b);
    hn::Store(r, d, planes[0] + i);
    hn::Store(g, d, planes[1] + i);
    hn::Store(b, d, planes[2] + i);
  }
  for (std::size_t c = 0; c < 3; ++c) LookUpPlane(tables[c], kTile, planes[c]);
  for (std::size_t i = 0; i < kTile; i += hn::Lanes(d)) {
    hn::StoreInterleaved3(hn::Load(d, planes[0] + i), hn::Load(d, planes[1] + i),
                          hn::Load(d, planes[2] + i), d, pixels + 3 * i);
  }
}

bool LookUp(ImageU8& image, const LevelTables& tables) {
  // Sixteen lookups of 16 lanes take longer than loads one by one.
  if (hn::Lanes(Bytes()) < 32) return false;
  std::uint8_t* pixels = image.values().data();
  std::size_t left = image.values().size() / 3;
  for (; left >= kTile; left -= kTile, pixels += 3 * kTile) LookUpTile(pixels, tables);
  for (; left > 0; --left, pixels += 3) {
    for (std::size_t c = 0; c < 3; ++c) pixels[c] = tables[c][pixels[c]];
  }
  return true;
}

#endif

}  // namespace
}  // namespace epochmill::image::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace epochmill::image {
namespace {
HWY_EXPORT(FindExtremes);
HWY_EXPORT(LookUp);
}  // namespace

void Extremes::add(std::size_t channel, std::uint8_t lowest, std::uint8_t highest) {
  low[channel] = std::min(low[channel], lowest);
  high[channel] = std::max(high[channel], highest);
}

bool extremes_by_vectors(const ImageU8& image, Extremes& extremes) {
  return HWY_DYNAMIC_DISPATCH(FindExtremes)(image, extremes);
}

bool look_up_by_vectors(ImageU8& image, const LevelTables& tables) {
  return HWY_DYNAMIC_DISPATCH(LookUp)(image, tables);
}

}  // namespace epochmill::image
#endif
