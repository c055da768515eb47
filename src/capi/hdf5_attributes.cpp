// The part of capi/hdf5.hpp that is about attributes.
//
// A text of n bytes is n bytes of the file, padded with zeros to the longest of its list. HDF5
// knows no text of no bytes, so an empty one takes one zero byte. An object header holds attributes
// of up to 64 KiB. HDF5 has another place for larger ones, but no checksum for what is in it, and
// crashes on a flipped bit there (1.10.8); so they become datasets.
#include <algorithm>
#include <cstring>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/hdf5.hpp"
#include "capi/hdf5_id.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;

// 64 KiB less the attribute's name, type and shape.
constexpr std::size_t kMostAttributeBytes = 60000;

// Where an attribute is: for the calls and for messages.
struct Place {
  const fs::path& path;
  hid_t file;
  hid_t object;
  const std::string& name;
  std::string aside = "";  // the dataset that holds it when it is too large for an attribute
};

[[noreturn]] void cannot_write(const Place& place) {
  fail_writing(place.path, "write attribute '" + place.name + "' of");
}

[[noreturn]] void cannot_read(const Place& place) {
  fail_reading(place.path, "read attribute '" + place.name + "' of");
}

[[noreturn]] void refuse(const Place& place, const char* expected) {
  throw input_error("attribute '{}' of '{}' is not {}; the file is damaged, or not from epochmill",
                    place.name, place.path.string(), expected);
}

[[noreturn]] void refuse_another_size(const Place& place) {
  throw internal_error("attribute '{}' of '{}' cannot be overwritten by one of another size",
                       place.name, place.path.string());
}

bool has(const Place& place) {
  const htri_t exists = H5Aexists(place.object, place.name.c_str());
  if (exists < 0) cannot_read(place);
  return exists > 0;
}

H5Attribute open(const Place& place) {
  if (!has(place)) {
    throw input_error("'{}' has no attribute '{}'; it is not from epochmill, or damaged",
                      place.path.string(), place.name);
  }
  H5Attribute attribute(H5Aopen(place.object, place.name.c_str(), H5P_DEFAULT));
  if (!attribute) cannot_read(place);
  return attribute;
}

// The attribute to write to: a new one, or the old one when it has the same type and shape.
H5Attribute make_or_open(const Place& place, hid_t type, hid_t space) {
  if (!has(place)) {
    H5Attribute made(
        H5Acreate2(place.object, place.name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT));
    if (!made) cannot_write(place);
    return made;
  }
  H5Attribute found = open(place);
  const H5Datatype old_type(H5Aget_type(found.get()));
  const H5Space old_space(H5Aget_space(found.get()));
  if (!old_type || !old_space) cannot_read(place);
  if (H5Tequal(old_type.get(), type) <= 0 || H5Sextent_equal(old_space.get(), space) <= 0) {
    refuse_another_size(place);
  }
  return found;
}

void write(const Place& place, hid_t type, const H5Space& space, const void* values) {
  if (!space) cannot_write(place);
  const H5Attribute attribute = make_or_open(place, type, space.get());
  if (H5Awrite(attribute.get(), type, values) < 0) cannot_write(place);
}

// `texts` beside each other, each padded with zeros to `width` bytes.
std::vector<char> pad(const Place& place, const std::vector<std::string_view>& texts,
                      std::size_t width) {
  // Never empty: HDF5 wants an address even for no values.
  std::vector<char> padded(std::max<std::size_t>(checked_mul(texts.size(), width), 1));
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].ends_with('\0')) {
      throw internal_error("a text of attribute '{}' of '{}' ends in a zero byte, which HDF5 drops",
                           place.name, place.path.string());
    }
    std::copy(texts[i].begin(), texts[i].end(), padded.data() + i * width);
  }
  return padded;
}

H5Data open_dataset(hid_t file, const fs::path& path, const std::string& name) {
  const H5Plist access = links_inside(Opening::kDataset);
  H5Data data(H5Dopen2(file, name.c_str(), access.get()));
  if (!data) fail_reading(path, "open dataset '" + name + "' of");
  return data;
}

