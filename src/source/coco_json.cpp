#include "source/coco_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

using nlohmann::json;

constexpr std::size_t kMostDepth = 64;
// How many objects and lists are open within each of these.
constexpr std::size_t kInFile = 1;
constexpr std::size_t kInSection = 2;
constexpr std::size_t kInRecord = 3;

// What the parser calls for each token. Returning true, which all do, says go on.
class RecordReader {
 public:
  RecordReader(const std::string& file, const std::vector<CocoSection>& sections)
      : file_(file), sections_(sections) {}

  bool null() { return take(nullptr); }
  bool boolean(bool value) { return take(value); }
  bool number_integer(json::number_integer_t value) { return take(value); }
  bool number_unsigned(json::number_unsigned_t value) { return take(value); }
  bool number_float(json::number_float_t value, const std::string&) { return take(value); }
  bool string(std::string& value) { return take(std::move(value)); }
  bool binary(json::binary_t&) { return true; }  // not in texts

  bool start_object(std::size_t) { return open(json::object()); }
  bool end_object() { return close(); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (depth_ == kInFile) enter_section(name);
    if (depth_ == kInRecord && section_ != nullptr) {
      is_wanted_ = std::ranges::find(section_->keys, name) != section_->keys.end();
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t at, const std::string&, const json::exception& error) {
    throw input_error(
        "{}: no JSON at byte {}: {}; write it anew (NaN and Infinity, which Python's json.dump "
        "lets pass, are no JSON)",
        file_, at, shown(error.what()));
  }

  void require_all_sections() const {
    for (const CocoSection& section : sections_) {
      if (found_.contains(section.name)) continue;
      throw input_error(
          "{}: no list `{}` in it; expected an object with images, annotations and "
          "categories, as COCO's instances_*.json; an empty list says that there are none",
          file_, section.name);
    }
  }

 private:
  bool is_building() const { return depth_ >= kInRecord && section_ != nullptr && is_wanted_; }

  void enter_section(const std::string& name) {
    const auto section = std::ranges::find(sections_, name, &CocoSection::name);
    section_ = section == sections_.end() ? nullptr : &*section;
    if (section_ != nullptr) found_.insert(name);
  }

  // That a value of this kind may stand here.
  void require_place(bool is_object, bool is_array) const {
    if (depth_ == 0 && !is_object) {
      throw input_error("{}: its JSON is no object; expected one of images, annotations, ...",
                        file_);
    }
    if (section_ == nullptr) return;
    if (depth_ == kInFile && !is_array) {
      throw input_error("{}: `{}` is no list", file_, section_->name);
    }
    if (depth_ == kInSection && !is_object) {
      throw input_error("{}: `{}` has an entry that is no object", file_, section_->name);
    }
  }

  json* place(json value) {
    json& parent = *open_.back();
    if (parent.is_object()) return &(parent[key_] = std::move(value));
    parent.push_back(std::move(value));
    return &parent.back();
  }

  template <typename Value>
  bool take(Value value) {
    require_place(false, false);
    if (is_building()) place(std::move(value));
    return true;
  }

  bool open(json empty) {
    require_place(empty.is_object(), empty.is_array());
    if (depth_ == kMostDepth) {
      throw input_error("{}: nests more than {} deep", file_, kMostDepth);
    }
    if (is_building()) {
      open_.push_back(place(std::move(empty)));
    } else if (depth_ == kInSection && section_ != nullptr) {
      record_ = json::object();
      open_ = {&record_};
      is_wanted_ = false;
    }
    ++depth_;
    return true;
  }

  bool close() {
    --depth_;
    if (section_ == nullptr) return true;
    if (depth_ == kInSection) section_->take(record_);
    if (is_building()) open_.pop_back();
    if (depth_ == kInFile) section_ = nullptr;
    return true;
  }

  const std::string& file_;
  const std::vector<CocoSection>& sections_;
  std::set<std::string> found_;
  std::size_t depth_ = 0;
  const CocoSection* section_ = nullptr;  // that it is in
  std::string key_;
  bool is_wanted_ = false;  // the value of a record that it is in
  json record_;
  std::vector<json*> open_;  // the record and what is open in it, outermost first
};

}  // namespace

void read_coco_json(std::string_view text, const std::string& file,
                    const std::vector<CocoSection>& sections) {
  RecordReader reader(file, sections);
  json::sax_parse(text.begin(), text.end(), &reader);
  reader.require_all_sections();
}

}  // namespace epochmill::source
