// What HDF5's process answers (hdf5_service.hpp).
#pragma once

#include "base/bytes.hpp"

namespace epochmill::capi {

// What it throws goes back as an error. One thread.
Bytes answer_about_hdf5(ByteView request);

}  // namespace epochmill::capi
