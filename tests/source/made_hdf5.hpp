// HDF5 files as others write them, by HDF5's own calls.
#pragma once

#include <hdf5.h>

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

namespace epochmill::source {

// How a dataset is stored. No chunk: contiguous.
struct Hdf5Storage {
  std::vector<hsize_t> chunk = {};
  int deflate = 0;
  bool has_shuffle = false;
  bool has_fletcher32 = false;
  bool is_compact = false;
};

// One file, closed with the object. What HDF5 refuses ends the test.
class MadeHdf5 {
 public:
  explicit MadeHdf5(const std::filesystem::path& path, hsize_t user_block = 0) {
    const hid_t creation = checked(H5Pcreate(H5P_FILE_CREATE));
    checked(H5Pset_userblock(creation, user_block));
    file_ = checked(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, H5P_DEFAULT));
    H5Pclose(creation);
  }
  ~MadeHdf5() { close(); }
  // So that others may open it.
  void close() {
    if (file_ >= 0) H5Fclose(file_);
    file_ = -1;
  }
  MadeHdf5(const MadeHdf5&) = delete;
  MadeHdf5& operator=(const MadeHdf5&) = delete;

  hid_t id() const { return file_; }

  // `values` are elements of `memory_type`, stored as `type`.
  MadeHdf5& dataset(const char* name, const std::vector<hsize_t>& dims, hid_t type,
                    hid_t memory_type, const void* values, const Hdf5Storage& storage = {}) {
    const hid_t space =
        checked(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr));
    const hid_t creation = creation_of(storage);
    const hid_t data =
        checked(H5Dcreate2(file_, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
    if (values != nullptr) {
      checked(H5Dwrite(data, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values));
    }
    H5Dclose(data);
    H5Pclose(creation);
    H5Sclose(space);
    return *this;
  }

  MadeHdf5& bytes(const char* name, const std::vector<hsize_t>& dims, const std::string& values,
                  const Hdf5Storage& storage = {}) {
    return dataset(name, dims, H5T_STD_U8LE, H5T_NATIVE_UINT8, values.data(), storage);
  }

  MadeHdf5& numbers(const char* name, const std::vector<std::int64_t>& values,
                    hid_t type = H5T_STD_I64LE, const std::vector<hsize_t>& dims = {}) {
    return dataset(name, dims.empty() ? std::vector<hsize_t>{values.size()} : dims, type,
                   H5T_NATIVE_INT64, values.data());
  }

  MadeHdf5& reals(const char* name, const std::vector<double>& values,
                  const std::vector<hsize_t>& dims, hid_t type = H5T_IEEE_F32LE) {
    return dataset(name, dims, type, H5T_NATIVE_DOUBLE, values.data());
  }

  // u8 of variable length, or texts.
  MadeHdf5& vlen(const char* name, std::vector<std::string> values, bool is_text = false,
                 const Hdf5Storage& storage = {}) {
    if (is_text) {
      std::vector<const char*> texts;
      for (const std::string& value : values) texts.push_back(value.c_str());
      const hid_t type = checked(H5Tcopy(H5T_C_S1));
      checked(H5Tset_size(type, H5T_VARIABLE));
      dataset(name, {values.size()}, type, type, texts.data(), storage);
      H5Tclose(type);
      return *this;
    }
    std::vector<hvl_t> lists;
    for (std::string& value : values) lists.push_back({value.size(), value.data()});
    const hid_t type = checked(H5Tvlen_create(H5T_STD_U8LE));
    dataset(name, {values.size()}, type, type, lists.data(), storage);
    H5Tclose(type);
    return *this;
  }

  template <typename Id>
  static Id checked(Id id) {
    if (id < 0) throw std::runtime_error("HDF5 refuses what a test makes");
    return id;
  }

 private:
  static hid_t creation_of(const Hdf5Storage& storage) {
    const hid_t creation = checked(H5Pcreate(H5P_DATASET_CREATE));
    checked(H5Pset_obj_track_times(creation, false));  // equal content, equal bytes
    if (storage.is_compact) checked(H5Pset_layout(creation, H5D_COMPACT));
    if (!storage.chunk.empty()) {
      checked(H5Pset_chunk(creation, static_cast<int>(storage.chunk.size()), storage.chunk.data()));
    }
    if (storage.has_shuffle) checked(H5Pset_shuffle(creation));
    if (storage.deflate > 0)
      checked(H5Pset_deflate(creation, static_cast<unsigned>(storage.deflate)));
    if (storage.has_fletcher32) checked(H5Pset_fletcher32(creation));
    return creation;
  }

  hid_t file_ = -1;
};

}  // namespace epochmill::source
