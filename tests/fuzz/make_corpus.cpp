// Writes the stored corpus of the binary formats into a folder: FOLDER/TARGET/NAME, small files of
// every kind that a decoder or reader tells apart. Texts are stored as they were written.
#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "capi/deflate.hpp"
#include "codec/made_picture.hpp"
#include "picture_corpus.hpp"
#include "shard/manifest.hpp"
#include "shard/sample_shard.hpp"
#include "source/catalog.hpp"
#include "source/made_arrays.hpp"
#include "source/made_gzip.hpp"
#include "source/made_hdf5.hpp"
#include "source/made_tar.hpp"
#include "source/made_zip.hpp"

namespace {

namespace fs = std::filesystem;
using namespace epochmill;
using codec::testing::JpegSpec;
using codec::testing::PngSpec;

void write(const fs::path& file, ByteView bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

void write_more_pictures(const fs::path& folder) {
  for (const fuzz::Seed& seed : fuzz::picture_seeds()) {
    write(folder / seed.target / seed.name, seed.bytes);
  }
}

void write_jpegs(const fs::path& folder) {
  const auto add = [&](const char* name, auto change) {
    JpegSpec spec;
    change(spec);
    write(folder / name,
          codec::testing::make_jpeg(spec, codec::testing::ramp_picture(19, 37, spec.channels)));
  };
  add("grey", [](JpegSpec& spec) { spec.channels = 1; });
  add("rgb", [](JpegSpec& spec) { spec.is_rgb_coded = true; });
  add("quality_20", [](JpegSpec& spec) { spec.quality = 20; });
  add("progressive", [](JpegSpec& spec) { spec.is_progressive = true; });
  add("arithmetic", [](JpegSpec& spec) { spec.is_arithmetic = true; });
  add("scans", [](JpegSpec& spec) { spec.has_separate_scans = true; });
  add("restarts", [](JpegSpec& spec) { spec.restart_rows = 1; });
  add("444", [](JpegSpec& spec) { spec.chroma_across = spec.chroma_down = 1; });
  add("cmyk", [](JpegSpec& spec) { spec.channels = 4; });
  add("ycck", [](JpegSpec& spec) {
    spec.channels = 4;
    spec.is_ycck_coded = true;
  });
  add("bare_cmyk", [](JpegSpec& spec) {
    spec.channels = 4;
    spec.has_adobe_marker = false;
  });
  add("turned",
      [](JpegSpec& spec) { spec.exif = codec::testing::exif_with_orientation(6, false); });
}

void write_pngs(const fs::path& folder) {
  constexpr std::pair<int, int> kKinds[] = {{0, 1},  {0, 4}, {0, 8}, {0, 16}, {2, 8},
                                            {2, 16}, {3, 2}, {3, 8}, {4, 8},  {6, 16}};
  for (const auto& [color_type, bit_depth] : kKinds) {
    for (const bool is_interlaced : {false, true}) {
      PngSpec spec;
      spec.width = 11;
      spec.height = 9;
      spec.color_type = color_type;
      spec.bit_depth = bit_depth;
      spec.is_interlaced = is_interlaced;
      const std::uint32_t limit = color_type == 3 ? 4 : std::uint32_t{1} << bit_depth;
      const auto channels = static_cast<std::size_t>(codec::testing::channels_of(color_type));
      spec.samples = codec::testing::scattered_values(99 * channels, limit, 1);
      if (color_type == 3) {
        spec.palette = {0xFF0000, 0x00FF00, 0x0000FF, 0x808080};
        spec.palette_alpha = {0, 128};
      }
      if (color_type == 2) spec.transparent_sample = {1, 2, 3};
      Bytes png = codec::testing::make_png(spec);
      if (color_type == 2 && bit_depth == 8) {
        png = codec::testing::with_chunk(
            png, codec::testing::png_chunk("eXIf", codec::testing::exif_with_orientation(8, true)),
            "IDAT");
      }
      const char* order = is_interlaced ? "interlaced" : "plain";
      write(folder / fmt::format("type_{}_bits_{}_{}", color_type, bit_depth, order), png);
    }
  }
}

void write_exifs(const fs::path& folder) {
  for (const bool is_big_endian : {false, true}) {
    write(folder / (is_big_endian ? "big_endian" : "little_endian"),
          codec::testing::exif_with_orientation(6, is_big_endian));
  }
}

void write_deflated(const fs::path& folder) {
  for (const std::uint8_t first : {std::uint8_t{20}, std::uint8_t{21}}) {
    Bytes values(first / 2 * 12);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = static_cast<std::uint8_t>(i * i / 7);
    Bytes input{first};
    for (const std::uint8_t byte : capi::compress_zlib(values, 6)) input.push_back(byte);
    write(folder / fmt::format("row_{}", first), input);
  }
}

void write_shards(const fs::path& folder) {
  fs::create_directories(folder);
  const auto add = [&](const char* name, shard::Layout layout) {
    layout.image = {3, 4, 3, layout.image.type};
    fs::remove(folder / name);
    shard::write_sample(folder / name, shard::sample_header(), layout);
  };
  add("raw", shard::sample_layout());
  add("bare", shard::bare_layout());
  add("files", shard::files_layout());
  add("deflated", shard::deflated_layout());
  for (shard::Layout layout : shard::marked_layouts()) {
    // In the order of StorageKind.
    const char* names[] = {"marked_raw", "marked_deflated", "marked_files"};
    layout.kept.clear();
    add(names[static_cast<int>(layout.storage.kind)], layout);
  }
}

void write_manifests(const fs::path& folder) {
  shard::Manifest manifest{.header = shard::sample_header(),
                           .layout = shard::sample_layout(),
                           .encoding = "raw",
                           .samples = 5,
                           .shards_per_epoch = 1,
                           .shard_rows = 5,
                           .shards = {}};
  for (std::uint64_t epoch = 0; epoch < 2; ++epoch) {
    manifest.shards.push_back({.epoch = epoch,
                               .shard = 0,
                               .rows = 5,
                               .file_bytes = 8192,
                               .content_digest = "0123456789abcdef0123456789abcdef"});
  }
  write(folder / "two_epochs", as_bytes(shard::to_json(manifest)));
}

void write_catalogs(const fs::path& folder) {
  fs::create_directories(folder);
  source::Listing listing;
  listing.class_names = {"cat", "bad\xFE"};
  for (int i = 0; i < 3; ++i) {
    listing.samples.push_back(
        {.key = fmt::format("{}.jpg", i), .locator = "", .label = i % 2, .keypoints = {}});
  }
  source::write_catalog(folder / "plain", listing, {{"recipe", "seed = 1\n"}});
  listing.samples[1].locator = "elsewhere";
  for (source::Listed& sample : listing.samples) {
    sample.keypoints = {{1.5F, -2, true, true}, {}};
  }
  listing.keypoints = {.count = 2, .flip_pairs = std::vector<std::pair<int, int>>{{0, 1}}};
  listing.skipped = {{"name starts with a dot", 3}};
  source::write_catalog(folder / "points", listing, {});
  listing.keypoints = {};
  listing.extra_labels = {{"colour", {"red", "blue"}}, {"make", {"a"}}};
  listing.box_class_names = {"cat", "dog"};
  listing.has_masks = true;
  for (source::Listed& sample : listing.samples) {
    sample.keypoints.clear();
    sample.extra_labels = {1, 0};
    sample.boxes = {{0, 1, 2.5F, 3, 1}, {4, 5, 6, 7, 0}};
    sample.mask = std::string("m\0k", 3);
  }
  source::write_catalog(folder / "annotated", listing, {});
}

void write_tars(const fs::path& folder) {
  using source::MadeTar;
  const std::string long_name = std::string(120, 'n') + ".jpg";
  write(folder / "ustar", as_bytes(MadeTar()
                                       .file("d/", "")
                                       .file("./d/a.jpg", "photo")
                                       .file("./d/a.cls", "3\n")
                                       .add({.name = "link.jpg", .type = '2'})
                                       .closed()));
  write(folder / "gnu", as_bytes(MadeTar().long_name(long_name).file("cut", "photo").closed()));
  write(folder / "pax",
        as_bytes(MadeTar()
                     .pax(MadeTar::record("comment", "all"), 'g')
                     .pax(MadeTar::record("path", long_name) + MadeTar::record("size", "5"))
                     .file("cut", "photo")
                     .open()));
}

void write_idx(const fs::path& folder) {
  const std::string labels = source::idx(0x08, {3}, "abc");
  write(folder / "labels", as_bytes(labels));
  write(folder / "labels_gz", as_bytes(source::made_gzip(labels)));
  write(folder / "reals", as_bytes(source::idx(0x0D, {1}, source::big_endian(0x40400000))));
  write(folder / "pictures", as_bytes(source::idx(0x08, {2, 2, 3}, source::scattered(12))));
}

void write_hdf5(const fs::path& folder) {
  fs::create_directories(folder);
  using source::MadeHdf5;
  const std::string pixels = source::scattered(2 * 4 * 5 * 3);
  MadeHdf5(folder / "plain").bytes("image", {2, 4, 5, 3}, pixels).numbers("label", {1, 0});
  MadeHdf5(folder / "packed")
      .bytes("image", {2, 4, 5, 3}, pixels,
             {.chunk = {1, 3, 3, 3}, .deflate = 4, .has_shuffle = true})
      .vlen("encoded", {"photo", "another"})
      .vlen("key", {"a", "b"}, true)
      .numbers("label", {1, 0}, H5T_STD_U16BE);
  fs::copy_file(folder / "../shard/files", folder / "shard", fs::copy_options::overwrite_existing);
}

void write_npys(const fs::path& folder) {
  const auto add = [&](const char* name, const std::string& bytes) {
    write(folder / "npy" / name, as_bytes(bytes));
  };
  add("grey", source::npy("|u1", "(3, 4)", source::scattered(12)));
  add("alpha", source::npy("|u1", "(2, 2, 4)", source::scattered(16)));
  add("fortran", source::npy("<f4", "(2, 1, 2)", source::scattered(16), "True"));
  add("big_endian", source::npy(">i4", "(2, 1)", source::big_endian(7) + source::big_endian(9)));
  add("vector", source::npy("<f2", "(3,)", source::scattered(6)));
  add("bools", source::npy("|b1", "(2, 1, 2)", std::string("\0\1\1\0", 4)));
  add("doubles", source::npy("<f8", "(1, 1)", source::scattered(8)));
}

void write_npzs(const fs::path& folder) {
  const std::string labels = source::npy("<i8", "(1,)", std::string("\2\0\0\0\0\0\0\0", 8));
  const std::string bytes = source::npy("|u1", "(3,)", "abc");
  const std::string rows = source::npy("<u2", "(3, 2)", source::scattered(12), "True");
  write(folder / "labels", as_bytes(labels));
  write(folder / "rows", as_bytes(rows));
  write(folder / "labels_gz", as_bytes(source::made_gzip(labels)));
  write(folder / "stored", as_bytes(source::MadeZip().add("x.npy", bytes).closed()));
  write(folder / "deflated", as_bytes(source::MadeZip().add("x.npy", rows, true).closed()));
  source::MadeZip zip64;
  zip64.is_zip64 = true;
  write(folder / "zip64", as_bytes(zip64.add("x.npy", bytes, true).closed("comment")));
  write(folder / "two", as_bytes(source::MadeZip().add("x", labels).add("y", rows).closed()));
}

void write_yolos(const fs::path& folder) {
  const auto add = [&](const char* name, std::string_view text) {
    write(folder / name, as_bytes(text));
  };
  add("boxes", "45 0.479492 0.688771 0.955609 0.5955\n0 0.5 0.5 1 1\n");
  add("spaced",
      "\xEF\xBB\xBF"
      "7\t0.25  0.25 1e-1 .5 \r\n\r\n79 1 0 2 2");
  add("bad", "80 .5 .5 1 1\n0 .5 .5 1 1 .9\n0 320 200 40 40\n0 .5 .5 nan 0\n-1 x inf 1e999 1e-9\n");
  add("empty", "\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "make_corpus FOLDER\n");
    return 64;
  }
  const fs::path folder = argv[1];
  write_jpegs(folder / "jpeg");
  write_pngs(folder / "png");
  write_more_pictures(folder);
  write_exifs(folder / "exif");
  write_deflated(folder / "deflate");
  write_shards(folder / "shard");
  write_manifests(folder / "manifest");
  write_catalogs(folder / "catalog");
  write_tars(folder / "tar");
  write_idx(folder / "idx");
  write_hdf5(folder / "hdf5_source");
  write_npys(folder);
  write_yolos(folder / "yolo");
  write_npzs(folder / "npz");
  return 0;
}
