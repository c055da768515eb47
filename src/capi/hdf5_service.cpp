#include "capi/hdf5_service.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/packing.hpp"
#include "capi/hdf5_answers.hpp"

namespace epochmill::capi {
namespace {

constexpr std::uint64_t kMostFactsBytes = std::uint64_t{1} << 20;
constexpr std::size_t kNumberBytes = sizeof(std::uint64_t);

// An answer ends in a number that says whether it is one.
Bytes answer(ByteView request) {
  try {
    Bytes found = answer_about_hdf5(request);
    put_last_number(found, 1);
    return found;
  } catch (const std::exception& error) {
    Packer packer;
    packer.number(static_cast<std::uint64_t>(kind_of(error)));
    packer.text(error.what());
    packer.number(0);
    return packer.take();
  }
}

Companions& companions() {
  static Companions all(hdf5_role().name);
  return all;
}

Bytes pack(H5Question question, const H5Name& name, ByteView more) {
  Packer packer;
  packer.number(static_cast<std::uint64_t>(question));
  packer.text(name.file);
  packer.text(name.identity);
  packer.text(name.dataset);
  packer.text(as_text(more));
  return packer.take();
}

Bytes ask_companion(const H5Name& name, ByteView question, std::uint64_t most_bytes) {
  try {
    // Room for an error, too.
    return companions().ask(question, std::max(most_bytes + kNumberBytes, kMostFactsBytes));
  } catch (const Error& error) {
    const char* cause = error.kind() == ErrorKind::kInput ? "; the file is damaged, or forged" : "";
    throw Error(error.kind(), fmt::format("'{}': the process in which HDF5 looks at it {}{}",
                                          name.file, error.what(), cause));
  }
}

}  // namespace

CompanionRole hdf5_role() { return {.name = "hdf5", .answer = answer}; }

void put_last_number(Bytes& bytes, std::uint64_t number) {
  const ByteView view = bytes_of(number);
  bytes.insert(bytes.end(), view.begin(), view.end());
}

std::uint64_t take_last_number(Bytes& bytes) {
  if (bytes.size() < kNumberBytes) throw internal_error("an answer of {} bytes", bytes.size());
  const std::uint64_t number = Unpacker(ByteView(bytes).last(kNumberBytes)).number();
  bytes.resize(bytes.size() - kNumberBytes);
  return number;
}

std::vector<std::string> unpack_texts(ByteView bytes) {
  std::vector<std::string> texts;
  for (Unpacker unpacker(bytes); !unpacker.is_at_end();) texts.emplace_back(unpacker.text());
  return texts;
}

Bytes ask_hdf5(H5Question question, const H5Name& name, ByteView more, std::uint64_t most_bytes) {
  Bytes reply = ask_companion(name, pack(question, name, more), most_bytes);
  if (take_last_number(reply) != 0) {
    if (reply.size() > most_bytes) throw internal_error("an answer of {} bytes", reply.size());
    return reply;
  }
  Unpacker unpacker(reply);
  const auto kind = static_cast<ErrorKind>(unpacker.number());
  const std::string message(unpacker.text());
  if (kind != ErrorKind::kInput && kind != ErrorKind::kIo) throw internal_error("{}", message);
  throw Error(kind, message);
}

H5Subject::~H5Subject() {
  try {
    companions().tell(pack(H5Question::kForget, name_, {}));
  } catch (const std::exception&) {  // no memory: it is closed when others are opened
  }
}

H5Facts ask_facts(const H5Name& name) {
  return decode_facts(ask_hdf5(H5Question::kFacts, name, {}, kMostFactsBytes));
}

H5Packed ask_chunk(const H5Name& name, const std::vector<std::uint64_t>& place,
                   std::uint64_t most_bytes) {
  Packer more;
  more.numbers(place);
  more.number(most_bytes);
  Bytes chunk = ask_hdf5(H5Question::kChunk, name, more.take(), most_bytes + kNumberBytes);
  const auto skipped = static_cast<std::uint32_t>(take_last_number(chunk));
  return {.bytes = std::move(chunk), .skipped = skipped};
}

void ask_rows(const H5Name& name, std::uint64_t first, std::uint64_t count,
              std::span<std::uint8_t> out) {
  Packer more;
  more.number(first);
  more.number(count);
  const Bytes rows = ask_hdf5(H5Question::kRows, name, more.take(), out.size());
  if (rows.size() != out.size())
    throw input_error("'{}': its rows have changed their size", name.file);
  std::ranges::copy(rows, out.begin());
}

std::string ask_root_text(const H5Name& name, const std::string& attribute) {
  Packer more;
  more.text(attribute);
  const Bytes bytes = ask_hdf5(H5Question::kRootText, name, more.take(), kMostFactsBytes);
  return std::string(as_text(bytes));
}

}  // namespace epochmill::capi
