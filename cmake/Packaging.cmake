# What `cmake --install` puts where, beside the program itself (src/CMakeLists.txt), and the Debian package that CPack
# makes of it. Tests have no install rules, nor have benchmarks but the scaling study, which jobs/scaling.sbatch starts.
# tests/packaging checks all of it.

include(GNUInstallDirs)

# MPI and HDF5 of modules lie where no loader looks: then the installed program keeps the folders of its libraries, and
# starts in a job that has not loaded them.
foreach(library IN LISTS MPI_C_LIBRARIES HDF5_C_LIBRARIES)
  if(IS_ABSOLUTE "${library}" AND NOT library MATCHES "^(/usr)?/lib")
    set_target_properties(epochmill PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
endforeach()

# CMake's modes are 644 and 755, whatever those of the checkout are.
set(program_mode OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(DIRECTORY jobs DESTINATION ${CMAKE_INSTALL_DATADIR}/epochmill
  PATTERN "*.sh" PERMISSIONS ${program_mode}
  PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY benchmarks/scaling DESTINATION ${CMAKE_INSTALL_DATADIR}/epochmill/benchmarks
  REGEX "/(study|probe|plot|validate)\\.py$" PERMISSIONS ${program_mode}
  PATTERN "__pycache__" EXCLUDE PATTERN "results" EXCLUDE)
install(FILES README.md CHANGELOG.md SECURITY.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
# In docs/, as here: README.md points there.
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The maintainers of epochmill <maintainers@epochmill.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"MPI ranks and OpenMP threads read photos, augment them by counter-based random
numbers and write HDF5 shards that training only has to read.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# dpkg-shlibdeps names the packages of the libraries, of the very versions that were linked. mpirun is no library.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS openmpi-bin)
include(CPack)
