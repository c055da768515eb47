#include "source/hdf5_labels.hpp"

#include <algorithm>
#include <optional>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/hdf5_array.hpp"
#include "image/npy_header.hpp"
#include "source/hdf5_numbers.hpp"
#include "source/numbered_samples.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using capi::H5Array;

// At a time: a megabyte, however wide a row is.
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{1} << 20;

template <typename... Args>
[[noreturn]] void refuse(const H5Array& array, fmt::format_string<Args...> format, Args&&... args) {
  throw input_error("dataset '{}' of '{}': {}", array.name(), array.path().string(),
                    fmt::format(format, std::forward<Args>(args)...));
}

// Calls take(row number, its bytes) for all of them.
template <typename Take>
void for_each_row(const H5Array& array, Take take) {
  const std::uint64_t row_bytes = array.row_bytes();
  if (row_bytes == 0 || row_bytes > kBytesAtOnce) {
    refuse(array, "shape {}: rows of {} bytes are no labels or keys",
           image::shape_text(array.dims()), row_bytes);
  }
  Bytes bytes;
  const std::uint64_t rows_at_once = std::max<std::uint64_t>(1, kBytesAtOnce / row_bytes);
  for (std::uint64_t first = 0; first < array.rows(); first += rows_at_once) {
    const std::uint64_t count = std::min(rows_at_once, array.rows() - first);
    bytes.resize(count * row_bytes);
    array.read(first, count, bytes);
    for (std::uint64_t i = 0; i < count; ++i) {
      take(first + i, ByteView(bytes).subspan(i * row_bytes, row_bytes));
    }
  }
}

void require_shape(const H5Array& array, Hdf5LabelForm form) {
  const std::vector<std::uint64_t>& dims = array.dims();
  const std::string shape = image::shape_text(dims);
  const bool is_column = dims.size() == 2 && dims[1] == 1;
  if (form == Hdf5LabelForm::kOneHot) {
    if (dims.size() == 2 && dims[1] > 0) return;
    refuse(array, "shape {}; label_form = \"one_hot\" expects (n, classes)", shape);
  }
  if (dims.size() == 1 || (is_column && form == Hdf5LabelForm::kColumn)) return;
  if (is_column) {
    refuse(
        array,
        "shape {}, and labels have shape (n,): against n predictions it is broadcast to n x n "
        "comparisons, and the model learns the mean of all labels, or the loss refuses it; write "
        "labels.reshape(-1), or say label_form = \"column\"",
        shape);
  }
  refuse(array,
         "shape {}, a table where one class index a picture is meant (one-hot?): a loss of indices "
         "refuses it, or takes each of its numbers for a label of its own; write "
         "labels.argmax(axis=1), or say label_form = \"one_hot\"",
         shape);
}

void require_type(const H5Array& array, Hdf5LabelForm form) {
  const capi::H5Element& element = array.element();
  if (element.is_integer()) return;
  if (!element.is_number()) {
    refuse(array, "its elements are {}, which no loss takes; labels are integers", element.name);
  }
  if (form != Hdf5LabelForm::kIndex) return;
  refuse(array,
         "reals ({}) where class indices are meant: cross entropy takes reals for probabilities of "
         "all classes and refuses one a picture, and a regression would learn that class 1 lies "
         "between 0 and 2; write labels.astype('int64'), or say label_form = \"column\", which "
         "takes reals that are integers",
         element.name);
}

// The place of the only 1 among zeros.
std::int64_t hot_of(const H5Array& array, std::uint64_t row, ByteView bytes) {
  const std::size_t size = array.element().size_bytes;
  std::optional<std::int64_t> hot;
  for (std::size_t i = 0; i < bytes.size() / size; ++i) {
    const auto value = integer_of(bytes.subspan(i * size, size), array.element());
    if (value == 0) continue;
    if (value != 1 || hot) {
      refuse(array, "row {} is not one 1 among zeros; soft labels are not supported", row);
    }
    hot = static_cast<std::int64_t>(i);
  }
  if (!hot) refuse(array, "row {} has no 1", row);
  return *hot;
}

void require_class(const H5Array& array, std::uint64_t row, std::int64_t label,
                   std::int64_t classes) {
  if (label >= 0 && label < classes) return;
  if (label < 0) {
    refuse(array,
           "row {} has label {}, which is not from 0 to {}: a loss leaves -100 out in silence, and "
           "any other of these stops it or counts from the end, as the last class; correct it",
           row, label, classes - 1);
  }
  refuse(array,
         "row {} has label {}, which is not from 0 to {}: the loss would read beyond its classes: "
         "an index error, or on a GPU an assertion that ends the job far from here; correct it, or "
         "`num_classes`",
         row, label, classes - 1);
}

void require_list(const H5Array& array, const char* what) {
  if (array.dims().size() == 1) return;
  refuse(array, "shape {}; expected (n,), one {} a picture", image::shape_text(array.dims()), what);
}

std::string unpadded(ByteView bytes, char padding) {
  const std::string_view text = as_text(bytes);
  return std::string(text.substr(0, text.find_last_not_of(padding) + 1));
}

std::string vlen_text(const H5Array& array, std::uint64_t row) {
  const Bytes bytes = array.read_vlen(row);
  return unpadded(bytes, '\0');
}

}  // namespace

std::vector<std::int64_t> read_hdf5_labels(const fs::path& file, const Hdf5Spec& spec,
                                           std::int64_t classes) {
  const H5Array array(file, spec.label);
  require_type(array, spec.label_form);
  require_shape(array, spec.label_form);
  std::vector<std::int64_t> labels;
  for_each_row(array, [&](std::uint64_t row, ByteView bytes) {
    std::int64_t label = 0;
    if (spec.label_form == Hdf5LabelForm::kOneHot) {
      label = hot_of(array, row, bytes);
    } else if (const auto integer = integer_of(bytes, array.element())) {
      label = *integer;
    } else {
      refuse(array, "row {} is {}, which is no class index", row,
             number_text(bytes, array.element()));
    }
    require_class(array, row, label, classes);
    labels.push_back(label);
  });
  return labels;
}

std::vector<std::string> read_hdf5_keys(const fs::path& file, const Hdf5Spec& spec) {
  constexpr std::size_t kMostKeyBytes = 4096;
  const H5Array array(file, spec.key);
  require_list(array, "key");
  const capi::H5ElementKind kind = array.element().kind;
  if (kind != capi::H5ElementKind::kText && kind != capi::H5ElementKind::kVlenText) {
    refuse(array, "its elements are {}; keys are texts", array.element().name);
  }
  std::vector<std::string> keys;
  for_each_row(array, [&](std::uint64_t row, ByteView bytes) {
    std::string key = kind == capi::H5ElementKind::kText ? unpadded(bytes, array.element().padding)
                                                         : vlen_text(array, row);
    if (key.empty() || key.size() > kMostKeyBytes || key.find('\0') != std::string::npos) {
      refuse(array, "row {} is no key: it is empty, has a zero byte, or more than {} bytes", row,
             kMostKeyBytes);
    }
    keys.push_back(std::move(key));
  });
  return keys;
}

}  // namespace epochmill::source
