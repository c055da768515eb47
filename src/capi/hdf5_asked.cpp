#include "capi/hdf5_asked.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "base/packing.hpp"
#include "capi/file.hpp"
#include "capi/hdf5_service.hpp"

namespace epochmill::capi {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 28;  // class names, recipes

class AskedReading final : public H5Reading {
 public:
  explicit AskedReading(const std::filesystem::path& path)
      : subject_({.file = path.string(), .identity = File::open_read(path).identity()}) {
    const Bytes bytes = ask(H5Question::kOpen, "");
    Unpacker unpacker(bytes);
    for (std::uint64_t left = unpacker.number(); left > 0; --left) {
      names_.emplace_back(unpacker.text());
      const ByteView dataset = as_bytes(unpacker.text());
      if (!dataset.empty()) datasets_.emplace(names_.back(), decode_dataset(dataset));
    }
  }

  H5Dataset dataset(const std::string& name) const override {
    const auto found = datasets_.find(name);
    return found != datasets_.end() ? found->second
                                    : decode_dataset(ask(H5Question::kDataset, name));
  }
  bool has_dataset(const std::string& name) const override {
    return std::ranges::find(names_, name) != names_.end();
  }
  std::vector<std::string> dataset_names() const override { return names_; }
  std::string text(const std::string& name) const override {
    const Bytes bytes = ask(H5Question::kText, "", name);
    return std::string(as_text(bytes));
  }
  std::vector<std::string> texts(const std::string& name) const override {
    return unpack_texts(ask(H5Question::kTexts, "", name));
  }
  std::uint64_t u64(const std::string& name) const override {
    return number(H5Question::kU64, "", name);
  }
  bool has_attribute(const std::string& name) const override {
    return number(H5Question::kHasAttribute, "", name) != 0;
  }
  std::vector<std::uint64_t> dataset_numbers(const std::string& dataset,
                                             const std::string& name) const override {
    const Bytes bytes = ask(H5Question::kDatasetNumbers, dataset, name);
    return Unpacker(bytes).numbers();
  }
  std::vector<std::string> dataset_texts(const std::string& dataset,
                                         const std::string& name) const override {
    return unpack_texts(ask(H5Question::kDatasetTexts, dataset, name));
  }
  bool has_dataset_attribute(const std::string& dataset, const std::string& name) const override {
    return number(H5Question::kHasDatasetAttribute, dataset, name) != 0;
  }

  void check_chunks(const std::string& dataset) const override {
    ask(H5Question::kCheckChunks, dataset);
  }
  Bytes chunk(const std::string& dataset, std::uint64_t row,
              std::uint64_t row_bytes) const override {
    Packer more;
    more.number(row);
    return ask_hdf5(H5Question::kRowChunk, of(dataset), more.take(), most_packed_bytes(row_bytes));
  }

 private:
  H5Name of(const std::string& dataset) const {
    H5Name name = subject_.name();
    name.dataset = dataset;
    return name;
  }
  Bytes ask(H5Question question, const std::string& dataset,
            const std::string& attribute = "") const {
    Packer more;
    more.text(attribute);
    return ask_hdf5(question, of(dataset), more.take(), kMostBytes);
  }
  std::uint64_t number(H5Question question, const std::string& dataset,
                       const std::string& attribute = "") const {
    const Bytes bytes = ask(question, dataset, attribute);
    return Unpacker(bytes).number();
  }

  H5Subject subject_;
  std::vector<std::string> names_;
  std::map<std::string, H5Dataset> datasets_;
};

}  // namespace

std::unique_ptr<H5Reading> ask_to_open(const std::filesystem::path& path) {
  return std::make_unique<AskedReading>(path);
}

}  // namespace epochmill::capi
