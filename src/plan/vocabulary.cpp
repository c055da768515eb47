#include "plan/vocabulary.hpp"

#include "ops/ops.hpp"
#include "plan/encodings.hpp"
#include "source/source.hpp"

namespace epochmill::plan {

recipe::Vocabulary vocabulary() {
  recipe::Vocabulary words;
  for (const ops::OpKind& kind : ops::op_kinds()) words.ops.push_back(ops::described(kind));
  for (const source::SourceKind& kind : source::source_kinds())
    words.sources.push_back(kind.schema);
  for (const EncodingKind& kind : encoding_kinds()) words.encodings.push_back(kind.schema);
  return words;
}

}  // namespace epochmill::plan
