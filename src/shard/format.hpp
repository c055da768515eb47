// The file format: what stands in a shard. One place for every name, type and order.
//
// A shard of n rows is an HDF5 file of datasets, in this order, little endian, contiguous but for
// deflated pictures. They are made in this order too, but for /box and its two companions, whose
// size is known last: they are made, and lie in the file, behind all others.
//
//   /image             u8, f16 or f32 [n, height, width, channels], or with an attribute `layout`,
//                      one text, nchw: [n, channels, height, width]
//   /keep/NAME         likewise, in the order of Layout::kept
//   /mask              u8 [n, height, width], indices; only if the source has masks
//   /keypoint          f32 [n, K, 2], x before y; only if K > 0
//   /keypoint_visible  u8 [n, K], 0 or 1; only if K > 0
//   /box               f32 [total, 4], x0, y0, x1, y1: edges in pixels; all boxes of row 0, then
//                      those of row 1, and so on; only if the source has boxes, as the next two
//   /box_label         i64 [total], an index of the root attribute `box_class_names`
//   /box_offset        u64 [n+1]: row r has the boxes offset[r] to offset[r + 1] - 1
//   /draws             f32 [n, d]; attribute `columns`: d texts; only if d > 0
//   /label             i64 [n]
//   /extra_label/NAME  i64 [n], in the order of Layout::extra_labels; attribute `class_names`: a
//                      list
//   /mix_label         i64 [n], label of the sample that was mixed in; this one and the next only
//                      of recipes that mix two samples
//   /mix_weight        f32 [n], weight of /label; that of /mix_label is 1 - it
//   /mix_partner       u64 [n], index of the sample that was mixed in, or [n, k] of k of them; only
//                      of recipes that mix samples
//   /sample            u64 [n]
//   /view              u8 [n], which of the rows of its sample a row is, from 0; only if there are
//                      several, which stand beside each other
//   /key               UTF-8 [n], padded with zero bytes to the longest key of the shard
//   /digest            u64 [n]
//   /order             u32 [n], a permutation of the rows
//   /rejected/sample   u64 [m]: samples of this shard that have no row, ascending; these three
//                      only if m > 0, and n may be 0 then
//   /rejected/key      UTF-8 [m], padded as /key
//   /rejected/reason   UTF-8 [m], padded likewise: what is wrong with each
//
// Datasets of 4096 bytes or more start at a multiple of 4096. Bytes that belong to nothing are
// zero.
//
// Deflated pictures (StorageKind::kDeflated; contiguous without rows): /image, /keep/NAME and /mask
// consist of chunks of one row each, in the order of the rows, through HDF5's filters deflate and,
// for reals, shuffle. Such a file has the format of HDF5 1.10, and nothing in it is aligned.
// Pictures in a file format of their own (kFiles): each of /image, /keep/NAME and /mask is two
// datasets instead, in this order:
//
//   /image_bytes       u8 [total]: the rows' files, one behind the other; attributes `format` (one
//                      text, such as jpeg; png for every mask, which may lose nothing) and `shape`
//                      (height, width, channels: u64 [3]; a mask has 1 channel)
//   /image_offset      u64 [n+1]: where each starts, and where the last ends
//
// Root attributes: format, format_version (u64), recipe, recipe_digest, catalog_digest, seed (u64),
// epoch (u64), shard (u64), class_names (a list), stream_version, versions, datasets (a list: the
// names above, in order), content_digest; and with /box, box_class_names (a list). One that takes
// more than 60,000 bytes (thousands of class names, a very long recipe) is no attribute but a
// dataset /meta/NAME of the same type and shape: HDF5 keeps no checksum of larger attributes, and a
// flipped bit in one crashes it.
//
// Digest of a row (/digest) = XXH3-64 over the row's stored bytes of each dataset but /digest,
// /order, offsets and what was rejected, in that order; of /box and /box_label, those of all its
// boxes. In Python, with `file` an h5py.File:
//
//   def stored(data, i):
//       if "format" in data.attrs:
//           start, end = file[data.name.removesuffix("_bytes") + "_offset"][i : i + 2]
//           return data[start:end].tobytes()
//       if data.name in ("/box", "/box_label"):
//           start, end = file["/box_offset"][i : i + 2]
//           return data[start:end].tobytes()
//       if data.chunks:
//           return data.id.read_direct_chunk((i,) + (0,) * (data.ndim - 1))[1]
//       return data[i : i + 1].tobytes()
//
//   row = xxhash.xxh3_64()
//   offsets = [n.replace("_bytes", "_offset") for n in names if "format" in file[n].attrs]
//   others = ["/digest", "/order", "/box_offset"]
//   others += ["/rejected/sample", "/rejected/key", "/rejected/reason"]
//   for name in names:  # of file.attrs["datasets"], decoded
//       if name not in offsets + others:
//           row.update(stored(file[name], i))
//   assert row.intdigest() == file["/digest"][i]
//
// Content digest (content_digest) = XXH3-128, as 32 hexadecimal digits, over the following, where a
// number is its 8 bytes, a text is its length in bytes as a number and then its bytes, and a list
// is its length as a number and then its texts: the text format, the number format_version, the
// texts recipe, recipe_digest and catalog_digest, the numbers seed, epoch and shard, the list
// class_names, the texts stream_version and versions; the number of datasets, and for each of them
// its name (text), its type (text: u8, u32, u64, i64, f16, f32 or text), the bytes of one element
// (number), the number of its dims, each dim (number), of one with the attribute `class_names` that
// list, of one with the attribute `layout` that text, and of one with the attributes `format` and
// `shape` that text and those three numbers; the list `columns` of /draws (empty without /draws);
// with /box, the list box_class_names; the bytes of /digest, of /order, and of the three datasets
// of /rejected where they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/label_set.hpp"
#include "image/image.hpp"

