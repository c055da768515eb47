#include "capi/hdf5.hpp"

#include <algorithm>
#include <array>
#include <system_error>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

static_assert(std::is_same_v<hid_t, std::int64_t>);

// Things of at least this many bytes start at a multiple of it: a page, so that a reader can map
// them.
constexpr hsize_t kAlignment = 4096;

// Where hdf5_attributes.cpp puts attributes that are too large to be some; as a name below the
// root.
constexpr std::string_view kAttributesAside = "meta/";

constexpr std::array kNumberTypes = {H5Type::kU8,  H5Type::kU32, H5Type::kU64,
                                     H5Type::kI64, H5Type::kF16, H5Type::kF32};

// As stored: the same on every machine.
hid_t number_type(H5Type type) {
  switch (type) {
    case H5Type::kU8:
      return H5T_STD_U8LE;
    case H5Type::kU32:
      return H5T_STD_U32LE;
    case H5Type::kU64:
      return H5T_STD_U64LE;
    case H5Type::kI64:
      return H5T_STD_I64LE;
    case H5Type::kF16:
      return half_type();
    case H5Type::kF32:
      return H5T_IEEE_F32LE;
    case H5Type::kText:
      break;
  }
  throw internal_error("a text is no HDF5 number");
}

std::uint64_t element_bytes(const H5Dataset& dataset) {
  switch (dataset.type) {
    case H5Type::kU8:
      return 1;
    case H5Type::kF16:
      return 2;
    case H5Type::kU32:
    case H5Type::kF32:
      return 4;
    case H5Type::kU64:
    case H5Type::kI64:
      return 8;
    case H5Type::kText:
      return dataset.text_bytes;
  }
  throw internal_error("HDF5 dataset '{}' has no element type", dataset.name);
}

H5Plist access_properties(const fs::path& path, H5Style style) {
  const bool is_chunked = style == H5Style::kChunked;
  const H5F_libver_t oldest = is_chunked ? H5F_LIBVER_V110 : H5F_LIBVER_V18;
  const hsize_t alignment = is_chunked ? 1 : kAlignment;
  H5Plist access(H5Pcreate(H5P_FILE_ACCESS));
  // No locks unless the user's HDF5_USE_FILE_LOCKING wants them: files are written under names of
  // their own and never change once published, and many cluster file systems have no locks.
  if (!access || H5Pset_libver_bounds(access.get(), oldest, H5F_LIBVER_V110) < 0 ||
      H5Pset_alignment(access.get(), alignment, alignment) < 0 ||
      H5Pset_fclose_degree(access.get(), H5F_CLOSE_STRONG) < 0 ||
      H5Pset_file_locking(access.get(), false, true) < 0) {
    fail_writing(path, "set HDF5's access properties for");
  }
  return access;
}

// Creation properties of class `kind`: no times, and all attributes in the object's header, where
// they have a checksum.
H5Plist object_properties(hid_t kind, const fs::path& path) {
  constexpr unsigned kMostAttributes = 65535;  // as many as HDF5 takes
  H5Plist properties(H5Pcreate(kind));
  if (!properties || H5Pset_obj_track_times(properties.get(), false) < 0 ||
      H5Pset_attr_phase_change(properties.get(), kMostAttributes, 0) < 0) {
    fail_writing(path, "set HDF5's creation properties for");
  }
  return properties;
}

// The same for a file or a group, and all its links there too: the tables that HDF5 makes of many
// links hold bytes that no reader looks at, and that no check would find damaged.
H5Plist group_properties(hid_t kind, const fs::path& path) {
  constexpr unsigned kMostLinks = 65535;
  H5Plist properties = object_properties(kind, path);
  if (H5Pset_link_phase_change(properties.get(), kMostLinks, 0) < 0) {
    fail_writing(path, "set HDF5's creation properties for");
  }
  return properties;
}

// HDF5 would wait for ever on a pipe, and says less well what is wrong.
void require_regular(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw io_error("cannot open '{}': {}", path.string(),
                   error ? error.message() : "there is no such file");
  }
  if (!fs::is_regular_file(status)) {
    throw input_error("cannot open '{}' as an HDF5 file: it is not a regular file", path.string());
  }
}

