#include "verify/row_hash.hpp"

#include <array>
#include <vector>

#include "base/digest.hpp"

namespace epochmill::verify {

namespace {

std::uint64_t with_kept(std::uint64_t hash, ByteView kept) {
  const std::array<std::uint64_t, 2> both = {hash, digest64(kept)};
  return digest64(as_bytes(std::span<const std::uint64_t>(both)));
}

}  // namespace

std::uint64_t picture_hash(const shard::Reader& reader, std::uint64_t row) {
  Bytes room;
  std::uint64_t hash = digest64(reader.image(row, room));
  for (std::size_t i = 0; i < reader.layout().kept.size(); ++i)
    hash = with_kept(hash, reader.kept(i, row, room));
  return hash;
}

std::uint64_t picture_hash(const plan::Encoding& encoding, const ops::Sample& made) {
  Bytes room;
  std::uint64_t hash = digest64(encoding.encode(made.image, room));
  for (const ops::Kept& kept : made.kept) hash = with_kept(hash, encoding.encode(kept.image, room));
  return hash;
}

std::uint64_t draws_hash(std::span<const float> values) {
  std::vector<float> plain(values.begin(), values.end());
  for (float& value : plain) value += 0.0F;  // makes 0 of -0, and changes no other number
  return digest64(as_bytes(plain));
}

}  // namespace epochmill::verify