void write_aside(H5File& file, const Place& place, const H5Dataset& dataset, const char* padded) {
  if (has(place)) refuse_another_size(place);
  if (!file.has_dataset(dataset.name)) file.create_dataset(dataset);
  const H5Dataset found = file.dataset(dataset.name);
  if (found.dims != dataset.dims || found.text_bytes != dataset.text_bytes) {
    refuse_another_size(place);
  }
  const H5Data data = open_dataset(place.file, place.path, dataset.name);
  const H5Datatype type = text_type(dataset.text_bytes);
  if (H5Dwrite(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, padded) < 0) {
    cannot_write(place);
  }
}

// `dims` is empty for a single text, and the number of texts for a list.
void write_texts(H5File& file, const Place& place, const std::vector<std::uint64_t>& dims,
                 const std::vector<std::string_view>& texts) {
  std::size_t width = 1;
  for (const std::string_view text : texts) width = std::max(width, text.size());
  const std::vector<char> padded = pad(place, texts, width);
  if (padded.size() > kMostAttributeBytes) {
    write_aside(file, place, {place.aside, H5Type::kText, dims, width}, padded.data());
    return;
  }
  if (file.has_dataset(place.aside)) refuse_another_size(place);
  const H5Datatype type = text_type(width);
  const hsize_t count = texts.size();
  write(place, type.get(),
        H5Space(dims.empty() ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr)),
        padded.data());
}

void write_list(H5File& file, const Place& place, const std::vector<std::string>& texts) {
  write_texts(file, place, {texts.size()}, {texts.begin(), texts.end()});
}

// `count` texts of `width` bytes as they were before they were padded.
std::vector<std::string> unpad(const std::vector<char>& padded, std::size_t count,
                               std::size_t width) {
  std::vector<std::string> texts(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string_view text(padded.data() + i * width, width);
    texts[i] = text.substr(0, text.find_last_not_of('\0') + 1);
  }
  return texts;
}

const char* expected_texts(std::size_t rank) {
  return rank == 0 ? "one fixed-length UTF-8 text" : "a list of fixed-length UTF-8 texts";
}

std::vector<std::string> read_aside(const H5File& file, const Place& place, std::size_t rank) {
  const H5Dataset dataset = file.dataset(place.aside);  // checked to lie inside the file
  if (dataset.type != H5Type::kText || dataset.dims.size() != rank) {
    refuse(place, expected_texts(rank));
  }
  const H5Data data = open_dataset(place.file, place.path, place.aside);
  const H5Datatype type = text_type(dataset.text_bytes);
  std::vector<char> padded(std::max<std::size_t>(dataset.size_bytes(), 1));
  if (H5Dread(data.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()) < 0) {
    cannot_read(place);
  }
  return unpad(padded, rank == 0 ? 1 : dataset.dims[0], dataset.text_bytes);
}

// The width of the texts of `attribute`, which must be texts of rank `rank`.
std::size_t check_texts(const Place& place, const H5Attribute& attribute, const H5Space& space,
                        std::size_t rank) {
  const H5Datatype type(H5Aget_type(attribute.get()));
  if (!type || !space) cannot_read(place);
  const std::size_t width = H5Tget_size(type.get());
  const bool is_text =
      H5Tget_class(type.get()) == H5T_STRING && H5Tis_variable_str(type.get()) == 0 && width > 0;
  if (!is_text || H5Tequal(type.get(), text_type(width).get()) <= 0 ||
      H5Sget_simple_extent_type(space.get()) == H5S_NULL ||
      H5Sget_simple_extent_ndims(space.get()) != static_cast<int>(rank)) {
    refuse(place, expected_texts(rank));
  }
  return width;
}

// One text (rank 0) or a list of them (rank 1).
std::vector<std::string> read_texts(const H5File& file, const Place& place, std::size_t rank) {
  if (!has(place) && file.has_dataset(place.aside)) return read_aside(file, place, rank);
  const H5Attribute attribute = open(place);
  const H5Space space(H5Aget_space(attribute.get()));
  const std::size_t width = check_texts(place, attribute, space, rank);
  const auto count = checked_cast<std::size_t>(H5Sget_simple_extent_npoints(space.get()));
  hsize_t file_bytes = 0;
  if (H5Fget_filesize(place.file, &file_bytes) < 0) cannot_read(place);
  if (count > file_bytes / width) refuse(place, "inside the file");

  std::vector<char> padded(std::max<std::size_t>(count * width, 1));
  if (H5Aread(attribute.get(), text_type(width).get(), padded.data()) < 0) cannot_read(place);
  return unpad(padded, count, width);
}