hid_t open_file(const fs::path& path, unsigned mode) {
  require_regular(path);
  // What is written to a file that is there already takes the form that it has.
  const H5Plist access = access_properties(path, H5Style::kContiguous);
  const bool is_ready = mode != H5F_ACC_RDONLY || set_plain_reads(access.get());
  const hid_t id = is_ready ? H5Fopen(path.c_str(), mode, access.get()) : H5I_INVALID_HID;
  if (id < 0) fail_reading(path, "open the HDF5 file");
  return id;
}

// "/keep/a/b" -> "/keep", "/keep/a".
std::vector<std::string> groups_above(const std::string& name) {
  std::vector<std::string> groups;
  for (std::size_t slash = name.find('/', 1); slash != std::string::npos;
       slash = name.find('/', slash + 1)) {
    groups.push_back(name.substr(0, slash));
  }
  return groups;
}

bool has_link(hid_t file, const fs::path& path, const std::string& name) {
  const H5Plist access = links_inside(Opening::kLink);
  const htri_t exists = H5Lexists(file, name.c_str(), access.get());
  if (exists < 0) fail_reading(path, "look for '" + name + "' in");
  return exists > 0;
}

// HDF5's own way of making groups on the way would store times in them.
void make_groups_above(hid_t file, const fs::path& path, const std::string& name) {
  for (const std::string& group : groups_above(name)) {
    if (has_link(file, path, group)) continue;
    const H5Plist creation = group_properties(H5P_GROUP_CREATE, path);
    const H5Group made(H5Gcreate2(file, group.c_str(), H5P_DEFAULT, creation.get(), H5P_DEFAULT));
    if (!made) fail_writing(path, "make group '" + group + "' in");
  }
}

H5Space space_of(const H5Dataset& dataset, const fs::path& path) {
  H5Space space(H5Screate_simple(
      checked_cast<int>(dataset.dims.size()),
      std::vector<hsize_t>(dataset.dims.begin(), dataset.dims.end()).data(), nullptr));
  if (!space) fail_writing(path, "make dataset '" + dataset.name + "' in");
  return space;
}

H5Datatype stored_type(const H5Dataset& dataset) {
  if (dataset.type == H5Type::kText) return text_type(dataset.text_bytes);
  return H5Datatype(H5Tcopy(number_type(dataset.type)));
}

// 0 for a dataset with no bytes, to which HDF5 gives no place.
std::uint64_t place_of(const H5Data& data) {
  const haddr_t offset = H5Dget_offset(data.get());
  return offset == HADDR_UNDEF ? 0 : offset;
}

void read_type(const H5Data& data, const fs::path& path, H5Dataset& dataset) {
  const H5Datatype type(H5Dget_type(data.get()));
  if (!type) fail_reading(path, "read the type of '" + dataset.name + "' in");
  for (const H5Type known : kNumberTypes) {
    dataset.type = known;
    if (H5Tequal(type.get(), number_type(known)) > 0) return;
  }
  dataset.type = H5Type::kText;
  dataset.text_bytes = H5Tget_size(type.get());
  const bool is_text = H5Tget_class(type.get()) == H5T_STRING &&
                       H5Tis_variable_str(type.get()) == 0 && dataset.text_bytes > 0;
  if (is_text && H5Tequal(type.get(), text_type(dataset.text_bytes).get()) > 0) return;
  throw input_error(
      "dataset '{}' of '{}' has another type than u8, u32, u64, i64, f32 (little endian) or "
      "zero-padded fixed-length UTF-8; it is not from epochmill",
      dataset.name, path.string());
}

void read_dims(const H5Data& data, const fs::path& path, H5Dataset& dataset) {
  const H5Space space(H5Dget_space(data.get()));
  const int rank = space ? H5Sget_simple_extent_ndims(space.get()) : -1;
  if (rank < 0 || H5Sget_simple_extent_type(space.get()) == H5S_NULL) {
    fail_reading(path, "read the shape of '" + dataset.name + "' in");
  }
  std::vector<hsize_t> dims(static_cast<std::size_t>(rank));
  if (H5Sget_simple_extent_dims(space.get(), dims.data(), nullptr) < 0) {
    fail_reading(path, "read the shape of '" + dataset.name + "' in");
  }
  dataset.dims.assign(dims.begin(), dims.end());
}

