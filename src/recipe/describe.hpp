// A schema as help for people: read from the same rows as the checks, so that it cannot be out of
// date.
#pragma once

#include <string>

#include "recipe/params.hpp"

namespace epochmill::recipe {

// Plain text for a terminal of 80 columns, with a newline at the end: name and summary; for every
// parameter its type and range, its default or "required" or "optional", and its meaning; then the
// notes, whose own line breaks are kept, and the example.
std::string describe(const Schema& schema);

// The same as a section of a Markdown page.
std::string describe_in_markdown(const Schema& schema);

}  // namespace epochmill::recipe
