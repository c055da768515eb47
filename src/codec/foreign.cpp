#include "codec/foreign.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>

namespace epochmill::codec {
namespace {

using std::string_view_literals::operator""sv;

constexpr std::size_t kLooked = 512;

struct Magic {
  std::size_t offset;
  std::string_view bytes;
  const char* name;
  bool is_picture;
};

// In order: a more special row stands before a more general one.
constexpr std::array kMagics{
    Magic{0, "\x89PNG"sv, "a PNG picture spoilt by a transfer in text mode", true},
    Magic{8, "CR\2"sv, "a CR2 raw photo", true},
    Magic{0, "\0\0\1\0"sv, "an ICO picture", true},
    Magic{0, "\0\0\2\0"sv, "a CUR picture", true},
    Magic{0, "8BPS"sv, "a Photoshop picture", true},
    Magic{0, "\xFF\x0A"sv, "a JPEG XL picture", true},
    Magic{4, "JXL \x0D\x0A\x87\x0A"sv, "a JPEG XL picture", true},
    Magic{4, "jP  \x0D\x0A\x87\x0A"sv, "a JPEG 2000 picture", true},
    Magic{0, "\xFF\x4F\xFF\x51"sv, "a JPEG 2000 picture", true},
    Magic{0, "\x76\x2F\x31\x01"sv, "an OpenEXR picture", true},
    Magic{0, "#?RADIANCE"sv, "a Radiance picture", true},
    Magic{128, "DICM"sv, "a DICOM picture", true},
    Magic{0, "\x1A\x45\xDF\xA3"sv, "a Matroska or WebM video", false},
    Magic{0, "\0\0\1\xBA"sv, "an MPEG video", false},
    Magic{0, "%PDF-"sv, "a PDF document", false},
    Magic{0, "%!PS"sv, "a PostScript document", false},
    Magic{0, "\x1F\x8B"sv, "gzip-compressed data", false},
    Magic{0, "BZh"sv, "bzip2-compressed data", false},
    Magic{0, "\xFD\x37zXZ\0"sv, "xz-compressed data", false},
    Magic{0, "\x28\xB5\x2F\xFD"sv, "zstd-compressed data", false},
    Magic{0, "PK\3\4"sv, "a zip archive", false},
    Magic{0, "7z\xBC\xAF\x27\x1C"sv, "a 7z archive", false},
    Magic{0, "Rar!\x1A\x07"sv, "a RAR archive", false},
    Magic{257, "ustar"sv, "a tar archive", false},
    Magic{0, "\x89HDF\r\n\x1A\n"sv, "an HDF5 file", false},
    Magic{0, "\0\5\x16\7"sv, "an AppleDouble file (macOS metadata)", false},
    Magic{0, "version https://git-lfs"sv, "a Git LFS pointer (run `git lfs pull`)", false},
};

// Brands of ISO media files ("ftyp" at byte 4): the major brand, or one of those it is compatible
// with.
struct Brand {
  std::string_view brand;
  const char* name;
  bool is_picture;
};
constexpr std::array kBrands{
    Brand{"avif", "an AVIF picture", true}, Brand{"avis", "an AVIF picture", true},
    Brand{"heic", "a HEIC picture", true},  Brand{"heix", "a HEIC picture", true},
    Brand{"heim", "a HEIC picture", true},  Brand{"heis", "a HEIC picture", true},
    Brand{"hevc", "a HEIC picture", true},  Brand{"hevx", "a HEIC picture", true},
    Brand{"mif1", "a HEIF picture", true},  Brand{"msf1", "a HEIF picture", true},
    Brand{"crx ", "a CR3 raw photo", true}, Brand{"qt  ", "a QuickTime video", false},
};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

ForeignKind kind_of_iso_media(std::string_view head) {
  const std::size_t box_bytes =
      static_cast<unsigned char>(head[2]) * std::size_t{256} + static_cast<unsigned char>(head[3]);
  const std::size_t end = std::min(box_bytes, head.size());
  // Offset 12 is a version number, which is no brand.
  for (std::size_t at = 8; at + 4 <= end; at += 4) {
    const std::string_view found = head.substr(at, 4);
    for (const Brand& brand : kBrands) {
      if (brand.brand == found) return {brand.name, brand.is_picture};
    }
  }
  return {"an MP4 video", false};
}

ForeignKind kind_of_riff(std::string_view head) {
  const std::string_view form = head.substr(8, 4);
  if (form == "AVI ") return {"an AVI video", false};
  if (form == "WAVE") return {"a WAV sound", false};
  return {"a RIFF file", false};
}

bool is_text(std::string_view head) {
  return std::all_of(head.begin(), head.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 ? byte != 0x7F : (byte >= '\t' && byte <= '\r') || byte == 0x1B;
  });
}

ForeignKind kind_of_text(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const std::size_t start = head.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos) return {"blank text", false};
  const std::string text = lower(head.substr(start));
  if (text.starts_with("<!doctype html") || text.find("<html") != std::string::npos) {
    return {"an HTML page", false};
  }
  if (text.find("<svg") != std::string::npos) return {"an SVG drawing", true};
  if (text.starts_with("<?xml")) return {"an XML text", false};
  return {"plain text", false};
}

ForeignKind kind_of_unknown(ByteView head) {
  if (std::all_of(head.begin(), head.end(), [](std::uint8_t byte) { return byte == 0; })) {
    return {"a file of zeros", false};
  }
  const ByteView start = head.first(std::min<std::size_t>(head.size(), 8));
  return {fmt::format("an unknown kind of file (it starts with {:02X})", fmt::join(start, " ")),
          false};
}

}  // namespace

ForeignKind foreign_kind(ByteView bytes) {
  if (bytes.empty()) return {"0 bytes", false};
  const ByteView looked = bytes.first(std::min(bytes.size(), kLooked));
  const std::string_view head = as_text(looked);
  if (head.size() >= 12 && head.substr(4, 4) == "ftyp") return kind_of_iso_media(head);
  if (head.size() >= 12 && head.starts_with("RIFF")) return kind_of_riff(head);
  for (const Magic& magic : kMagics) {
    if (head.size() > magic.offset && head.substr(magic.offset).starts_with(magic.bytes)) {
      return {magic.name, magic.is_picture};
    }
  }
  if (is_text(head)) return kind_of_text(head);
  return kind_of_unknown(looked);
}

}  // namespace epochmill::codec
