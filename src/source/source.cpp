#include "source/source.hpp"

#include <array>

#include "base/error.hpp"
#include "source/cifar.hpp"
#include "source/coco.hpp"
#include "source/csv.hpp"
#include "source/folder.hpp"
#include "source/hdf5.hpp"
#include "source/idx.hpp"
#include "source/npy.hpp"
#include "source/synthetic.hpp"
#include "source/tar.hpp"
#include "source/yolo.hpp"

namespace epochmill::source {

Bytes Source::read_mask(std::uint64_t) const {
  throw internal_error("a source without masks is asked for one");
}

std::span<const SourceKind> source_kinds() {
  static const std::array kKinds{folder_source(), csv_source(),      coco_source(),  yolo_source(),
                                 tar_source(),    idx_source(),      cifar_source(), hdf5_source(),
                                 npy_source(),    synthetic_source()};
  return kKinds;
}

const SourceKind& source_kind(std::string_view name) {
  for (const SourceKind& kind : source_kinds()) {
    if (kind.schema.name == name) return kind;
  }
  throw internal_error("no source of kind `{}`", name);
}

}  // namespace epochmill::source