// Chunk = row, filters = shuffle or not, then deflate; nothing else is known here.
std::optional<H5Deflate> deflate_of(const H5Plist& creation, const H5Dataset& dataset) {
  std::vector<hsize_t> chunk(dataset.dims.size());
  const int rank = H5Pget_chunk(creation.get(), static_cast<int>(chunk.size()), chunk.data());
  if (rank != static_cast<int>(chunk.size()) || rank < 1 || chunk[0] != 1 ||
      !std::equal(chunk.begin() + 1, chunk.end(), dataset.dims.begin() + 1)) {
    return std::nullopt;
  }
  H5Deflate found;
  const int filters = H5Pget_nfilters(creation.get());
  for (int i = 0; i < filters; ++i) {
    unsigned flags = 0;
    unsigned value = 0;
    std::size_t values = 1;
    const H5Z_filter_t filter = H5Pget_filter2(creation.get(), static_cast<unsigned>(i), &flags,
                                               &values, &value, 0, nullptr, nullptr);
    if (i == filters - 1 && filter == H5Z_FILTER_DEFLATE && values == 1) {
      found.level = value;
      return found;
    }
    if (i != 0 || filter != H5Z_FILTER_SHUFFLE) return std::nullopt;
    found.has_shuffle = true;
  }
  return std::nullopt;
}

// How the dataset is stored; `dims` must be known.
void read_storage(const H5Data& data, const fs::path& path, H5Dataset& dataset) {
  const H5Plist creation(H5Dget_create_plist(data.get()));
  if (!creation) fail_reading(path, "read the layout of '" + dataset.name + "' in");
  const H5D_layout_t layout = H5Pget_layout(creation.get());
  if (layout == H5D_CHUNKED) dataset.deflate = deflate_of(creation, dataset);
  if (dataset.deflate) return;
  if (layout != H5D_CONTIGUOUS || H5Pget_external_count(creation.get()) != 0) {
    throw input_error(
        "dataset '{}' of '{}' is neither contiguous nor one deflated chunk a row; it is not from "
        "epochmill",
        dataset.name, path.string());
  }
}

void set_storage(const H5Plist& creation, const fs::path& path, const H5Dataset& dataset) {
  const auto check = [&](herr_t result) {
    if (result < 0) fail_writing(path, "set HDF5's dataset properties for");
  };
  check(H5Pset_fill_time(creation.get(), H5D_FILL_TIME_NEVER));
  if (!dataset.deflate) {
    check(H5Pset_layout(creation.get(), H5D_CONTIGUOUS));
    check(H5Pset_alloc_time(creation.get(), H5D_ALLOC_TIME_EARLY));
    return;
  }
  std::vector<hsize_t> chunk(dataset.dims.begin(), dataset.dims.end());
  chunk.at(0) = 1;
  check(H5Pset_chunk(creation.get(), checked_cast<int>(chunk.size()), chunk.data()));
  if (dataset.deflate->has_shuffle) check(H5Pset_shuffle(creation.get()));
  check(H5Pset_deflate(creation.get(), dataset.deflate->level));
}

// A damaged or made-up file may say anything about where its data are.
void require_inside(hid_t file, const fs::path& path, const H5Dataset& dataset) {
  hsize_t file_bytes = 0;
  if (H5Fget_filesize(file, &file_bytes) < 0) fail_reading(path, "ask the size of");
  std::uint64_t size = element_bytes(dataset);
  bool fits = true;
  for (const std::uint64_t dim : dataset.dims) {
    fits = fits && !__builtin_mul_overflow(size, dim, &size);
  }
  fits = fits && size <= file_bytes && dataset.offset <= file_bytes - size;
  fits = fits && (size == 0 || dataset.offset > 0);
  if (fits) return;
  throw input_error("dataset '{}' of '{}' does not lie inside the file's {} bytes; it is damaged",
                    dataset.name, path.string(), file_bytes);
}

herr_t add_dataset_name(hid_t /*root*/, const char* name, const H5O_info_t* info,
                        void* names) noexcept {
  try {
    if (info->type == H5O_TYPE_DATASET && !std::string_view(name).starts_with(kAttributesAside)) {
      static_cast<std::vector<std::string>*>(names)->push_back(std::string("/") + name);
    }
    return 0;
  } catch (...) {
    return -1;
  }
}

}  // namespace

