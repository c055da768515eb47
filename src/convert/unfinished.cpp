#include "convert/unfinished.hpp"

namespace epochmill::convert {

Unfinished::Unfinished(const std::filesystem::path& final_path)
    : final_path_(final_path), file_(capi::File::create_new(capi::temp_path_for(final_path))) {}

Unfinished::~Unfinished() {
  if (!is_published_) capi::remove_quietly(file_.path());
}

void Unfinished::append(ByteView bytes) {
  file_.write_at(bytes, size_);
  size_ += bytes.size();
}

void Unfinished::publish() {
  file_.sync();
  file_.close();
  capi::publish(file_.path(), final_path_);
  is_published_ = true;
}

}  // namespace epochmill::convert
