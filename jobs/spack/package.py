# A Spack (1.0 or newer) recipe for epochmill. It fetches nothing: it builds the tree that it is given.
#
#     spack repo create ~/spack mine && spack repo add ~/spack/spack_repo/mine
#     install -D jobs/spack/package.py ~/spack/spack_repo/mine/packages/epochmill/package.py
#     spack dev-build --source-path . epochmill@0.1.0
#
# Behind each dependency stands what it gives, in the words of cmake/debian-packages.txt;
# tests/tree/packages_test.py holds the two against each other.

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import *


class Epochmill(CMakePackage):
    """Mills a dataset of photos into augmented epochs: HDF5 shards, the same bytes on any number of ranks."""

    license("Apache-2.0")

    version("0.1.0")

    generator("ninja")  # bin:ninja

    depends_on("c", type="build")
    depends_on("cxx", type="build")  # bin:g++ cmake:OpenMP
    depends_on("cmake@3.25:", type="build")  # bin:cmake
    depends_on("pkgconfig", type="build")  # cmake:PkgConfig
    depends_on("mpi")  # cmake:MPI bin:mpirun
    depends_on("hdf5@1.10:1~mpi")  # cmake:HDF5
    depends_on("random123@1.13:")  # header:Random123/philox.h
    depends_on("libjpeg-turbo@2:")  # cmake:JPEG
    depends_on("libspng@0.7:")  # pc:spng
    depends_on("zlib-api")  # cmake:ZLIB
    depends_on("libwebp@1.2:+libwebpdemux")  # pc:libwebpdemux
    depends_on("libtiff@4.5:")  # cmake:TIFF
    depends_on("giflib@5:")  # cmake:GIF
    depends_on("libexif")  # pc:libexif
    depends_on("libdeflate@1.14:")  # pc:libdeflate
    depends_on("libseccomp")  # pc:libseccomp
    depends_on("xxhash@0.8:")  # pc:libxxhash
    depends_on("highway@1.0.3:")  # pc:libhwy
    depends_on("tomlplusplus@3.3:")  # pc:tomlplusplus
    depends_on("cli11@2.1:")  # cmake:CLI11
    depends_on("nlohmann-json@3.11:")  # cmake:nlohmann_json
    depends_on("fmt@9:")  # cmake:fmt

    conflicts("%gcc@:11", msg="epochmill is C++20; GCC 12 is the oldest that it is tested with")

    @property
    def pkg_config_folder(self):
        return join_path(self.stage.path, "spack-build-pkg-config")

    @run_before("cmake")
    def write_pkg_config_files(self):
        """Spack builds these two by CMake, which writes no tomlplusplus.pc, and libspng.pc for Meson's spng.pc."""
        spng = self.spec["libspng"]
        toml = self.spec["tomlplusplus"]
        mkdirp(self.pkg_config_folder)
        for name, package, libs in (("spng", spng, spng.libs.ld_flags), ("tomlplusplus", toml, "")):
            with open(join_path(self.pkg_config_folder, f"{name}.pc"), "w") as file:
                file.write(f"Name: {name}\nDescription: {name}\nVersion: {package.version}\n")
                file.write(f"Cflags: -I{package.prefix.include}\nLibs: {libs}\n")

    def setup_build_environment(self, env):
        env.prepend_path("PKG_CONFIG_PATH", self.pkg_config_folder)

    def cmake_args(self):
        return [self.define("EPOCHMILL_TESTS", False), self.define("EPOCHMILL_BENCHMARKS", False)]

    def test_demo(self):
        """mill the generated dataset and verify it"""
        epochmill = Executable(self.prefix.bin.epochmill)
        epochmill("make-demo", "data")
        epochmill("run", join_path("data", "recipe.toml"))
        epochmill("verify", "out", "--replay", "20")
