#include "capi/hdf5_foreign.hpp"

#include <algorithm>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/hdf5.hpp"

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
  sizes.base_address = user_block;
  return sizes;
}

}  // namespace

H5Foreign::H5Foreign(fs::path file, std::string name)
    : path_(std::move(file)), name_(std::move(name)) {
  const Hdf5Turn turn;
  file_ = Handle<H5FileTraits>(open_foreign(path_));
  data_ = H5Data(open_foreign_dataset(file_.get(), path_, name_));
  type_ = H5Datatype(H5Dget_type(data_.get()));
  if (!type_) fail("read the type of");
}

void H5Foreign::fail(const char* doing) const {
  fail_foreign(path_, fmt::format("{} '{}' in", doing, name_));
}

H5Facts H5Foreign::facts() const {
  const Hdf5Turn turn;
  H5Facts facts{.element = h5_element_of(type_.get()), .sizes = sizes_of_file(file_.get(), path_)};
  const H5Plist creation(H5Dget_create_plist(data_.get()));
  if (!creation) fail("read the layout of");
  const H5D_layout_t layout = H5Pget_layout(creation.get());
  // Before its shape: to tell that of a virtual dataset HDF5 would open the other files.
  if (layout == H5D_VIRTUAL) {
    throw dataset_error(path_, name_,
                        "is a virtual one, of data in other files; copy it by h5repack");
  }
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count(creation.get()) != 0) {
    throw dataset_error(path_, name_,
                        "has its data in another file (external storage); copy it by h5repack");
  }
  find_shape(facts);
  if (layout == H5D_CONTIGUOUS) {
    facts.storage = H5Storage::kContiguous;
    const haddr_t offset = H5Dget_offset(data_.get());
    facts.is_written = offset != HADDR_UNDEF;
    if (facts.is_written) facts.offset = offset;
  }
  if (layout == H5D_CHUNKED) find_chunks(creation, facts);
  if (layout == H5D_COMPACT) facts.storage = H5Storage::kCompact;
  return facts;
}

void H5Foreign::find_shape(H5Facts& facts) const {
  const H5Space space(H5Dget_space(data_.get()));
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (rank < 0) fail("read the shape of");
  if (H5Sget_simple_extent_type(space.get()) != H5S_SIMPLE) return;
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  if (H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr) < 0) fail("read the shape of");
  facts.dims.assign(dims.begin(), dims.end());
}

void H5Foreign::find_chunks(const H5Plist& creation, H5Facts& facts) const {
  facts.storage = H5Storage::kChunked;
  std::vector<hsize_t> sides(facts.dims.size());
  if (H5Pget_chunk(creation.get(), static_cast<int>(sides.size()), sides.data()) !=
      static_cast<int>(sides.size())) {
    fail("read the chunks of");
  }
  facts.chunk.assign(sides.begin(), sides.end());
  facts.filters = read_filters(creation.get(), path_, name_);
}

Bytes H5Foreign::packed_chunk(const std::vector<std::uint64_t>& place, std::uint64_t most_bytes,
                              std::uint32_t& skipped) const {
  const Hdf5Turn turn;
  const std::vector<hsize_t> at(place.begin(), place.end());
  hsize_t size = 0;
  if (H5Dget_chunk_storage_size(data_.get(), at.data(), &size) < 0) fail("find a chunk of");
  if (size == 0) return {};
  if (size > most_bytes) {
    throw dataset_error(
        path_, name_,
        fmt::format("has a chunk of {} bytes, near row {}, where {} are the most; it is damaged",
                    size, place.at(0), most_bytes));
  }
  constexpr std::size_t kRoomBehind = 64;  // for what an answer ends in
  Bytes packed;
  packed.reserve(checked_cast<std::size_t>(size) + kRoomBehind);
  packed.resize(checked_cast<std::size_t>(size));
  if (H5Dread_chunk(data_.get(), H5P_DEFAULT, at.data(), &skipped, packed.data()) < 0)
    fail("read a chunk of");
  return packed;
}

Bytes H5Foreign::rows(std::uint64_t first, std::uint64_t count) const {
  const Hdf5Turn turn;
  H5Facts shape;
  find_shape(shape);
  std::vector<std::uint64_t>& sides = shape.dims;
  if (sides.empty()) fail("read rows of");
  sides[0] = count;
  std::uint64_t size = H5Tget_size(type_.get());
  for (const std::uint64_t side : sides) size = checked_mul(size, side);
  const std::vector<hsize_t> wanted(sides.begin(), sides.end());
  std::vector<hsize_t> start(sides.size(), 0);
  start[0] = first;
  const H5Space in_file(H5Dget_space(data_.get()));
  const H5Space in_memory(
      H5Screate_simple(static_cast<int>(wanted.size()), wanted.data(), nullptr));
  Bytes out(checked_cast<std::size_t>(size));
  // The type of the file for both: nothing is converted.
  const bool is_read = in_file && in_memory &&
                       H5Sselect_hyperslab(in_file.get(), H5S_SELECT_SET, start.data(), nullptr,
                                           wanted.data(), nullptr) >= 0 &&
                       H5Dread(data_.get(), type_.get(), in_memory.get(), in_file.get(),
                               H5P_DEFAULT, out.data()) >= 0;
  if (!is_read) fail("read rows of");
  return out;
}

std::string root_text_of_foreign(const fs::path& path, const std::string& name) {
  constexpr std::size_t kMostBytes = 4096;
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
