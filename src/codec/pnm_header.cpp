#include "codec/pnm_header.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace epochmill::codec {
namespace {

// Longer numbers are of no header, and would overflow.
constexpr std::uint64_t kMaxNumber = 9'999'999'999;
constexpr std::size_t kMaxPamLines = 1000;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::uint32_t checked_max_value(std::uint64_t value) {
  if (value < 1 || value > 65535) {
    throw input_error("the PNM's header says maxval {}; it must be 1 to 65535", value);
  }
  return static_cast<std::uint32_t>(value);
}

struct PamKind {
  std::string_view name;
  std::uint64_t channels;
};
constexpr std::array kPamKinds{PamKind{"BLACKANDWHITE", 1}, PamKind{"BLACKANDWHITE_ALPHA", 2},
                               PamKind{"GRAYSCALE", 1},     PamKind{"GRAYSCALE_ALPHA", 2},
                               PamKind{"RGB", 3},           PamKind{"RGB_ALPHA", 4}};

// Without a kind, the number of channels says it.
void check_pam_kind(std::string_view kind, std::uint64_t channels) {
  if (channels < 1 || channels > 4) {
    throw input_error("the PAM has {} channels; only 1 (grey) to 4 (RGB, alpha) can be read",
                      channels);
  }
  if (kind.empty()) return;
  for (const PamKind& known : kPamKinds) {
    if (known.name == kind && known.channels == channels) return;
  }
  throw input_error("the PAM's tuple type {:?} with {} channels is not supported", kind, channels);
}

std::string_view next_line(std::string_view text, std::size_t& at) {
  const std::size_t end = text.find('\n', at);
  if (end == std::string_view::npos) throw input_error("the PAM is cut: its header has no ENDHDR");
  std::string_view line = text.substr(at, end - at);
  at = end + 1;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::uint64_t number_of(std::string_view name, std::string_view value) {
  PnmText text(as_bytes(value), 0);
  return text.number(std::string(name).c_str());
}

PnmHeader read_pam_header(ByteView bytes) {
  PnmHeader header;
  std::uint64_t channels = 0;
  std::uint64_t max_value = 0;
  std::string_view kind;
  std::size_t at = 2;
  next_line(as_text(bytes), at);
  for (std::size_t lines = 0; lines < kMaxPamLines; ++lines) {
    const std::string_view line = next_line(as_text(bytes), at);
    if (line == "ENDHDR") {
      check_pam_kind(kind, channels);
      header.channels = static_cast<int>(channels);
      header.max_value = checked_max_value(max_value);
      header.size_bytes = at;
      return header;
    }
    const std::size_t space = line.find_first_of(" \t");
    const std::string_view name = line.substr(0, space);
    if (line.empty() || line.starts_with('#')) continue;
    if (space == std::string_view::npos) {
      throw input_error("the PAM's header has a line that says nothing");
    }
    const std::string_view value = line.substr(space + 1);
    if (name == "WIDTH") header.width = number_of(name, value);
    if (name == "HEIGHT") header.height = number_of(name, value);
    if (name == "DEPTH") channels = number_of(name, value);
    if (name == "MAXVAL") max_value = number_of(name, value);
    if (name == "TUPLTYPE") kind = value;
  }
  throw input_error("the PAM's header has more than {} lines", kMaxPamLines);
}

}  // namespace

char PnmText::next() {
  if (at_ == bytes_.size()) return '\0';
  char c = static_cast<char>(bytes_[at_++]);
  if (c != '#') return c;
  while (at_ < bytes_.size() && c != '\n' && c != '\r') c = static_cast<char>(bytes_[at_++]);
  return '\n';
}

char PnmText::next_printed() {
  char c = next();
  while (is_space(c)) c = next();
  if (c == '\0' && at_ == bytes_.size()) {
    throw input_error("the PNM is cut: its {} bytes end too early", bytes_.size());
  }
  return c;
}

std::uint64_t PnmText::number(const char* what) {
  std::uint64_t value = 0;
  char c = next_printed();
  bool has_digits = false;
  for (; is_digit(c) && value <= kMaxNumber / 10; c = next()) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
    has_digits = true;
  }
  const bool is_at_end = c == '\0' && at_ == bytes_.size();
  if (!has_digits || (!is_space(c) && !is_at_end)) {
    throw input_error("the PNM is damaged: {} at byte {} is not a number of a PNM", what, at_ - 1);
  }
  return value;
}

bool has_pnm_magic(ByteView head) {
  return head.size() >= 3 && head[0] == 'P' && head[1] >= '1' && head[1] <= '7' &&
         (is_space(static_cast<char>(head[2])) || head[2] == '#');
}

PnmHeader read_pnm_header(ByteView bytes) {
  if (!has_pnm_magic(bytes)) throw input_error("the PNM is cut: its header is not whole");
  const int kind = bytes[1] - '0';
  if (kind == 7) return read_pam_header(bytes);
  PnmHeader header;
  header.is_plain = kind <= 3;
  header.is_bitmap = kind == 1 || kind == 4;
  header.channels = kind == 3 || kind == 6 ? 3 : 1;
  PnmText text(bytes, 2);
  header.width = text.number("the width");
  header.height = text.number("the height");
  if (!header.is_bitmap) header.max_value = checked_max_value(text.number("maxval"));
  header.size_bytes = text.at();
  return header;
}

}  // namespace epochmill::codec
