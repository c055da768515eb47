#include "capi/hdf5_answers.hpp"

#include <algorithm>
#include <list>
#include <utility>

#include "base/error.hpp"
#include "base/packing.hpp"
#include "capi/hdf5_foreign.hpp"
#include "capi/hdf5_reading.hpp"
#include "capi/hdf5_service.hpp"

namespace epochmill::capi {
namespace {

void require_same(const H5Name& name) {
  if (File::open_read(name.file).identity() == name.identity) return;
  throw input_error("'{}' has changed while it was read", name.file);
}

// What was opened and asked for last stays open.
template <typename Opened>
class Latest {
 public:
  template <typename Open>
  const Opened& find(const H5Name& name, Open open) {
    constexpr std::size_t kMostOpen = 16;
    const auto found = std::ranges::find(
        latest_, name, [](const auto& one) -> const H5Name& { return one.first; });
    if (found != latest_.end()) {
      latest_.splice(latest_.begin(), latest_, found);
    } else {
      Opened opened = open();
      require_same(name);
      latest_.emplace_front(name, std::move(opened));
      if (latest_.size() > kMostOpen) latest_.pop_back();
    }
    return latest_.front().second;
  }

  void forget(const H5Name& name) {
    latest_.remove_if([&](const auto& one) {
      return one.first.file == name.file && one.first.identity == name.identity;
    });
  }

 private:
  std::list<std::pair<H5Name, Opened>> latest_;
};

Latest<H5Foreign>& datasets() {
  static Latest<H5Foreign> all;
  return all;
}

Latest<std::unique_ptr<H5Reading>>& readings() {
  static Latest<std::unique_ptr<H5Reading>> all;
  return all;
}

const H5Foreign& dataset_of(const H5Name& name) {
  return datasets().find(name, [&] { return H5Foreign(name.file, name.dataset); });
}

const H5Reading& reading_of(const H5Name& name) {
  return *readings().find({.file = name.file, .identity = name.identity},
                          [&] { return open_finished(name.file, H5Maker::kThisProgram); });
}

Bytes packed_number(std::uint64_t number) {
  Packer packer;
  packer.number(number);
  return packer.take();
}

Bytes packed_texts(const std::vector<std::string>& texts) {
  Packer packer;
  for (const std::string& text : texts) packer.text(text);
  return packer.take();
}

Bytes packed_numbers(const std::vector<std::uint64_t>& numbers) {
  Packer packer;
  packer.numbers(numbers);
  return packer.take();
}

Bytes bytes_of_text(const std::string& text) { return {text.begin(), text.end()}; }

Bytes answer_chunk(const H5Name& name, Unpacker more) {
  const std::vector<std::uint64_t> place = more.numbers();
  std::uint32_t skipped = 0;
  Bytes chunk = dataset_of(name).packed_chunk(place, more.number(), skipped);
  put_last_number(chunk, skipped);
  return chunk;
}

Bytes answer_rows(const H5Name& name, Unpacker more) {
  const std::uint64_t first = more.number();
  return dataset_of(name).rows(first, more.number());
}

// The names of the datasets, and what each is; none of one that is refused: whoever needs it asks,
// and hears why.
Bytes describe(const H5Reading& file) {
  Packer packer;
  const std::vector<std::string> names = file.dataset_names();
  packer.number(names.size());
  for (const std::string& name : names) {
    packer.text(name);
    Bytes dataset;
    try {
      dataset = encode(file.dataset(name));
    } catch (const Error&) {
    }
    packer.text(as_text(dataset));
  }
  return packer.take();
}

// Of H5Reading.
Bytes answer_reading(H5Question question, const H5Name& name, Unpacker more) {
  const H5Reading& file = reading_of(name);
  if (question == H5Question::kRowChunk) return file.chunk(name.dataset, more.number(), 0);
  const std::string attribute(more.text());
  switch (question) {
    case H5Question::kDataset:
      return encode(file.dataset(name.dataset));
    case H5Question::kText:
      return bytes_of_text(file.text(attribute));
    case H5Question::kTexts:
      return packed_texts(file.texts(attribute));
    case H5Question::kU64:
      return packed_number(file.u64(attribute));
    case H5Question::kHasAttribute:
      return packed_number(file.has_attribute(attribute) ? 1 : 0);
    case H5Question::kDatasetNumbers:
      return packed_numbers(file.dataset_numbers(name.dataset, attribute));
    case H5Question::kDatasetTexts:
      return packed_texts(file.dataset_texts(name.dataset, attribute));
    case H5Question::kHasDatasetAttribute:
      return packed_number(file.has_dataset_attribute(name.dataset, attribute) ? 1 : 0);
    case H5Question::kCheckChunks:
      file.check_chunks(name.dataset);
      return {};
    default:  // kOpen
      return describe(file);
  }
}

H5Name unpack_name(Unpacker& request) {
  H5Name name;
  name.file = request.text();
  name.identity = request.text();
  name.dataset = request.text();
  return name;
}

}  // namespace

Bytes answer_about_hdf5(ByteView bytes) {
  Unpacker request(bytes);
  const auto question = static_cast<H5Question>(request.number());
  const H5Name name = unpack_name(request);
  const std::string_view more = request.text();
  switch (question) {
    case H5Question::kForget:
      datasets().forget(name);
      readings().forget(name);
      return {};
    case H5Question::kFacts:
      return encode(dataset_of(name).facts());
    case H5Question::kChunk:
      return answer_chunk(name, Unpacker(as_bytes(more)));
    case H5Question::kRows:
      return answer_rows(name, Unpacker(as_bytes(more)));
    case H5Question::kRootText:
      return bytes_of_text(
          root_text_of_foreign(name.file, std::string(Unpacker(as_bytes(more)).text())));
    default:
      return answer_reading(question, name, Unpacker(as_bytes(more)));
  }
}

}  // namespace epochmill::capi
