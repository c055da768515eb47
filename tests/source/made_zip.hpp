// Zip files made byte by byte.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.hpp"
#include "capi/deflate.hpp"

namespace epochmill::source {

class MadeZip {
 public:
  // Deflated by one block that is not compressed: any reader inflates it. `content` has at most
  // 65535 bytes.
  MadeZip& add(const std::string& name, const std::string& content, bool is_deflated = false) {
    const std::string data = is_deflated ? '\1' + number(content.size(), 2) +
                                               number(~content.size() & 0xFFFF, 2) + content
                                         : content;
    const std::string fields = number(20, 2) + number(flags, 2) + number(is_deflated ? 8 : 0, 2) +
                               number(0, 4) + number(capi::crc32(as_bytes(content)), 4);
    const std::string extra = is_zip64 ? number(1, 2) + number(24, 2) + number(content.size(), 8) +
                                             number(data.size(), 8) + number(bytes_.size(), 8)
                                       : "";
    const std::string sizes = is_zip64 ? number(0xFFFFFFFF, 4) + number(0xFFFFFFFF, 4)
                                       : number(data.size(), 4) + number(content.size(), 4);
    directory_ += "PK\1\2" + number(20, 2) + fields + sizes + number(name.size(), 2) +
                  number(extra.size(), 2) + number(0, 2) + number(0, 2) + number(0, 2) +
                  number(0, 4) + (is_zip64 ? number(0xFFFFFFFF, 4) : number(bytes_.size(), 4)) +
                  name + extra;
    bytes_ += "PK\3\4" + fields + sizes + number(name.size(), 2) + number(0, 2) + name + data;
    ++members_;
    return *this;
  }

  std::string closed(const std::string& comment = "") const {
    const std::size_t at = bytes_.size();
    std::string end64;
    if (is_zip64) {
      const std::size_t end64_at = at + directory_.size();
      end64 = "PK\6\6" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 4) +
              number(0, 4) + number(members_, 8) + number(members_, 8) +
              number(directory_.size(), 8) + number(at, 8) + "PK\6\7" + number(0, 4) +
              number(end64_at, 8) + number(1, 4);
    }
    const std::string place = is_zip64 ? number(0xFFFF, 2) + number(0xFFFF, 2) +
                                             number(0xFFFFFFFF, 4) + number(0xFFFFFFFF, 4)
                                       : number(members_, 2) + number(members_, 2) +
                                             number(directory_.size(), 4) + number(at, 4);
    return bytes_ + directory_ + end64 + "PK\5\6" + number(0, 2) + number(0, 2) + place +
           number(comment.size(), 2) + comment;
  }

  // Of members and directories that follow.
  bool is_zip64 = false;
  std::uint64_t flags = 0;

 private:
  static std::string number(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i & 0xFF);
    return text;
  }

  std::string bytes_;
  std::string directory_;
  std::uint64_t members_ = 0;
};

}  // namespace epochmill::source
