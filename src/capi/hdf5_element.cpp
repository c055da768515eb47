#include "capi/hdf5_element.hpp"

#include <initializer_list>

#include "base/error.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

bool is_one_of(std::int64_t type, std::initializer_list<hid_t> known) {
  for (const hid_t one : known) {
    if (H5Tequal(type, one) > 0) return true;
  }
  return false;
}

// HDF5 1.10 has no name for IEEE's 16 bits.
bool is_half(std::int64_t type) {
  std::size_t sign_at = 0;
  std::size_t exponent_at = 0;
  std::size_t exponent_bits = 0;
  std::size_t mantissa_at = 0;
  std::size_t mantissa_bits = 0;
  return H5Tget_size(type) == 2 && H5Tget_precision(type) == 16 && H5Tget_ebias(type) == 15 &&
         H5Tget_fields(type, &sign_at, &exponent_at, &exponent_bits, &mantissa_at,
                       &mantissa_bits) >= 0 &&
         sign_at == 15 && exponent_at == 10 && exponent_bits == 5 && mantissa_at == 0 &&
         mantissa_bits == 10;
}

bool is_ieee(std::int64_t type) {
  return is_one_of(type, {H5T_IEEE_F32LE, H5T_IEEE_F32BE, H5T_IEEE_F64LE, H5T_IEEE_F64BE}) ||
         is_half(type);
}

bool is_whole_integer(std::int64_t type) {
  return is_one_of(
      type, {H5T_STD_U8LE, H5T_STD_U8BE, H5T_STD_U16LE, H5T_STD_U16BE, H5T_STD_U32LE, H5T_STD_U32BE,
             H5T_STD_U64LE, H5T_STD_U64BE, H5T_STD_I8LE, H5T_STD_I8BE, H5T_STD_I16LE, H5T_STD_I16BE,
             H5T_STD_I32LE, H5T_STD_I32BE, H5T_STD_I64LE, H5T_STD_I64BE});
}

void describe_number(std::int64_t type, H5Element& element) {
  const bool is_float = H5Tget_class(type) == H5T_FLOAT;
  element.is_big_endian = H5Tget_order(type) == H5T_ORDER_BE;
  if (is_float ? !is_ieee(type) : !is_whole_integer(type)) {
    element.name = "a number of an odd format";
    return;
  }
  const bool is_signed = !is_float && H5Tget_sign(type) == H5T_SGN_2;
  element.kind = is_float    ? H5ElementKind::kFloat
                 : is_signed ? H5ElementKind::kSigned
                             : H5ElementKind::kUnsigned;
  element.name =
      fmt::format("{}{}", is_float ? 'f' : (is_signed ? 'i' : 'u'), 8 * element.size_bytes);
}

void describe_text(std::int64_t type, H5Element& element) {
  if (H5Tis_variable_str(type) > 0) {
    element.kind = H5ElementKind::kVlenText;
    element.name = "a text of variable length";
    return;
  }
  element.kind = H5ElementKind::kText;
  element.padding = H5Tget_strpad(type) == H5T_STR_SPACEPAD ? ' ' : '\0';
  element.name = fmt::format("a text of {} bytes", element.size_bytes);
}

void describe_vlen(std::int64_t type, H5Element& element) {
  const H5Datatype base(H5Tget_super(type));
  element.name = "a list of variable length";
  if (base && is_one_of(base.get(), {H5T_STD_U8LE, H5T_STD_U8BE})) {
    element.kind = H5ElementKind::kVlenBytes;
  }
}

}  // namespace

H5Element h5_element_of(std::int64_t type) {
  H5Element element;
  element.size_bytes = H5Tget_size(type);
  switch (H5Tget_class(type)) {
    case H5T_INTEGER:
    case H5T_FLOAT:
      describe_number(type, element);
      break;
    case H5T_STRING:
      describe_text(type, element);
      break;
    case H5T_VLEN:
      describe_vlen(type, element);
      break;
    case H5T_OPAQUE:
      element.kind = H5ElementKind::kOpaque;
      element.name = fmt::format("{} opaque bytes", element.size_bytes);
      break;
    case H5T_ENUM:
      element.name = "an enumeration (of true and false: a bool)";
      break;
    case H5T_COMPOUND:
      element.name = "a compound (such as a complex number)";
      break;
    default:
      element.name = "of a type that holds no picture or label";
  }
  return element;
}

}  // namespace epochmill::capi
