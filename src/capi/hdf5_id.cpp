#include "capi/hdf5_id.hpp"

#include <algorithm>
#include <string>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

struct Cause {
  std::string text;
  bool is_system = false;  // the operating system refused something
};

// HDF5 packs the system's reason between times, buffers and descriptors, which no message should
// hold.
Cause cause_from(std::string_view description) {
  constexpr std::string_view kMark = "error message = '";
  const std::size_t start = description.find(kMark);
  if (start == std::string_view::npos) return {std::string(description), false};
  description.remove_prefix(start + kMark.size());
  return {std::string(description.substr(0, description.find('\''))), true};
}

herr_t take_innermost(unsigned /*index*/, const H5E_error2_t* error, void* cause) noexcept {
  try {
    if (error->desc != nullptr) *static_cast<Cause*>(cause) = cause_from(error->desc);
    return 1;  // no further
  } catch (...) {
    return -1;
  }
}

Cause last_cause() {
  Cause cause;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_innermost, &cause);
  if (cause.text.empty()) cause.text = "HDF5 gives no reason";
  return cause;
}

std::recursive_mutex& hdf5_lock() {
  static std::recursive_mutex lock;
  return lock;
}

void prepare_hdf5() {
  // HDF5 1.10 crashes in its exit handler after a full disk, unless it is told first of all not to
  // have one.
  [[maybe_unused]] static const herr_t once = H5dont_atexit();
  // Each thread has its own error stack, and its own wish to print it.
  thread_local bool is_quiet = false;
  if (!is_quiet) is_quiet = H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr) >= 0;
}

herr_t refuse_external(const char* /*file*/, const char* /*group*/, const char* /*other_file*/,
                       const char* /*object*/, unsigned* /*flags*/, hid_t /*access*/,
                       void* /*data*/) noexcept {
  return -1;
}

}  // namespace

Hdf5Turn::Hdf5Turn() : lock_(hdf5_lock()) { prepare_hdf5(); }

H5Plist links_inside(Opening what) {
  // The properties of opening a dataset are those of a link, and more.
  H5Plist access(H5Pcreate(what == Opening::kLink ? H5P_LINK_ACCESS : H5P_DATASET_ACCESS));
  if (!access || H5Pset_elink_cb(access.get(), refuse_external, nullptr) < 0) {
    throw internal_error("HDF5 refuses its link access properties: {}", last_cause().text);
  }
  return access;
}

void fail_writing(const std::filesystem::path& path, std::string_view doing) {
  throw io_error("cannot {} '{}': {}", doing, path.string(), last_cause().text);
}

void fail_reading(const std::filesystem::path& path, std::string_view doing) {
  const Cause cause = last_cause();
  if (cause.is_system) throw io_error("cannot {} '{}': {}", doing, path.string(), cause.text);
  throw input_error("cannot {} '{}': {}; the file is damaged, or not from epochmill", doing,
                    path.string(), cause.text);
}

void fail_foreign(const std::filesystem::path& path, std::string_view doing) {
  const Cause cause = last_cause();
  if (cause.is_system) throw io_error("cannot {} '{}': {}", doing, path.string(), cause.text);
  throw input_error("cannot {} '{}': {}; the file is damaged", doing, path.string(), cause.text);
}

H5Datatype text_type(std::size_t bytes) {
  H5Datatype type(H5Tcopy(H5T_C_S1));
  if (!type || H5Tset_size(type.get(), std::max<std::size_t>(bytes, 1)) < 0 ||
      H5Tset_strpad(type.get(), H5T_STR_NULLPAD) < 0 ||
      H5Tset_cset(type.get(), H5T_CSET_UTF8) < 0) {
    throw internal_error("HDF5 has no text type of {} bytes: {}", bytes, last_cause().text);
  }
  return type;
}

hid_t half_type() {
  static const hid_t kHalf = [] {
    const hid_t type = H5Tcopy(H5T_IEEE_F32LE);
    if (type < 0 || H5Tset_fields(type, 15, 10, 5, 0, 10) < 0 || H5Tset_size(type, 2) < 0 ||
        H5Tset_ebias(type, 15) < 0) {
      throw internal_error("HDF5 cannot make a type of 16-bit reals: {}", last_cause().text);
    }
    return type;
  }();
  return kHalf;
}

}  // namespace epochmill::capi
