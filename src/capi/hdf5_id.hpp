// Owners of HDF5's identifiers, and HDF5's own reason for a failure. For capi/hdf5*.cpp only.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

#include "capi/file.hpp"
#include "capi/handle.hpp"
#include "capi/hdf5.hpp"

namespace epochmill::capi {

// One stands in every function here that calls HDF5, for as long as it does and reads HDF5's reason
// for a failure: HDF5 is not made for threads, or has one lock of its own, which not every build
// has. Makes HDF5 ready, too. Within another turn of the same thread it changes nothing.
class Hdf5Turn {
 public:
  Hdf5Turn();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

template <herr_t (*kClose)(hid_t)>
struct H5IdTraits {
  using Value = hid_t;
  static constexpr hid_t kNone = H5I_INVALID_HID;
  static void free(hid_t id) {
    const Hdf5Turn turn;
    kClose(id);
  }
};

using H5Attribute = Handle<H5IdTraits<&H5Aclose>>;
using H5Data = Handle<H5IdTraits<&H5Dclose>>;
using H5Group = Handle<H5IdTraits<&H5Gclose>>;
using H5Plist = Handle<H5IdTraits<&H5Pclose>>;
using H5Space = Handle<H5IdTraits<&H5Sclose>>;
using H5Datatype = Handle<H5IdTraits<&H5Tclose>>;

// Access properties with which no link leads into another file: a file from elsewhere must not make
// us read others. Must live until a failure's reason is read: closing them takes it away.
enum class Opening { kLink, kDataset };
H5Plist links_inside(Opening what);

// Throws an `io` error "cannot DOING 'PATH': HDF5's innermost message" for the HDF5 call that
// failed last in this thread.
[[noreturn]] void fail_writing(const std::filesystem::path& path, std::string_view doing);

// The same, but `input` when the operating system had no part in it: then the file is not what it
// should be.
[[noreturn]] void fail_reading(const std::filesystem::path& path, std::string_view doing);

// The same for files that are not epochmill's own.
[[noreturn]] void fail_foreign(const std::filesystem::path& path, std::string_view doing);

// Makes files that are opened by the access properties `access`, not to be changed, be read by
// plain reads. HDF5's own way has a buffer for what it writes, which lies at the undefined address
// while it is empty, and HDF5 1.10 crashes when a forged file leads it to that very address. Inside
// a turn. False when HDF5 refuses, and has a reason.
bool set_plain_reads(hid_t access);

// The fixed-length UTF-8 type of `bytes` bytes, zero padded. At least one byte, since HDF5 has no
// shorter text.
H5Datatype text_type(std::size_t bytes);

// Reals of 16 bits, for which HDF5 has no name; as NumPy and h5py know them. Made once, and never
// closed.
hid_t half_type();

}  // namespace epochmill::capi
