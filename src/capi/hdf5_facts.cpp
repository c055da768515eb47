#include "capi/hdf5_facts.hpp"

#include "base/checked.hpp"
#include "base/packing.hpp"

namespace epochmill::capi {
namespace {

template <typename Enum>
Enum one_of(std::uint64_t number, Enum last) {
  if (number > static_cast<std::uint64_t>(last)) throw internal_error("no {} is known", number);
  return static_cast<Enum>(number);
}

}  // namespace

Error dataset_error(const std::filesystem::path& file, const std::string& name,
                    const std::string& why) {
  return input_error("dataset '{}' of '{}' {}", name, file.string(), why);
}

Bytes encode(const H5Facts& facts) {
  Packer packer;
  packer.number(static_cast<std::uint64_t>(facts.element.kind));
  packer.number(facts.element.size_bytes);
  packer.number(facts.element.is_big_endian ? 1 : 0);
  packer.number(static_cast<std::uint8_t>(facts.element.padding));
  packer.text(facts.element.name);
  packer.number(facts.sizes.address_bytes);
  packer.number(facts.sizes.length_bytes);
  packer.number(facts.sizes.base_address);
  packer.numbers(facts.dims);
  packer.number(static_cast<std::uint64_t>(facts.storage));
  packer.number(facts.is_written ? 1 : 0);
  packer.number(facts.offset);
  packer.numbers(facts.chunk);
  packer.number(facts.filters.size());
  for (const H5Filter& filter : facts.filters) {
    packer.number(checked_cast<std::uint64_t>(filter.id));
    packer.number(filter.element_bytes);
  }
  return packer.take();
}

H5Facts decode_facts(ByteView message) {
  Unpacker unpacker(message);
  H5Facts facts;
  facts.element.kind = one_of(unpacker.number(), H5ElementKind::kOther);
  facts.element.size_bytes = unpacker.number();
  facts.element.is_big_endian = unpacker.number() != 0;
  facts.element.padding = static_cast<char>(unpacker.number());
  facts.element.name = unpacker.text();
  facts.sizes.address_bytes = unpacker.number();
  facts.sizes.length_bytes = unpacker.number();
  facts.sizes.base_address = unpacker.number();
  facts.dims = unpacker.numbers();
  facts.storage = one_of(unpacker.number(), H5Storage::kOther);
  facts.is_written = unpacker.number() != 0;
  facts.offset = unpacker.number();
  facts.chunk = unpacker.numbers();
  for (std::uint64_t left = unpacker.number(); left > 0; --left) {
    const int id = checked_cast<int>(unpacker.number());
    facts.filters.push_back({.id = id, .element_bytes = unpacker.number()});
  }
  if (!unpacker.is_at_end()) throw internal_error("more bytes than facts");
  return facts;
}

Bytes encode(const H5Dataset& dataset) {
  Packer packer;
  packer.text(dataset.name);
  packer.number(static_cast<std::uint64_t>(dataset.type));
  packer.numbers(dataset.dims);
  packer.number(dataset.text_bytes);
  packer.number(dataset.offset);
  packer.number(dataset.deflate ? 1 : 0);
  const H5Deflate deflate = dataset.deflate.value_or(H5Deflate{});
  packer.number(deflate.level);
  packer.number(deflate.has_shuffle ? 1 : 0);
  return packer.take();
}

H5Dataset decode_dataset(ByteView message) {
  Unpacker unpacker(message);
  H5Dataset dataset;
  dataset.name = unpacker.text();
  dataset.type = one_of(unpacker.number(), H5Type::kText);
  dataset.dims = unpacker.numbers();
  dataset.text_bytes = unpacker.number();
  dataset.offset = unpacker.number();
  const bool is_deflated = unpacker.number() != 0;
  H5Deflate deflate;
  deflate.level = checked_cast<unsigned>(unpacker.number());
  deflate.has_shuffle = unpacker.number() != 0;
  if (is_deflated) dataset.deflate = deflate;
  if (!unpacker.is_at_end()) throw internal_error("more bytes than a dataset's");
  return dataset;
}

}  // namespace epochmill::capi
