#include "shard/format.hpp"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace epochmill::shard {
namespace {

std::string epoch_name(std::uint64_t epoch) { return fmt::format("epoch-{:04}", epoch); }
std::string shard_name(std::uint64_t shard) { return fmt::format("shard-{:05}.h5", shard); }

// The number whose name, by `name_of`, is `name`.
bool parse_name(const std::string& name, std::string_view prefix,
                std::string (*name_of)(std::uint64_t), std::uint64_t* number) {
  if (!name.starts_with(prefix)) return false;
  std::uint64_t value = 0;
  const auto [stop, error] =
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), value);
  // Made again and compared, so that "epoch-1" or "epoch-00001" are no second names of epoch 1.
  if (error != std::errc() || name_of(value) != name) return false;
  *number = value;
  return true;
}

}  // namespace

image::Shape mask_shape(const Layout& layout) {
  return {layout.image.height, layout.image.width, 1, image::PixelType::kU8};
}

std::filesystem::path epoch_folder(const std::filesystem::path& out, std::uint64_t epoch) {
  return out / epoch_name(epoch);
}

std::filesystem::path shard_path(const std::filesystem::path& out, std::uint64_t epoch,
                                 std::uint64_t shard) {
  return epoch_folder(out, epoch) / shard_name(shard);
}

bool parse_epoch_folder(const std::string& name, std::uint64_t* epoch) {
  return parse_name(name, "epoch-", epoch_name, epoch);
}

bool parse_shard_name(const std::string& name, std::uint64_t* shard) {
  return parse_name(name, "shard-", shard_name, shard);
}

}  // namespace epochmill::shard
