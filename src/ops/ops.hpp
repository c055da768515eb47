// The table of ops: every list of them (checks, help, docs, contract tests) is read from here.
#pragma once

#include <span>
#include <string_view>

#include "ops/op.hpp"

namespace epochmill::ops {

std::span<const OpKind> op_kinds();

// The schema of `kind` with its help as notes and its example: what `describe` shows.
recipe::Schema described(const OpKind& kind);

// Throws `internal` for a name that is not in the table.
const OpKind& op_kind(std::string_view name);

}  // namespace epochmill::ops
