// A COCO file, record by record: never more than one of them is held.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace epochmill::source {

// One of the lists of the file's object, such as `annotations`, and the keys of its records that
// are wanted; all others are passed over.
struct CocoSection {
  std::string name;
  std::vector<std::string> keys;
  // Called with each record, an object, in the order of the file.
  std::function<void(const nlohmann::json& record)> take;
};

// Reads `text`, which is that of `file`, and hands on the records of `sections`; what else is in it
// must be JSON and is passed over. What a callback throws passes through. Throws `input` with the
// file's name when the text is no JSON, nests more than 64 deep, is no object, or has a section of
// these that is missing, no list, or a list of anything but objects.
void read_coco_json(std::string_view text, const std::string& file,
                    const std::vector<CocoSection>& sections);

}  // namespace epochmill::source
