// Numbers as an HDF5 file has them: of many types, in either order of bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "capi/hdf5_element.hpp"

namespace epochmill::source {

// The bytes of `number`, which is one element, as little endian does.
void put_little_endian(ByteView number, bool is_big_endian, std::span<std::uint8_t> out);

// None for a number that no std::int64_t is equal to. `element` is a number's.
std::optional<std::int64_t> integer_of(ByteView number, const capi::H5Element& element);

// As a message shows it.
std::string number_text(ByteView number, const capi::H5Element& element);

}  // namespace epochmill::source
