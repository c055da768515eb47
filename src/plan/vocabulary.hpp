// Every word that a recipe may use, gathered from the tables of ops, sources and encodings.
#pragma once

#include "recipe/recipe.hpp"

namespace epochmill::plan {

recipe::Vocabulary vocabulary();

}  // namespace epochmill::plan
