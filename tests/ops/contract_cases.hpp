// Every op of the table with parameters to try it with. An op without a line here fails the
// contract tests.
#pragma once

#include <string>
#include <vector>

namespace epochmill::ops {

// Parameters as TOML lines, for pictures of about 97x61. Empty for an op that is not known here.
std::vector<std::string> contract_cases(const std::string& op);

// Whether the sides of a box do not stay upright: its box afterwards is larger than what is in it.
bool turns_boxes(const std::string& op);

// Whether pixels are covered or replaced while points, boxes and the mask stay as they are.
bool hides_pixels(const std::string& op);

// Whether the size of the picture hangs on draws.
bool has_drawn_size(const std::string& op, const std::string& params);

}  // namespace epochmill::ops