// One number (rank 0) or a short list of them (rank 1).
std::vector<std::uint64_t> read_numbers(const Place& place, int rank, const char* expected) {
  constexpr hssize_t kMost = 4096;
  const H5Attribute attribute = open(place);
  const H5Datatype type(H5Aget_type(attribute.get()));
  const H5Space space(H5Aget_space(attribute.get()));
  if (!type || !space) cannot_read(place);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  if (H5Tequal(type.get(), H5T_STD_U64LE) <= 0 || H5Sget_simple_extent_ndims(space.get()) != rank ||
      count < 1 || count > kMost) {
    refuse(place, expected);
  }
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(count));
  if (H5Aread(attribute.get(), H5T_STD_U64LE, numbers.data()) < 0) cannot_read(place);
  return numbers;
}

Place root_place(const fs::path& path, hid_t file, const std::string& name) {
  return {path, file, file, name, "/meta/" + name};
}

Place dataset_place(const fs::path& path, hid_t file, const H5Data& data,
                    const std::string& dataset, const std::string& name) {
  return {path, file, data.get(), name, "/meta" + dataset + "/" + name};
}

}  // namespace

void H5File::set_text(const std::string& name, std::string_view text) {
  const Hdf5Turn turn;
  write_texts(*this, root_place(path_, id_.get(), name), {}, {text});
}

void H5File::set_texts(const std::string& name, const std::vector<std::string>& texts) {
  const Hdf5Turn turn;
  write_list(*this, root_place(path_, id_.get(), name), texts);
}

void H5File::set_u64(const std::string& name, std::uint64_t value) {
  const Hdf5Turn turn;
  const Place place = root_place(path_, id_.get(), name);
  write(place, H5T_STD_U64LE, H5Space(H5Screate(H5S_SCALAR)), &value);
}

std::string H5File::text(const std::string& name) const {
  const Hdf5Turn turn;
  return read_texts(*this, root_place(path_, id_.get(), name), 0).front();
}

std::vector<std::string> H5File::texts(const std::string& name) const {
  const Hdf5Turn turn;
  return read_texts(*this, root_place(path_, id_.get(), name), 1);
}

std::uint64_t H5File::u64(const std::string& name) const {
  const Hdf5Turn turn;
  return read_numbers(root_place(path_, id_.get(), name), 0, "one 64-bit unsigned integer").front();
}

bool H5File::has_attribute(const std::string& name) const {
  const Hdf5Turn turn;
  const Place place = root_place(path_, id_.get(), name);
  return has(place) || has_dataset(place.aside);
}

void H5File::set_dataset_texts(const std::string& dataset, const std::string& name,
                               const std::vector<std::string>& texts) {
  const Hdf5Turn turn;
  const H5Data data = open_dataset(id_.get(), path_, dataset);
  write_list(*this, dataset_place(path_, id_.get(), data, dataset, name), texts);
}

void H5File::set_dataset_numbers(const std::string& dataset, const std::string& name,
                                 const std::vector<std::uint64_t>& numbers) {
  const Hdf5Turn turn;
  const H5Data data = open_dataset(id_.get(), path_, dataset);
  const hsize_t count = numbers.size();
  write(dataset_place(path_, id_.get(), data, dataset, name), H5T_STD_U64LE,
        H5Space(H5Screate_simple(1, &count, nullptr)), numbers.data());
}

std::vector<std::uint64_t> H5File::dataset_numbers(const std::string& dataset,
                                                   const std::string& name) const {
  const Hdf5Turn turn;
  const H5Data data = open_dataset(id_.get(), path_, dataset);
  return read_numbers(dataset_place(path_, id_.get(), data, dataset, name), 1,
                      "a list of 64-bit unsigned integers");
}

bool H5File::has_dataset_attribute(const std::string& dataset, const std::string& name) const {
  const Hdf5Turn turn;
  const H5Data data = open_dataset(id_.get(), path_, dataset);
  const Place place = dataset_place(path_, id_.get(), data, dataset, name);
  return has(place) || has_dataset(place.aside);
}

std::vector<std::string> H5File::dataset_texts(const std::string& dataset,
                                               const std::string& name) const {
  const Hdf5Turn turn;
  const H5Data data = open_dataset(id_.get(), path_, dataset);
  return read_texts(*this, dataset_place(path_, id_.get(), data, dataset, name), 1);
}

}  // namespace epochmill::capi
