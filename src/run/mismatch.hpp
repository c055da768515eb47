// Is an output folder of this recipe, source and version? If not: what differs.
#pragma once

#include <string>

#include "plan/plan.hpp"
#include "source/catalog.hpp"

namespace epochmill::run {

// What catalog.h5 notes of the run that it belongs to.
source::Notes notes_of(const plan::Plan& plan);

// The canonical recipe that `catalog` notes. Throws `input` when it notes none.
std::string recipe_text_of(const source::Catalog& catalog);

// Program and decoders that made the folder; "" when `catalog` notes none.
std::string noted_versions(const source::Catalog& catalog);

// Throws `usage` that names what differs between the folder that `there` belongs to and what is
// asked for now.
void check_same_output(const source::Catalog& there, const plan::Plan& plan,
                       const source::Listing& listing);

}  // namespace epochmill::run
