#include "source/npy_labels.hpp"

#include <string>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::source {

const char* const kFateOfOtherLabels =
    ". Labels are integers, one a sample: a loss over classes refuses complex numbers, text, times "
    "and objects at its first batch";

namespace {

constexpr const char* kExpected = "labels are integers, one a sample: an array of shape (n,)";

void check_shape(const NpyArray& array) {
  const std::vector<std::uint64_t>& sides = array.sides();
  if (sides.size() == 1) return;
  const std::string shape = image::shape_text(sides);
  if (sides.size() == 2 && sides[1] == 1) {
    throw input_error(
        "{}: labels of shape {}: {}. Training would broadcast them against predictions of shape "
        "(n,) to (n, n), and its loss and accuracy would mean nothing; save labels.reshape(-1)",
        array.name(), shape, kExpected);
  }
  if (sides.size() == 2) {
    throw input_error(
        "{}: labels of shape {} look one-hot: {}. Training would take the rows as probabilities, "
        "or compare them with class numbers; save labels.argmax(axis=1)",
        array.name(), shape, kExpected);
  }
  throw input_error("{}: an array of shape {}; {}", array.name(), shape, kExpected);
}

void check_type(const NpyArray& array) {
  const image::NumberType& type = array.type();
  if (type.is_integer()) return;
  if (type.kind == image::NumberKind::kBool) {
    throw input_error(
        "{}: labels of type bool: {}. A loss over classes refuses bools, and one that takes them "
        "sees values to be fitted, not classes; save labels.astype(numpy.int64)",
        array.name(), kExpected);
  }
  throw input_error(
      "{}: labels of type {}: {}. Training would take reals as values to be fitted, as "
      "probabilities, or refuse them; if they are class numbers, save labels.astype(numpy.int64)",
      array.name(), image::name_of(type), kExpected);
}

}  // namespace

std::vector<std::int64_t> read_npy_labels(const NpyArray& array) {
  check_shape(array);
  check_type(array);
  const Bytes bytes = array.read_all();
  std::vector<std::int64_t> labels(checked_cast<std::size_t>(array.sides()[0]));
  try {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      labels[i] = image::integer_at(array.type(), bytes, i);
    }
  } catch (const Error& error) {
    throw input_error("{}: {}; {}", array.name(), error.what(), kExpected);
  }
  return labels;
}

}  // namespace epochmill::source
