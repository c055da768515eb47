// The part of capi/hdf5_id.hpp that opens files of others; and capi/hdf5_array.hpp's question.
#include <algorithm>
#include <string>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "capi/hdf5_array.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

// The datasets that there are, for a message; "" when HDF5 cannot tell.
std::string names_in(const fs::path& path) {
  constexpr std::size_t kMostShown = 10;
  try {
    const std::vector<std::string> names = H5File::open_read(path).dataset_names();
    std::string list = names.empty() ? "; it has none" : "; it has ";
    for (std::size_t i = 0; i < std::min(names.size(), kMostShown); ++i) {
      list += (i == 0 ? "" : ", ") + names[i];
    }
    return list + (names.size() > kMostShown ? ", ..." : "");
  } catch (const Error&) {
    return "";
  }
}

// Whether some link on the way to `name` leads into another file.
bool leads_out(hid_t file, const std::string& name) {
  const H5Plist access = links_inside(Opening::kLink);
  for (std::size_t slash = name.find('/', 1);; slash = name.find('/', slash + 1)) {
    H5L_info_t info;
    const std::string part = name.substr(0, slash);
    if (H5Lget_info(file, part.c_str(), &info, access.get()) < 0) return false;
    if (info.type != H5L_TYPE_HARD && info.type != H5L_TYPE_SOFT) return true;
    if (slash == std::string::npos) return false;
  }
}

}  // namespace

File open_hdf5_to_read(const fs::path& path) {
  File file = [&] {
    try {
      return File::open_read(path);
    } catch (const Error& error) {
      if (fs::exists(fs::status(path))) throw;
      throw input_error("'{}': there is no such file", path.string());
    }
  }();
  if (!file.is_regular()) throw input_error("'{}' is not a regular file", path.string());
  return file;
}

hid_t open_foreign(const fs::path& path) {
  const H5Plist access(H5Pcreate(H5P_FILE_ACCESS));
  if (!access || H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG) < 0 ||
      H5Pset_file_locking(access.get(), false, true) < 0 || !set_plain_reads(access.get())) {
    fail_foreign(path, "set HDF5's access properties for");
  }
  if (H5Fis_hdf5(path.c_str()) == 0) {
    throw input_error("'{}' is no HDF5 file: its first bytes are not \\x89HDF", path.string());
  }
  const hid_t id = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.get());
  if (id < 0) fail_foreign(path, "open the HDF5 file");
  return id;
}

hid_t open_foreign_dataset(hid_t file, const fs::path& path, const std::string& name) {
  const H5Plist access = links_inside(Opening::kDataset);
  const hid_t id = H5Dopen2(file, name.c_str(), access.get());
  if (id >= 0) return id;
  const bool is_link_out = leads_out(file, name);
  if (is_link_out) {
    throw input_error(
        "'{}' of '{}' leads into another file by an external link, and none is followed; name that "
        "file, or copy the data by h5repack",
        name, path.string());
  }
  throw input_error("'{}' has no dataset '{}' that can be opened{}", path.string(), name,
                    names_in(path));
}

H5Sizes sizes_of_file(hid_t file, const fs::path& path) {
  H5Sizes sizes;
  hsize_t user_block = 0;
  const H5Plist creation(H5Fget_create_plist(file));
  if (!creation || H5Pget_sizes(creation.get(), &sizes.address_bytes, &sizes.length_bytes) < 0 ||
      H5Pget_userblock(creation.get(), &user_block) < 0) {
    fail_foreign(path, "ask the sizes of addresses in");
  }
  if (std::max(sizes.address_bytes, sizes.length_bytes) > 8) {
    throw input_error("'{}' has addresses of more than 8 bytes", path.string());
  }
  sizes.base_address = user_block;
  return sizes;
}

std::string h5_root_text(const fs::path& path, const std::string& name) {
  constexpr std::size_t kMostBytes = 4096;
  open_hdf5_to_read(path);
  const Hdf5Turn turn;
  const Handle<H5FileTraits> file(open_foreign(path));
  if (H5Aexists(file.get(), name.c_str()) <= 0) return "";
  const H5Attribute attribute(H5Aopen(file.get(), name.c_str(), H5P_DEFAULT));
  if (!attribute) fail_foreign(path, "read attribute '" + name + "' of");
  const H5Datatype type(H5Aget_type(attribute.get()));
  const H5Space space(H5Aget_space(attribute.get()));
  const std::size_t bytes = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) != 0 ||
      H5Sget_simple_extent_npoints(space.get()) != 1 || bytes > kMostBytes) {
    return "";
  }
  std::string text(bytes, '\0');
  if (H5Aread(attribute.get(), type.get(), text.data()) < 0) {
    fail_foreign(path, "read attribute '" + name + "' of");
  }
  return text.substr(0, text.find('\0'));
}

}  // namespace epochmill::capi
