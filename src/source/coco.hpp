// The `coco` source: pictures, and the boxes, masks and landmarks that a COCO annotations file says
// they have.
//
// `file_name` is the key, and the path below the root; whether the pictures exist is seen when they
// are read. What is taken of the file: coco_listing.hpp. Its JSON is read twice, record by record:
// images and categories first, which may stand behind the annotations. Masks are kept in the
// catalog, as runs (index_mask.hpp), so that no JSON is read again.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind coco_source();

}  // namespace epochmill::source
