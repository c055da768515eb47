#include "source/tar_samples.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "source/picture_name.hpp"
#include "source/shown.hpp"
#include "source/tar_names.hpp"
#include "source/tar_reader.hpp"

namespace epochmill::source {
namespace {

constexpr std::size_t kNoPicture = std::numeric_limits<std::size_t>::max();
constexpr std::uint64_t kMostLabelBytes = 64;

// A place in the order of preference; kNoPicture for what is no picture.
std::size_t rank_of(const std::string& extension, const TarRules& rules) {
  if (rules.extensions.empty()) {
    const bool is_one = extension.find('.') == std::string::npos;
    return is_one && (extension.empty() || has_picture_extension('.' + extension)) ? 0 : kNoPicture;
  }
  const auto found = std::ranges::find(rules.extensions, extension);
  if (found == rules.extensions.end()) return kNoPicture;
  return static_cast<std::size_t>(found - rules.extensions.begin());
}

std::int64_t read_label(const TarReader& tar, const TarRules& rules) {
  constexpr const char* kExpected = "a label must be an integer in decimal digits alone, found {}";
  if (tar.member().size > kMostLabelBytes) {
    throw tar.fault(fmt::format(kExpected, fmt::format("{} bytes", tar.member().size)));
  }
  const Bytes bytes = tar.read();
  std::string_view text = as_text(bytes);
  text = text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
  std::int64_t label = -1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, label);
  if (error != std::errc{} || stop != end) {
    throw tar.fault(fmt::format(kExpected, shown(as_text(bytes))));
  }
  try {
    rules.check_label(label);
  } catch (const Error& refused) {
    throw tar.fault(refused.what());
  }
  return label;
}

class Gatherer {
 public:
  Gatherer(const std::filesystem::path& file, const TarRules& rules) : tar_(file), rules_(&rules) {}

  TarContents gather() && {
    while (tar_.next()) take();
    if (!tar_.has_end_mark()) ++contents_.skipped["tar without the blocks that end it"];
    return std::move(contents_);
  }

 private:
  void take() {
    const TarMember& member = tar_.member();
    if (member.kind == TarMemberKind::kLink || member.kind == TarMemberKind::kSpecial) {
      ++contents_.skipped[member.kind == TarMemberKind::kLink ? "link in a tar"
                                                              : "FIFO or device in a tar"];
      return;
    }
    const std::string path = [&] {
      try {
        return normal_tar_path(member.name);
      } catch (const Error& error) {
        throw tar_.fault(error.what());
      }
    }();
    if (is_hidden_tar_path(path)) {
      ++contents_.skipped["name starts with a dot"];
    } else if (member.kind == TarMemberKind::kFolder) {
      add_folder(path + '/');
    } else {
      add_folder(path);
      if (rules_->is_member_key) {
        add_member(path);
      } else {
        add_part(path);
      }
    }
  }

  // By the rules of a folder source.
  void add_member(const std::string& path) {
    const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
    const std::size_t dot = std::min(name.rfind('.'), name.size() - 1);
    if (is_left_by_windows(name) ||
        rank_of(lower_case(name.substr(dot + 1)), *rules_) == kNoPicture) {
      ++contents_.skipped["extension is not that of a picture"];
    } else {
      contents_.samples.emplace_back().key = path;
      rank_ = kNoPicture;
      add_picture(path, 0);
    }
  }

  void add_folder(const std::string& path) {
    const std::string_view folder = first_folder(path);
    if (!folder.empty()) contents_.folders.emplace(folder);
  }

  void add_part(const std::string& path) {
    const TarPart part = split_tar_path(path);
    if (contents_.samples.empty() || contents_.samples.back().key != part.key) {
      contents_.samples.emplace_back().key = part.key;
      rank_ = kNoPicture;
    }
    const std::string extension = lower_case(part.extension);
    if (extension == "cls") {
      add_label();
    } else {
      add_picture(path, rank_of(extension, *rules_));
    }
  }

  void add_label() {
    TarSample& sample = contents_.samples.back();
    if (sample.label >= 0) throw tar_.fault("its sample has a label already");
    sample.label = read_label(tar_, *rules_);
  }

  void add_picture(const std::string& path, std::size_t rank) {
    TarSample& sample = contents_.samples.back();
    const TarMember& member = tar_.member();
    if (rank == kNoPicture) return;
    if (path == sample.picture) throw tar_.fault("it is there twice; write the tar again");
    if (rank >= rank_) return;
    if (member.size > kMostTarPictureBytes) {
      throw tar_.fault(fmt::format("a picture of {} bytes; at most {} are taken", member.size,
                                   kMostTarPictureBytes));
    }
    rank_ = rank;
    sample.picture = path;
    sample.header_at = member.header_at;
    sample.size = member.size;
    sample.mark = member.mark;
  }

  TarReader tar_;
  const TarRules* rules_;
  TarContents contents_;
  std::size_t rank_ = kNoPicture;  // of the last sample's picture
};

}  // namespace

TarContents list_tar(const std::filesystem::path& file, const TarRules& rules) {
  return Gatherer(file, rules).gather();
}

}  // namespace epochmill::source
