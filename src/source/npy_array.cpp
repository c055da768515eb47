#include "source/npy_array.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/deflate.hpp"
#include "capi/gunzip.hpp"
#include "image/array_picture.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// Deflate cannot make more of a byte than this.
constexpr std::uint64_t kMostInflation = 1032;

constexpr std::string_view kSuffix = ".npy";

std::string array_name(const ZipMember& member) {
  const std::string& name = member.name;
  return name.ends_with(kSuffix) ? name.substr(0, name.size() - kSuffix.size()) : name;
}

std::string names_of(const std::vector<ZipMember>& members) {
  std::string names;
  for (const ZipMember& member : members) {
    names += (names.empty() ? "" : ", ") + shown(array_name(member));
  }
  return names.empty() ? "none at all" : names;
}

const ZipMember& find_member(const std::vector<ZipMember>& members, const std::string& array,
                             const char* array_param) {
  if (array.empty() && members.size() == 1) return members.front();
  for (const ZipMember& member : members) {
    if (array == array_name(member) && !array.empty()) return member;
  }
  if (array.empty()) {
    throw input_error("it holds several arrays, or none; name one by `{}`: {}", array_param,
                      names_of(members));
  }
  throw input_error("it has no array {}; correct `{}`: {}", shown(array), array_param,
                    names_of(members));
}

void require_possible(std::uint64_t bytes, std::uint64_t packed_bytes) {
  if (bytes / kMostInflation <= packed_bytes) return;
  throw input_error("{} bytes are promised, more than {} compressed ones hold", bytes,
                    packed_bytes);
}

}  // namespace

NpyArray::NpyArray(const std::filesystem::path& path, const std::string& array,
                   const char* array_param, const char* if_no_numbers)
    : name_(shown(path.native())),
      path_(path),
      if_no_numbers_(if_no_numbers),
      file_(capi::File::open_read(path)) {
  try {
    const std::uint64_t bytes = file_->size();
    Bytes head(
        checked_cast<std::size_t>(std::min<std::uint64_t>(bytes, image::kMostNpyHeaderBytes)));
    file_->read_at(head, 0);
    if (has_zip_magic(head)) {
      open_member(array, array_param);
    } else if (capi::is_gzip(head)) {
      unpack_gzip();
    } else {
      read_header(head, 0, bytes);
    }
    if (!array.empty() && !has_zip_magic(head)) {
      throw input_error("it is one array and no .npz; take out `{}`", array_param);
    }
    if (!content_.empty()) {
      file_.reset();
    } else if (header_.is_fortran) {
      mapped_.emplace(path);
      if (mapped_->bytes().size() != bytes) throw input_error("it changes while it is opened");
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("{}: {}", name_, error.what());
  }
}

void NpyArray::open_member(const std::string& array, const char* array_param) {
  const capi::MappedFile zip(path_);
  const std::vector<ZipMember> members = read_zip_directory(zip.bytes());
  const ZipMember& member = find_member(members, array, array_param);
  name_ += ": array " + shown(array_name(member));
  const ByteView stored = zip.bytes().subspan(member.data_at, member.stored_bytes);
  if (!member.is_deflated) return read_header(stored, member.data_at, member.bytes);
  require_possible(member.bytes, member.stored_bytes);
  content_.resize(checked_cast<std::size_t>(member.bytes));
  capi::decompress_deflate(stored, content_);
  if (capi::crc32(content_) != member.crc32) throw input_error("it does not fit its checksum");
  read_header(content_, 0, content_.size());
}

void NpyArray::unpack_gzip() {
  const Bytes gzip = capi::read_file(path_);
  capi::Gunzip stream(gzip);
  Bytes head(image::kMostNpyHeaderBytes);
  head.resize(stream.read(head));
  header_ = image::read_npy_header(head);
  const std::uint64_t bytes =
      checked_add<std::uint64_t>(image::data_bytes(header_, number_type()), header_.header_bytes);
  require_possible(bytes, gzip.size());
  content_.resize(checked_cast<std::size_t>(bytes));
  const std::size_t begun = std::min(head.size(), content_.size());
  std::copy_n(head.begin(), begun, content_.begin());
  std::uint64_t found = head.size();
  found += stream.read(std::span(content_).subspan(begun));
  std::array<std::uint8_t, 1> more{};
  found += stream.read(more);
  read_header(head, 0, found);
}

image::NumberType NpyArray::number_type() const {
  try {
    return image::require_numbers(header_);
  } catch (const Error& error) {
    throw input_error("{}{}", error.what(), if_no_numbers_);
  }
}

void NpyArray::read_header(ByteView head, std::uint64_t header_at, std::uint64_t found_bytes) {
  header_ = image::read_npy_header(head.first(std::min(head.size(), image::kMostNpyHeaderBytes)));
  type_ = number_type();
  const std::uint64_t bytes = image::data_bytes(header_, type_);
  const std::uint64_t found = found_bytes - header_.header_bytes;
  if (bytes != found) {
    throw input_error(
        "its header says {} of {}, {} bytes, and {} follow; it is cut, or something was added: "
        "copy it again",
        image::shape_text(header_.sides), image::name_of(type_), bytes, found);
  }
  numbers_at_ = header_at + header_.header_bytes;
  const bool has_rows = !header_.sides.empty() && header_.sides[0] > 0;
  row_bytes_ = has_rows ? bytes / header_.sides[0] : 0;
}

void NpyArray::read_row(std::uint64_t row, std::span<std::uint8_t> out) const {
  if (header_.sides.empty() || row >= header_.sides[0] || out.size() != row_bytes_) {
    throw internal_error("{}: no row {} of {} bytes in {}", name_, row, out.size(),
                         image::shape_text(header_.sides));
  }
  if (header_.is_fortran) return gather_row(row, out);
  read_at(out, row * row_bytes_);
}

// In Fortran order the rows lie like the teeth of combs in each other: from one number of a row to
// its next are as many as there are rows.
void NpyArray::gather_row(std::uint64_t row, std::span<std::uint8_t> out) const {
  const ByteView all = numbers();
  const std::uint64_t step = header_.sides[0] * type_.bytes;
  Bytes gathered(out.size());
  std::uint64_t from = row * type_.bytes;
  for (std::size_t to = 0; to < gathered.size(); to += type_.bytes, from += step) {
    std::memcpy(gathered.data() + to, all.data() + from, type_.bytes);
  }
  const Bytes ordered =
      image::to_c_order(type_.bytes, std::span(header_.sides).subspan(1), gathered);
  std::copy(ordered.begin(), ordered.end(), out.begin());
}

Bytes NpyArray::read_all() const {
  if (header_.sides.size() != 1) throw internal_error("{}: not a list", name_);
  Bytes all(checked_cast<std::size_t>(row_bytes_ * header_.sides[0]));
  read_at(all, 0);
  return all;
}

void NpyArray::read_at(std::span<std::uint8_t> out, std::uint64_t offset) const {
  if (content_.empty()) return file_->read_at(out, numbers_at_ + offset);
  std::copy_n(content_.begin() + static_cast<std::ptrdiff_t>(numbers_at_ + offset), out.size(),
              out.begin());
}

ByteView NpyArray::numbers() const {
  const ByteView all = content_.empty() ? mapped_->bytes() : ByteView(content_);
  return all.subspan(numbers_at_);
}

}  // namespace epochmill::source
