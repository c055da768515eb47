// The `folder` source: one folder a class, as ImageNet is laid out.
//
// The class of a picture is the name of the first folder below the root; folders within it belong
// to it. Ids are the bytewise order of the class folders' names, and a folder without pictures
// keeps its id. A root without any class folder, but with pictures, is one class named "all";
// pictures beside class folders are an error. The key is the path below the root. What is taken and
// what is skipped: folder_walk.hpp.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind folder_source();

}  // namespace epochmill::source
