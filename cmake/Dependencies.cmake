# Every outside library, found once. Each is a Debian package; `make -f Makefile.cluster deps` installs them all,
# and tests/tree/packages_test.py holds cmake/debian-packages.txt against this file.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(MPI REQUIRED COMPONENTS C)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(JPEG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(TIFF 4.5 REQUIRED)  # errors that are caught per file
find_package(GIF 5 REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
pkg_check_modules(TOMLPLUSPLUS REQUIRED IMPORTED_TARGET tomlplusplus)
pkg_check_modules(SPNG REQUIRED IMPORTED_TARGET spng)
pkg_check_modules(WEBP REQUIRED IMPORTED_TARGET libwebpdemux)
pkg_check_modules(EXIF REQUIRED IMPORTED_TARGET libexif)
pkg_check_modules(XXHASH REQUIRED IMPORTED_TARGET libxxhash)
pkg_check_modules(DEFLATE REQUIRED IMPORTED_TARGET libdeflate)
pkg_check_modules(SECCOMP REQUIRED IMPORTED_TARGET libseccomp)
pkg_check_modules(HWY REQUIRED IMPORTED_TARGET libhwy)

# Random123 is headers only and ships no package file of its own.
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
add_library(random123 INTERFACE IMPORTED)
target_include_directories(random123 INTERFACE ${RANDOM123_INCLUDE_DIR})

# FindHDF5 gives variables where other modules give targets.
add_library(hdf5_c INTERFACE IMPORTED)
target_include_directories(hdf5_c INTERFACE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(hdf5_c INTERFACE ${HDF5_C_LIBRARIES})
target_compile_definitions(hdf5_c INTERFACE ${HDF5_C_DEFINITIONS})

if(EPOCHMILL_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()

if(EPOCHMILL_TESTS)
  find_package(GTest REQUIRED)
  # The system's interpreter: Debian's modules are not for another one that may come first on PATH.
  if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
