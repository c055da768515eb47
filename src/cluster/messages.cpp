#include "cluster/messages.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "base/packing.hpp"

namespace epochmill::cluster {
namespace {

Bytes words(const std::vector<std::uint64_t>& values) {
  const ByteView view = as_bytes(values);
  return {view.begin(), view.end()};
}

std::vector<std::uint64_t> words_of(ByteView message) {
  if (message.size() % sizeof(std::uint64_t) != 0)
    throw internal_error("a message of {} bytes", message.size());
  std::vector<std::uint64_t> values(message.size() / sizeof(std::uint64_t));
  if (!values.empty()) std::memcpy(values.data(), message.data(), message.size());
  return values;
}

}  // namespace

Bytes encode(const run::ShardTask& task) {
  std::vector<std::uint64_t> values{task.shard, task.is_first ? 1U : 0U};
  values.insert(values.end(), task.epochs.begin(), task.epochs.end());
  return words(values);
}

run::ShardTask decode_task(ByteView message) {
  const std::vector<std::uint64_t> values = words_of(message);
  if (values.size() < 2) throw internal_error("an empty task");
  run::ShardTask task{.shard = values[0], .epochs = {}, .is_first = values[1] != 0};
  for (std::size_t i = 2; i < values.size(); ++i)
    task.epochs.push_back(checked_cast<std::uint32_t>(values[i]));
  return task;
}

Bytes encode(const Done& done) { return words({done.rows, done.rejected}); }

Done decode_done(ByteView message) {
  const std::vector<std::uint64_t> values = words_of(message);
  if (values.size() != 2) throw internal_error("a message of {} numbers, not 2", values.size());
  return {values[0], values[1]};
}

Bytes encode(const Failure& failure) {
  const ByteView text = as_bytes(failure.text);
  Bytes bytes(1 + text.size());
  bytes[0] = static_cast<std::uint8_t>(failure.kind);
  std::copy(text.begin(), text.end(), bytes.begin() + 1);
  return bytes;
}

Failure decode_failure(ByteView message) {
  if (message.empty()) throw internal_error("an empty failure");
  return {static_cast<ErrorKind>(message[0]), std::string(as_text(message.subspan(1)))};
}

// Of files there may be very many, so they are not JSON.
Bytes encode(const RankReport& report) {
  Packer packer;
  packer.text(to_json(report));
  for (const shard::Summary& file : report.files) {
    for (const std::uint64_t value :
         {file.epoch, file.shard, file.rows, file.rejected, file.file_bytes})
      packer.number(value);
    packer.text(file.content_digest);
  }
  return packer.take();
}

RankReport decode_report(ByteView message) {
  Unpacker unpacker(message);
  RankReport report = parse_rank_report(unpacker.text());
  while (!unpacker.is_at_end()) {
    shard::Summary& file = report.files.emplace_back();
    for (std::uint64_t* value :
         {&file.epoch, &file.shard, &file.rows, &file.rejected, &file.file_bytes})
      *value = unpacker.number();
    file.content_digest = unpacker.text();
  }
  return report;
}

}  // namespace epochmill::cluster
