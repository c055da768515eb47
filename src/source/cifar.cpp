#include "source/cifar.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/cifar_files.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"
#include "source/raw_pnm.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// Appends a file's samples.
void list_file(const CifarSet& set, const CifarFile& file, Listing& listing) {
  constexpr std::uint64_t kRecordsAtOnce = 1024;
  const capi::File bytes = capi::File::open_read(file.path);
  Bytes records;
  for (std::uint64_t first = 0; first < file.records; first += kRecordsAtOnce) {
    const std::uint64_t count = std::min(kRecordsAtOnce, file.records - first);
    records.resize(count * set.record_bytes());
    bytes.read_at(records, first * set.record_bytes());
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::int64_t label = records[i * set.record_bytes() + set.label_at];
      if (label >= set.classes) {
        throw input_error(
            "{}: record {} has label {} of {} classes; it is damaged, or of another "
            "variant",
            shown(file.path.native()), first + i, label, set.classes);
      }
      Listed sample;
      sample.key = file.name + '/' + number_key(first + i);
      sample.label = label;
      listing.samples.push_back(std::move(sample));
    }
  }
}

class CifarSource : public Source {
 public:
  CifarSource(CifarSet set, std::uint64_t samples) : set_(std::move(set)) {
    std::uint64_t records = 0;
    for (const CifarFile& file : set_.files) {
      files_.push_back(capi::File::open_read(file.path));
      records += file.records;
    }
    if (records == samples) return;
    throw input_error(
        "{}: {} records in {} files, and {} when the source was listed; put the "
        "files back",
        shown(set_.files.front().path.native()), records, files_.size(), samples);
  }

  Bytes read(std::uint64_t sample) const override {
    std::size_t file = 0;
    std::uint64_t record = sample;
    while (file < files_.size() && record >= set_.files[file].records) {
      record -= set_.files[file++].records;
    }
    if (file == files_.size()) throw internal_error("CIFAR has no sample {}", sample);
    std::array<std::uint8_t, 3 * kCifarPixels> planes{};
    files_[file].read_at(planes, record * set_.record_bytes() + set_.label_bytes);
    RawPnm pnm({.height = kCifarSide, .width = kCifarSide}, 3);
    for (std::size_t i = 0; i < kCifarPixels; ++i) {
      for (std::size_t c = 0; c < 3; ++c) pnm.samples()[3 * i + c] = planes[c * kCifarPixels + i];
    }
    return std::move(pnm).finish();
  }

 private:
  CifarSet set_;
  std::vector<capi::File> files_;
};

Listing list_cifar_source(const recipe::Params& params, int /*threads*/) {
  const CifarSet set = find_cifar(params);
  Listing listing;
  listing.class_names = cifar_class_names(set);
  listing.picture.height = listing.picture.width = kCifarSide;
  for (const CifarFile& file : set.files) list_file(set, file, listing);
  return listing;
}

std::unique_ptr<Source> open_cifar_source(const recipe::Params& params, const Catalog& catalog) {
  return std::make_unique<CifarSource>(find_cifar(params), catalog.size());
}

std::vector<recipe::ParamSpec> all_params() {
  std::vector<recipe::ParamSpec> params =
      picture_params("the folder of the .bin files, or one of them");
  for (recipe::ParamSpec& spec : cifar_params()) params.push_back(std::move(spec));
  return params;
}

}  // namespace

SourceKind cifar_source() {
  return {
      .schema = {.name = "cifar",
                 .summary = "CIFAR-10 and CIFAR-100 in their binary versions",
                 .params = all_params(),
                 .notes = "Class names are the lines of batches.meta.txt, fine_label_names.txt "
                          "or coarse_label_names.txt beside the files, else numbers. Files must "
                          "be whole records with labels of the classes. Keys are FILE/NUMBER, "
                          "as data_batch_1/00000000."},
      .list = list_cifar_source,
      .open = open_cifar_source};
}

}  // namespace epochmill::source
