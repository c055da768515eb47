#include "convert/unfinished.hpp"

#include <system_error>

#include "base/error.hpp"

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

void Unfinished::publish_new() {
  file_.sync();
  file_.close();
  is_published_ = capi::publish_new(file_.path(), final_path_);
}

UnfinishedFolder::UnfinishedFolder(const std::filesystem::path& final_path)
    : final_path_(final_path), path_(capi::temp_path_for(final_path)) {
  capi::make_folders(path_);
}

UnfinishedFolder::~UnfinishedFolder() {
  std::error_code error;  // a destructor frees as well as it can; a rerun sweeps what is left
  std::filesystem::remove_all(path_, error);
}

void UnfinishedFolder::publish() {
  if (capi::publish_new(path_, final_path_)) return;
  if (std::filesystem::is_directory(std::filesystem::symlink_status(final_path_))) return;
  throw usage_error("{} is no folder, and stands where one is to be; take it away",
                    final_path_.string());
}

}  // namespace epochmill::convert
