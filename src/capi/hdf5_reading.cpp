#include "capi/hdf5_reading.hpp"

#include <map>
#include <mutex>

#include "capi/hdf5_asked.hpp"
#include "capi/hdf5_chunks.hpp"

namespace epochmill::capi {
namespace {

class OwnReading final : public H5Reading {
 public:
  explicit OwnReading(const std::filesystem::path& path) : file_(H5File::open_read(path)) {}

  H5Dataset dataset(const std::string& name) const override { return file_.dataset(name); }
  bool has_dataset(const std::string& name) const override { return file_.has_dataset(name); }
  std::vector<std::string> dataset_names() const override { return file_.dataset_names(); }
  std::string text(const std::string& name) const override { return file_.text(name); }
  std::vector<std::string> texts(const std::string& name) const override {
    return file_.texts(name);
  }
  std::uint64_t u64(const std::string& name) const override { return file_.u64(name); }
  bool has_attribute(const std::string& name) const override { return file_.has_attribute(name); }
  std::vector<std::uint64_t> dataset_numbers(const std::string& dataset,
                                             const std::string& name) const override {
    return file_.dataset_numbers(dataset, name);
  }
  std::vector<std::string> dataset_texts(const std::string& dataset,
                                         const std::string& name) const override {
    return file_.dataset_texts(dataset, name);
  }
  bool has_dataset_attribute(const std::string& dataset, const std::string& name) const override {
    return file_.has_dataset_attribute(dataset, name);
  }

  void check_chunks(const std::string& dataset) const override { chunks_of(dataset); }
  Bytes chunk(const std::string& dataset, std::uint64_t row,
              std::uint64_t /*row_bytes*/) const override {
    return chunks_of(dataset).read(row);
  }

 private:
  const H5Chunks& chunks_of(const std::string& dataset) const {
    const std::scoped_lock lock(mutex_);
    const auto found = chunks_.find(dataset);
    if (found != chunks_.end()) return found->second;
    return chunks_.emplace(dataset, H5Chunks(file_, file_.dataset(dataset))).first->second;
  }

  H5File file_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, H5Chunks> chunks_;
};

}  // namespace

std::unique_ptr<H5Reading> open_finished(const std::filesystem::path& path, H5Maker maker) {
  if (maker == H5Maker::kAnyone) return ask_to_open(path);
  return std::make_unique<OwnReading>(path);
}

}  // namespace epochmill::capi
