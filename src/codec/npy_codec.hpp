// NumPy's .npy as a format of the table: one array is one picture (image/array_picture.hpp).
// Fortran order and big-endian numbers give the same pixels as the others. The file must hold
// exactly what its header says.
#pragma once

#include "codec/codec.hpp"

namespace epochmill::codec {

Format npy_format();

}  // namespace epochmill::codec
