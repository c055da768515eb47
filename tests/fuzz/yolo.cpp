// A text of boxes in YOLO's form.
#include "base/bytes.hpp"
#include "outcome.hpp"
#include "source/yolo_boxes.hpp"

using namespace epochmill;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::int64_t kClasses = 80;
  const source::YoloBoxes read = source::read_yolo_boxes(as_text({data, size}), kClasses);
  fuzz::count_use(!read.boxes.empty());
  for (const image::ObjectBox& box : read.boxes) {
    fuzz::require(box.label >= 0 && box.label < kClasses, "a label has no class");
    fuzz::require(box.x0 < box.x1 && box.y0 < box.y1, "a box has no area");
    fuzz::require(box.x0 > -1.1 && box.y0 > -1.1 && box.x1 < 2.1 && box.y1 < 2.1,
                  "a box is far from its picture");
  }
  std::uint64_t before = 0;
  for (const auto& [line, fault] : read.bad) {
    fuzz::require(line > before && !fault.empty(), "a fault has no line of its own");
    before = line;
  }
  return 0;
}
