// A set of labels beside the main one, such as the colour of a car whose label is its make.
#pragma once

#include <string>
#include <vector>

namespace epochmill {

struct LabelSet {
  std::string name;
  std::vector<std::string> class_names;  // label -> name; never empty
  bool operator==(const LabelSet&) const = default;
};

}  // namespace epochmill
