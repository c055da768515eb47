#include "cli/cli.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "base/error.hpp"
#include "capi/hdf5.hpp"
#include "capi/mpi.hpp"
#include "cli/commands.hpp"
#include "run/workshop.hpp"

namespace epochmill::cli {
namespace {

std::string version_text() {
  return fmt::format("{}\nHDF5 {}\n{}", run::program_versions(), capi::hdf5_version(),
                     capi::mpi_version());
}

int parse_and_run(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    // --help and --version are "errors" of code 0 to CLI11.
    return app.exit(error) == 0 ? 0 : exit_code(ErrorKind::kUsage);
  } catch (const ExitWith& exit) {
    return exit.code;
  } catch (const std::exception& error) {
    fmt::print(stderr, "epochmill: error: {}\n", error.what());
    return exit_code(kind_of(error));
  }
}

}  // namespace

int run(int argc, char** argv) {
  CLI::App app{
      "epochmill mills a dataset into augmented epochs: unique, reproducible, the same bytes on "
      "any machine."};
  app.name("epochmill");
  app.require_subcommand(1);
  app.set_version_flag("--version", version_text);
  app.footer(
      "Exit codes: 0 done, 64 usage, 65 bad input data, 70 our fault, 74 I/O, 75 stopped (a rerun "
      "goes on).");
  add_plan_command(app);
  add_check_command(app);
  add_run_command(app);
  add_verify_command(app);
  add_prune_command(app);
  add_replay_command(app);
  add_show_command(app);
  add_export_command(app);
  add_draw_command(app);
  add_describe_command(app);
  add_make_demo_command(app);
  return parse_and_run(app, argc, argv);
}

}  // namespace epochmill::cli
