// Owners of HDF5's identifiers, and HDF5's own reason for a failure. For capi/hdf5*.cpp only.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string_view>

#include "capi/handle.hpp"
#include "capi/hdf5.hpp"

namespace epochmill::capi {

template <herr_t (*kClose)(hid_t)>
struct H5IdTraits {
  using Value = hid_t;
  static constexpr hid_t kNone = H5I_INVALID_HID;
  static void free(hid_t id) { kClose(id); }
};

using H5Attribute = Handle<H5IdTraits<&H5Aclose>>;
using H5Data = Handle<H5IdTraits<&H5Dclose>>;
using H5Group = Handle<H5IdTraits<&H5Gclose>>;
using H5Plist = Handle<H5IdTraits<&H5Pclose>>;
using H5Space = Handle<H5IdTraits<&H5Sclose>>;
using H5Datatype = Handle<H5IdTraits<&H5Tclose>>;

// Comes before the HDF5 calls of every function of H5File. Cheap after the first time in a thread.
void prepare_hdf5();

// Throws an `io` error "cannot DOING 'PATH': HDF5's innermost message" for the HDF5 call that
// failed last in this thread.
[[noreturn]] void fail_writing(const std::filesystem::path& path, std::string_view doing);

// The same, but `input` when the operating system had no part in it: then the file is not what it
// should be.
[[noreturn]] void fail_reading(const std::filesystem::path& path, std::string_view doing);

// The fixed-length UTF-8 type of `bytes` bytes, zero padded. At least one byte, since HDF5 has no
// shorter text.
H5Datatype text_type(std::size_t bytes);

// Reals of 16 bits, for which HDF5 has no name; as NumPy and h5py know them. Made once, and never
// closed.
hid_t half_type();

}  // namespace epochmill::capi