namespace epochmill::shard {

inline constexpr const char* kFormat = "epochmill-shard";
inline constexpr std::uint64_t kFormatVersion = 1;

// How the pictures of a shard are stored.
enum class StorageKind { kRaw, kDeflated, kFiles };
struct Storage {
  StorageKind kind = StorageKind::kRaw;
  unsigned deflate_level = 1;  // of kDeflated
  std::string format = "";     // of kFiles: "jpeg"
  // Not of kFiles: f32 pixels are stored as f16; channels come before height and width.
  bool is_half = false;
  bool is_channels_first = false;
  bool operator==(const Storage&) const = default;
};

// A picture that `keep` set aside: dataset /keep/NAME.
struct KeptLayout {
  std::string name;
  image::Shape shape;
};

// A sample that was skipped.
struct Rejected {
  std::uint64_t sample = 0;
  std::string key;
  std::string reason;  // the same wherever the source lies
  bool operator==(const Rejected&) const = default;
};

// What /rejected looks like.
struct RejectedLayout {
  std::uint64_t count = 0;  // 0: no such datasets
  std::uint64_t key_bytes = 0;
  std::uint64_t reason_bytes = 0;
};

// What the datasets of a shard look like.
struct Layout {
  std::uint64_t rows = 0;
  image::Shape image;  // /image [rows, height, width, channels], all sides known
  std::uint64_t keypoints =
      0;  // K of /keypoint f32 [rows, K, 2] and /keypoint_visible u8 [rows, K]; 0: no such datasets
  std::vector<KeptLayout> kept;  // /keep/NAME
  std::uint64_t key_bytes = 1;   // longest key of the shard
  std::vector<std::string>
      draw_names;  // columns of /draws f32 [rows, d]; names in its attribute `columns`
  Storage storage = {};
  RejectedLayout rejected = {};
  bool has_masks = false;  // /mask, as large as the image
  // Boxes: label -> name; empty: no such datasets. How many there are is known at the end.
  std::vector<std::string> box_class_names = {};
  std::uint64_t boxes = 0;                  // of all rows
  std::vector<LabelSet> extra_labels = {};  // /extra_label/NAME
  // Samples mixed into each row: of 1, /mix_label, /mix_weight and /mix_partner [rows]; of more,
  // /mix_partner [rows, mix_partners] alone; 0: no such datasets.
  std::uint64_t mix_partners = 0;
  bool has_mixed_labels() const { return mix_partners == 1; }
  bool has_views = false;  // /view: a sample has several rows
};

// Shape of the masks: one channel, as large as the image.
image::Shape mask_shape(const Layout& layout);

// Root attributes, the content digest apart.
struct Header {
  std::string recipe_text;    // canonical
  std::string recipe_digest;  // XXH3-128 of it, 32 hexadecimal digits
  std::string catalog_digest;
  std::uint64_t seed = 0;
  std::uint64_t epoch = 0;
  std::uint64_t shard = 0;
  std::vector<std::string> class_names;
  std::string stream_version;
  std::string versions;  // "epochmill 0.1.0, libjpeg-turbo 2.1.5, ...": another version may give
                         // other pixels
  bool operator==(const Header&) const = default;
};

// OUT/epoch-0003/shard-00017.h5. More digits when the number needs them.
std::filesystem::path shard_path(const std::filesystem::path& out, std::uint64_t epoch,
                                 std::uint64_t shard);
std::filesystem::path epoch_folder(const std::filesystem::path& out, std::uint64_t epoch);

// What shard_path and epoch_folder made of a number, read back; false for any other name.
bool parse_epoch_folder(const std::string& name, std::uint64_t* epoch);
bool parse_shard_name(const std::string& name, std::uint64_t* shard);

}  // namespace epochmill::shard
