// The `yolo` source: a folder of pictures, and the boxes of each in a text file of the same name
// with .txt, in the same place below another folder (yolo_boxes.hpp); likewise a mask with .png.
//
// Keys are paths below the pictures' folder; which files are pictures is told by the walk of the
// `folder` source (folder_walk.hpp). A picture without a text file has no objects. Boxes stay
// relative in the catalog, since only who decodes the picture knows its size. All bad lines are
// told in one message, up to 20, each with its file and line.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind yolo_source();

}  // namespace epochmill::source
