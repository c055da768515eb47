#include <array>
#include <cstddef>

#include "capi/hdf5_service.hpp"
#include "cli/cli.hpp"

int main(int argc, char** argv) {
  using namespace epochmill;
  const std::array roles{capi::hdf5_role()};
  if (capi::served_as_companion({argv, static_cast<std::size_t>(argc)}, roles)) return 0;
  return cli::run(argc, argv);
}
