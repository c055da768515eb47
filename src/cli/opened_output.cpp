#include "cli/opened_output.hpp"

#include "run/output_folder.hpp"

namespace epochmill::cli {

run::Workshop open_output(const OutputOptions& options) {
  const recipe::Recipe recipe = run::recipe_of_output(options.out, options.overrides());
  return {recipe, source::Catalog(run::catalog_path(options.out))};
}

}  // namespace epochmill::cli
