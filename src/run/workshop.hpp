// All that one process needs to make rows: the plan, the catalog, and the source.
#pragma once

#include <memory>

#include "codec/codec.hpp"
#include "plan/plan.hpp"
#include "recipe/recipe.hpp"
#include "source/catalog.hpp"
#include "source/source.hpp"

namespace epochmill::run {

// "epochmill 0.1.0, libjpeg-turbo 2.1.5, libspng 0.7.3".
std::string program_versions();
// The same and what the recipe's encoding compresses with, where that decides the bytes, too.
std::string program_versions(const recipe::Recipe& recipe, bool has_masks);

// What a recipe's [source] says of decoding.
codec::DecodeOptions decode_options_of(const recipe::Params& source);

plan::SourceFacts facts_of(const source::Catalog& catalog);

// Immutable after construction: any thread may use it.
class Workshop {
 public:
  // Throws as Plan and as the source's open.
  Workshop(const recipe::Recipe& recipe, source::Catalog catalog);

  const plan::Plan& plan() const { return plan_; }
  const source::Catalog& catalog() const { return *catalog_; }
  const source::Source& source() const { return *source_; }
  const codec::DecodeOptions& decode_options() const { return decode_options_; }

 private:
  std::unique_ptr<source::Catalog> catalog_;  // on the heap: the source keeps a reference to it
  plan::Plan plan_;
  std::unique_ptr<source::Source> source_;
  codec::DecodeOptions decode_options_;
};

}  // namespace epochmill::run
