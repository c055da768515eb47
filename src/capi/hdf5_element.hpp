// What one element of an HDF5 dataset is, for datasets that anybody may have written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace epochmill::capi {

enum class H5ElementKind {
  kUnsigned,   // 1, 2, 4 or 8 bytes, all of their bits used
  kSigned,     // likewise
  kFloat,      // IEEE of 2, 4 or 8 bytes
  kText,       // of fixed length; `padding` at its end
  kOpaque,     // bytes that HDF5 knows nothing of
  kVlenText,   // text of any length
  kVlenBytes,  // u8 of any number
  kOther,      // compounds, references, enumerations, numbers of odd sizes, ...
};

struct H5Element {
  H5ElementKind kind = H5ElementKind::kOther;
  std::size_t size_bytes = 0;  // in the file
  bool is_big_endian = false;  // numbers only
  char padding = '\0';         // of kText: what its end is filled up with
  std::string name = "";       // for messages: "f32", "a compound"

  bool is_vlen() const {
    return kind == H5ElementKind::kVlenText || kind == H5ElementKind::kVlenBytes;
  }
  bool is_integer() const {
    return kind == H5ElementKind::kUnsigned || kind == H5ElementKind::kSigned;
  }
  bool is_number() const { return is_integer() || kind == H5ElementKind::kFloat; }
};

// Of an HDF5 datatype (hid_t). Inside a turn of HDF5's.
H5Element h5_element_of(std::int64_t type);

}  // namespace epochmill::capi
