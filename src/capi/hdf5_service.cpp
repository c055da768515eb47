#include "capi/hdf5_service.hpp"

#include <algorithm>
#include <list>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "base/packing.hpp"
#include "capi/hdf5.hpp"
#include "capi/hdf5_foreign.hpp"

namespace epochmill::capi {
namespace {

enum class Question : std::uint64_t { kFacts, kChunk, kRows, kRootText, kRootTexts };

constexpr std::uint64_t kMostFactsBytes = std::uint64_t{1} << 20;
constexpr std::uint64_t kMostTextsBytes = std::uint64_t{1} << 28;

// An answer ends in a number that says whether it is one, and a chunk's before that in its skipped
// filters: at the end they can be put to megabytes, and taken off, without a copy.
constexpr std::size_t kNumberBytes = sizeof(std::uint64_t);

void put_number(Bytes& bytes, std::uint64_t number) {
  const ByteView view = bytes_of(number);
  bytes.insert(bytes.end(), view.begin(), view.end());
}

std::uint64_t take_number(Bytes& bytes) {
  if (bytes.size() < kNumberBytes) throw internal_error("an answer of {} bytes", bytes.size());
  const std::uint64_t number = Unpacker(ByteView(bytes).last(kNumberBytes)).number();
  bytes.resize(bytes.size() - kNumberBytes);
  return number;
}

// ---- The process that asks HDF5.

// A dataset stays open while it is among those that were asked for last.
const H5Foreign& opened(const H5Name& name) {
  constexpr std::size_t kMostOpen = 16;
  static std::list<std::pair<H5Name, H5Foreign>> latest;
  const auto found =
      std::ranges::find(latest, name, [](const auto& one) -> const H5Name& { return one.first; });
  if (found != latest.end()) {
    latest.splice(latest.begin(), latest, found);
    return found->second;
  }
  latest.emplace_front(name, H5Foreign(name.file, name.dataset));
  if (latest.size() > kMostOpen) latest.pop_back();
  return latest.front().second;
}

Bytes answer_chunk(const H5Name& name, Unpacker& request) {
  const H5Foreign& dataset = opened(name);
  const std::vector<std::uint64_t> place = request.numbers();
  std::uint32_t skipped = 0;
  Bytes chunk = dataset.packed_chunk(place, request.number(), skipped);
  put_number(chunk, skipped);
  return chunk;
}

Bytes answer_rows(const H5Name& name, Unpacker& request) {
  const H5Foreign& dataset = opened(name);
  const std::uint64_t first = request.number();
  return dataset.rows(first, request.number());
}

Bytes answer_root_text(const H5Name& name, Unpacker& request) {
  const std::string text = root_text_of_foreign(name.file, std::string(request.text()));
  return {text.begin(), text.end()};
}

Bytes answer_root_texts(const H5Name& name, Unpacker& request) {
  Packer packer;
  for (const std::string& text : H5File::open_read(name.file).texts(std::string(request.text())))
    packer.text(text);
  return packer.take();
}

H5Name unpack_name(Unpacker& request) {
  H5Name name;
  name.file = request.text();
  name.identity = request.text();
  name.dataset = request.text();
  if (File::open_read(name.file).identity() == name.identity) return name;
  throw input_error("'{}' has changed while it was read", name.file.string());
}

Bytes answer_question(Unpacker request) {
  const auto question = static_cast<Question>(request.number());
  const H5Name name = unpack_name(request);
  switch (question) {
    case Question::kFacts:
      return encode(opened(name).facts());
    case Question::kChunk:
      return answer_chunk(name, request);
    case Question::kRows:
      return answer_rows(name, request);
    case Question::kRootText:
      return answer_root_text(name, request);
    case Question::kRootTexts:
      return answer_root_texts(name, request);
  }
  throw internal_error("a question that HDF5's process does not know");
}

Bytes answer(ByteView request) {
  try {
    Bytes found = answer_question(Unpacker(request));
    put_number(found, 1);
    return found;
  } catch (const std::exception& error) {
    Packer packer;
    packer.number(static_cast<std::uint64_t>(kind_of(error)));
    packer.text(error.what());
    packer.number(0);
    return packer.take();
  }
}

// ---- The process that wants to know.

Packer question(Question which, const H5Name& name) {
  Packer packer;
  packer.number(static_cast<std::uint64_t>(which));
  packer.text(name.file.string());
  packer.text(name.identity);
  packer.text(name.dataset);
  return packer;
}

Bytes ask(const H5Name& name, Packer question, std::uint64_t most_bytes) {
  static Companions companions(hdf5_role().name);
  Bytes reply;
  try {
    // Room for an error, too.
    reply = companions.ask(question.take(), std::max(most_bytes + kNumberBytes, kMostFactsBytes));
  } catch (const Error& error) {
    throw Error(
        error.kind(),
        fmt::format("'{}': the process in which HDF5 looks at it {}{}", name.file.string(),
                    error.what(),
                    error.kind() == ErrorKind::kInput ? "; the file is damaged, or forged" : ""));
  }
  if (take_number(reply) != 0) {
    if (reply.size() > most_bytes) throw internal_error("an answer of {} bytes", reply.size());
    return reply;
  }
  Unpacker unpacker(reply);
  const auto kind = static_cast<ErrorKind>(unpacker.number());
  const std::string message(unpacker.text());
  if (kind != ErrorKind::kInput && kind != ErrorKind::kIo) throw internal_error("{}", message);
  throw Error(kind, message);
}

}  // namespace

CompanionRole hdf5_role() { return {.name = "hdf5", .answer = answer}; }

H5Facts ask_facts(const H5Name& name) {
  return decode_facts(ask(name, question(Question::kFacts, name), kMostFactsBytes));
}

H5Packed ask_chunk(const H5Name& name, const std::vector<std::uint64_t>& place,
                   std::uint64_t most_bytes) {
  Packer packer = question(Question::kChunk, name);
  packer.numbers(place);
  packer.number(most_bytes);
  Bytes chunk = ask(name, std::move(packer), most_bytes + kNumberBytes);
  const auto skipped = static_cast<std::uint32_t>(take_number(chunk));
  return {.bytes = std::move(chunk), .skipped = skipped};
}

void ask_rows(const H5Name& name, std::uint64_t first, std::uint64_t count,
              std::span<std::uint8_t> out) {
  Packer packer = question(Question::kRows, name);
  packer.number(first);
  packer.number(count);
  const Bytes rows = ask(name, std::move(packer), out.size());
  if (rows.size() != out.size())
    throw input_error("'{}': its rows have changed their size", name.file.string());
  std::ranges::copy(rows, out.begin());
}

std::string ask_root_text(const H5Name& name, const std::string& attribute) {
  Packer packer = question(Question::kRootText, name);
  packer.text(attribute);
  return std::string(as_text(ask(name, std::move(packer), kMostFactsBytes)));
}

std::vector<std::string> ask_root_texts(const H5Name& name, const std::string& attribute) {
  Packer packer = question(Question::kRootTexts, name);
  packer.text(attribute);
  const Bytes reply = ask(name, std::move(packer), kMostTextsBytes);
  std::vector<std::string> texts;
  for (Unpacker unpacker(reply); !unpacker.is_at_end();) texts.emplace_back(unpacker.text());
  return texts;
}

}  // namespace epochmill::capi