std::uint64_t H5Dataset::size_bytes() const {
  std::uint64_t size = element_bytes(*this);
  for (const std::uint64_t dim : dims) size = checked_mul(size, dim);
  return size;
}

void H5FileTraits::free(std::int64_t id) {
  const Hdf5Turn turn;
  H5Fclose(id);
}

H5File H5File::create(const fs::path& path, H5Style style) {
  const Hdf5Turn turn;
  const H5Plist creation = group_properties(H5P_FILE_CREATE, path);
  const H5Plist access = access_properties(path, style);
  const hid_t id = H5Fcreate(path.c_str(), H5F_ACC_EXCL, creation.get(), access.get());
  if (id < 0) fail_writing(path, "create the HDF5 file");
  return {path, id};
}

H5File H5File::open_read(const fs::path& path) {
  const Hdf5Turn turn;
  return {path, open_file(path, H5F_ACC_RDONLY)};
}

H5File H5File::open_write(const fs::path& path) {
  const Hdf5Turn turn;
  return {path, open_file(path, H5F_ACC_RDWR)};
}

H5Dataset H5File::create_dataset(const H5Dataset& dataset) {
  const Hdf5Turn turn;
  dataset.size_bytes();  // refuses a product that overflows
  make_groups_above(id_.get(), path_, dataset.name);
  const H5Plist creation = object_properties(H5P_DATASET_CREATE, path_);
  set_storage(creation, path_, dataset);
  const H5Datatype type = stored_type(dataset);
  const H5Space space = space_of(dataset, path_);
  const H5Data data(H5Dcreate2(id_.get(), dataset.name.c_str(), type.get(), space.get(),
                               H5P_DEFAULT, creation.get(), H5P_DEFAULT));
  if (!data) fail_writing(path_, "make dataset '" + dataset.name + "' in");
  H5Dataset made = dataset;
  made.offset = dataset.deflate ? 0 : place_of(data);
  return made;
}

H5Dataset H5File::dataset(const std::string& name) const {
  const Hdf5Turn turn;
  if (!has_dataset(name)) {
    throw input_error("'{}' has no dataset '{}'; it is not from epochmill, or damaged",
                      path_.string(), name);
  }
  const H5Plist access = links_inside(Opening::kDataset);
  const H5Data data(H5Dopen2(id_.get(), name.c_str(), access.get()));
  if (!data) fail_reading(path_, "open dataset '" + name + "' of");
  H5Dataset found;
  found.name = name;
  read_type(data, path_, found);
  read_dims(data, path_, found);
  read_storage(data, path_, found);
  if (found.deflate) return found;  // each chunk is looked at when it is read
  found.offset = place_of(data);
  require_inside(id_.get(), path_, found);
  return found;
}

bool H5File::has_dataset(const std::string& name) const {
  const Hdf5Turn turn;
  for (const std::string& group : groups_above(name)) {
    if (!has_link(id_.get(), path_, group)) return false;
  }
  return has_link(id_.get(), path_, name);
}

std::vector<std::string> H5File::dataset_names() const {
  const Hdf5Turn turn;
  std::vector<std::string> names;
  const herr_t result =
      H5Ovisit2(id_.get(), H5_INDEX_NAME, H5_ITER_NATIVE, add_dataset_name, &names, H5O_INFO_BASIC);
  if (result < 0) fail_reading(path_, "list the datasets of");
  std::sort(names.begin(), names.end());
  return names;
}

void H5File::close() {
  const Hdf5Turn turn;
  const hid_t id = id_.release();
  const bool is_flushed = H5Fflush(id, H5F_SCOPE_LOCAL) >= 0;
  if (!is_flushed) {
    // Closing comes first, so that nothing stays open; its own failure would say nothing new.
    const Handle<H5FileTraits> closer(id);
    fail_writing(path_, "write the HDF5 file");
  }
  if (H5Fclose(id) < 0) fail_writing(path_, "close the HDF5 file");
}

std::string hdf5_version() {
  const Hdf5Turn turn;
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  if (H5get_libversion(&major, &minor, &release) < 0) throw internal_error("HDF5 has no version");
  return fmt::format("{}.{}.{}", major, minor, release);
}

}  // namespace epochmill::capi
