// The `tar` source: tars of samples as WebDataset writes them, read in place by offset.
//
// Members that lie side by side and share a key are one sample: its picture, its label (.cls), and
// others that are passed over. What a key is: tar_names.hpp. Which tars: tar_pattern.hpp. What is
// taken of a tar: tar_samples.hpp. Samples of all tars are listed by key; a key that is there twice
// is an error.
//
// Without .cls members a sample's class is the first folder of its path, with ids as those of a
// folder source, so a tar of class folders gives the samples that the folders give.
#pragma once

#include "source/source.hpp"

namespace epochmill::source {

SourceKind tar_source();

}  // namespace epochmill::source
