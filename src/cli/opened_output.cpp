#include "cli/opened_output.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "run/output_folder.hpp"

namespace epochmill::cli {

run::Workshop open_output(const OutputOptions& options) {
  const recipe::Recipe recipe = run::recipe_of_output(options.out, options.overrides());
  run::Workshop workshop(recipe, source::Catalog(run::catalog_path(options.out)));
  const std::string here = run::program_versions(recipe, workshop.catalog().has_masks());
  if (workshop.plan().versions() != here) {
    fmt::print(
        stderr,
        "epochmill: warning: {} was made by {}, and this is {}: pixels made now may differ\n",
        options.out.string(), workshop.plan().versions(), here);
  }
  return workshop;
}

}  // namespace epochmill::cli
