#include "source/hdf5.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <optional>

#include "listing.hpp"
#include "made_arrays.hpp"
#include "made_hdf5.hpp"
#include "source/parallel_each.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kXy = "image = '/x'\nlabel = '/y'\n";

// A source listed and opened.
class Opened {
 public:
  Opened(const fs::path& path, const std::string& more)
      : listing(list("hdf5", path, more)), params_(params_of("hdf5", path, more)) {
    write_catalog(folder_ / "catalog.h5", listing, {});
    catalog_.emplace(folder_ / "catalog.h5");
    source = source_kind("hdf5").open(params_, *catalog_);
  }
  std::string read(std::uint64_t sample) const {
    const Bytes bytes = source->read(sample);
    return std::string(as_text(bytes));
  }

  Listing listing;
  std::unique_ptr<Source> source;

 private:
  TempFolder folder_;
  recipe::Params params_;
  std::optional<Catalog> catalog_;
};

std::string npy(const std::string& type, const std::string& shape, const std::string& values) {
  std::string text = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }";
  while ((10 + text.size() + 1) % 64 != 0) text += ' ';
  text += '\n';
  return std::string("\x93NUMPY\1\0", 8) + static_cast<char>(text.size()) + '\0' + text + values;
}

template <typename T>
std::string stored(const std::vector<T>& values) {
  return std::string(as_text(as_bytes(values)));
}

TEST(Hdf5Source, ReadsPicturesHoweverTheyAreStored) {
  const std::string all = scattered(7 * 5 * 4 * 3);
  const std::vector<Hdf5Storage> storages{
      {},
      {.chunk = {1, 5, 4, 3}},
      {.chunk = {3, 2, 3, 2}},
      {.chunk = {3, 2, 3, 2}, .deflate = 4},
      {.chunk = {2, 5, 4, 3}, .deflate = 4, .has_shuffle = true},
      {.chunk = {2, 5, 4, 3}, .deflate = 4, .has_fletcher32 = true},  // HDF5's own to read
      {.is_compact = true},
  };
  for (std::size_t s = 0; s < storages.size(); ++s) {
    SCOPED_TRACE(s);
    const TempFolder folder;
    MadeHdf5(folder / "a.h5", s == 0 ? 512 : 0)
        .bytes("x", {7, 5, 4, 3}, all, storages[s])
        .numbers("y", {0, 1, 2, 3, 4, 5, 6});
    const Opened opened(folder / "a.h5", kXy);
    ASSERT_EQ(opened.listing.samples.size(), 7U);
    EXPECT_THAT(labels_of(opened.listing), ElementsAre(0, 1, 2, 3, 4, 5, 6));
    for (std::size_t i = 0; i < 7; ++i) {
      EXPECT_EQ(opened.read(i), pnm(3, 5, 4, all.substr(i * 60, 60)));
    }
  }
}

TEST(Hdf5Source, TakesTheUsualShapes) {
  const TempFolder folder;
  const std::string grey = scattered(2 * 5 * 6);
  const std::string rgba = scattered(2 * 5 * 6 * 4);
  std::string planes = rgba;
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t i = 0; i < 30; ++i) {
      for (std::size_t c = 0; c < 4; ++c) {
        planes[n * 120 + c * 30 + i] = rgba[n * 120 + i * 4 + c];
      }
    }
  }
  MadeHdf5(folder / "a.h5")
      .bytes("grey", {2, 5, 6}, grey)
      .bytes("grey1", {2, 5, 6, 1}, grey)
      .bytes("rgba", {2, 5, 6, 4}, rgba)
      .bytes("planes", {2, 4, 5, 6}, planes)
      .numbers("y", {0, 1});
  const auto second = [&](const std::string& name, const std::string& more = "") {
    return Opened(folder / "a.h5", "image = '" + name + "'\nlabel = 'y'\n" + more).read(1);
  };
  EXPECT_EQ(second("grey"), pnm(1, 5, 6, grey.substr(30)));
  EXPECT_EQ(second("grey1"), pnm(1, 5, 6, grey.substr(30)));
  const std::string pam =
      "P7\nWIDTH 6\nHEIGHT 5\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" + rgba.substr(120);
  EXPECT_EQ(second("rgba"), pam);
  EXPECT_EQ(second("planes", "layout = 'nchw'"), pam);
}

TEST(Hdf5Source, HandsOnOtherNumbersAsNpyOfLittleEndian) {
  const TempFolder folder;
  const std::vector<float> reals{0, -1.5F, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1e9F};
  const std::vector<std::uint16_t> shorts{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 65535};
  MadeHdf5(folder / "a.h5")
      .dataset("be", {2, 3, 2}, H5T_IEEE_F32BE, H5T_NATIVE_FLOAT, reals.data())
      .dataset("le", {2, 3, 2}, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, reals.data(),
               {.chunk = {1, 2, 2}, .deflate = 1, .has_shuffle = true})
      .dataset("u16", {2, 2, 3, 1}, H5T_STD_U16BE, H5T_NATIVE_UINT16, shorts.data())
      .dataset("i8", {2, 3, 2}, H5T_STD_I8LE, H5T_NATIVE_UINT16, shorts.data())
      .numbers("y", {0, 1});
  const auto second = [&](const std::string& name) {
    return Opened(folder / "a.h5", "image = '" + name + "'\nlabel = 'y'\n").read(1);
  };
  const std::string expected = npy("<f4", "(3, 2, 1)", stored(reals).substr(24));
  EXPECT_EQ(second("be"), expected);
  EXPECT_EQ(second("le"), expected);
  EXPECT_EQ(second("u16"), npy("<u2", "(2, 3, 1)", stored(shorts).substr(12)));
  EXPECT_EQ(second("i8"), npy("|i1", "(3, 2, 1)", "\x07\x08\x09\x0A\x0B\x7F"));
}

TEST(Hdf5Source, HandsOnEncodedPicturesAsTheyAre) {
  const TempFolder folder;
  const std::string zeros("photo\0with\0zeros\0", 17);
  MadeHdf5 made(folder / "a.h5", 1024);
  const hid_t opaque = H5Tcreate(H5T_OPAQUE, 4);
  made.vlen("jpegs", {"first", zeros, std::string(9000, 'p'), ""})
      .vlen("packed", {"first", zeros, std::string(9000, 'p'), ""}, false,
            {.chunk = {3}, .deflate = 1})
      .dataset("opaque", {2}, opaque, opaque, "abcdefgh")
      .numbers("y", {0, 1, 2, 0})
      .numbers("two", {0, 1});
  H5Tclose(opaque);
  made.close();
  for (const char* name : {"jpegs", "packed"}) {
    const Opened opened(folder / "a.h5", "label = 'y'\nimage = '" + std::string(name) + "'\n");
    EXPECT_EQ(opened.read(0), "first");
    EXPECT_EQ(opened.read(1), zeros);
    EXPECT_EQ(opened.read(2), std::string(9000, 'p'));
    EXPECT_EQ(opened.read(3), "");
  }
  EXPECT_EQ(Opened(folder / "a.h5", "image = 'opaque'\nlabel = 'two'").read(1), "efgh");
}

TEST(Hdf5Source, MakesOneDatasetOfSeveralFilesInOrder) {
  const TempFolder folder;
  for (const int part : {2, 0, 1}) {
    MadeHdf5(folder / ("p-" + std::to_string(part) + ".h5"))
        .bytes("x", {2, 2, 2}, scattered(8, static_cast<unsigned>(part)))
        .numbers("y", {part, part});
  }
  const Opened opened(folder / "p-*.h5", kXy);
  EXPECT_THAT(keys_of(opened.listing),
              ElementsAre("00000000", "00000001", "00000002", "00000003", "00000004", "00000005"));
  EXPECT_THAT(labels_of(opened.listing), ElementsAre(0, 0, 1, 1, 2, 2));
  EXPECT_EQ(opened.read(5), pnm(1, 2, 2, scattered(8, 2).substr(4)));
}

TEST(Hdf5Source, TakesKeysAndSortsByThem) {
  const TempFolder folder;
  MadeHdf5 made(folder / "a.h5");
  const hid_t padded = H5Tcopy(H5T_C_S1);
  H5Tset_size(padded, 3);
  H5Tset_strpad(padded, H5T_STR_SPACEPAD);
  made.bytes("x", {3, 1, 1}, "abc")
      .numbers("y", {0, 1, 2})
      .vlen("names", {"c/3", "b", "a.jpg"}, true)
      .dataset("fixed", {3}, padded, padded, "z  y  x  ")
      .vlen("twice", {"a", "b", "a"}, true)
      .vlen("none", {"a", "", "c"}, true);
  H5Tclose(padded);
  made.close();
  const std::string xy = kXy;
  const Opened opened(folder / "a.h5", xy + "key = 'names'");
  EXPECT_THAT(keys_of(opened.listing), ElementsAre("a.jpg", "b", "c/3"));
  EXPECT_THAT(labels_of(opened.listing), ElementsAre(2, 1, 0));
  EXPECT_EQ(opened.read(0), pnm(1, 1, 1, "c"));
  EXPECT_THAT(keys_of(list("hdf5", folder / "a.h5", xy + "key = 'fixed'")),
              ElementsAre("x", "y", "z"));
  const auto refusal = [&](const char* key) {
    return message_of(ErrorKind::kInput,
                      [&] { list("hdf5", folder / "a.h5", xy + "key = '" + key + "'"); });
  };
  EXPECT_THAT(refusal("twice"), HasSubstr("two samples have the key `a`"));
  EXPECT_THAT(refusal("none"), HasSubstr("row 1 is no key"));
  EXPECT_THAT(refusal("y"), HasSubstr("keys are texts"));
}

TEST(Hdf5Source, TakesIntegerLabelsOfAnyType) {
  const TempFolder folder;
  MadeHdf5 made(folder / "a.h5");
  made.bytes("x", {3, 1, 1}, "abc");
  const std::vector<std::pair<const char*, hid_t>> types{
      {"u8", H5T_STD_U8LE},   {"i8", H5T_STD_I8BE},   {"u16", H5T_STD_U16BE},
      {"i32", H5T_STD_I32BE}, {"u32", H5T_STD_U32LE}, {"u64", H5T_STD_U64BE},
      {"i64", H5T_STD_I64BE}};
  for (const auto& [name, type] : types) made.numbers(name, {5, 0, 99}, type);
  made.close();
  for (const auto& [name, type] : types) {
    SCOPED_TRACE(name);
    EXPECT_THAT(labels_of(list("hdf5", folder / "a.h5",
                               "image = 'x'\nlabel = '" + std::string(name) + "'")),
                ElementsAre(5, 0, 99));
  }
  const Listing bare = list("hdf5", folder / "a.h5", "image = 'x'\nlabel = ''");
  EXPECT_THAT(labels_of(bare), ElementsAre(0, 0, 0));
  EXPECT_THAT(bare.class_names, ElementsAre("all"));
}

TEST(Hdf5Source, SaysWhatTrainingWouldMakeOfWrongLabels) {
  const TempFolder folder;
  MadeHdf5(folder / "a.h5")
      .bytes("x", {3, 1, 1}, "abc")
      .numbers("high", {0, 10, 1})
      .numbers("low", {0, 1, -1})
      .numbers("huge", {-1, 0, 0}, H5T_STD_U64LE)
      .numbers("column", {0, 1, 2}, H5T_STD_I64LE, {3, 1})
      .reals("real", {0, 1, 2}, {3})
      .reals("half", {0, 0.5, 2}, {3}, H5T_IEEE_F64BE)
      .numbers("hot", {0, 0, 1, 1, 0, 0, 0, 1, 0}, H5T_STD_U8LE, {3, 3})
      .reals("soft", {0, 0, 1, 1, 0, 0, 0.5, 0.5, 0}, {3, 3})
      .vlen("text", {"cat", "dog", "cat"}, true)
      .numbers("short", {0, 1});
  const auto refusal = [&](const std::string& name, const std::string& more = "") {
    return message_of(ErrorKind::kInput, [&] {
      list("hdf5", folder / "a.h5", "image = 'x'\nlabel = '" + name + "'\n" + more);
    });
  };
  EXPECT_THAT(refusal("high", "num_classes = 10"),
              AllOf(HasSubstr("row 1 has label 10"), HasSubstr("beyond its classes")));
  EXPECT_THAT(refusal("low"), AllOf(HasSubstr("row 2 has label -1"), HasSubstr("-100")));
  EXPECT_THAT(refusal("column"), AllOf(HasSubstr("(3, 1)"), HasSubstr("n x n")));
  EXPECT_THAT(refusal("real"), AllOf(HasSubstr("f32"), HasSubstr("probabilities")));
  EXPECT_THAT(refusal("hot"), AllOf(HasSubstr("(3, 3)"), HasSubstr("argmax")));
  EXPECT_THAT(refusal("text"), HasSubstr("no loss takes"));
  EXPECT_THAT(refusal("short"), HasSubstr("2 rows in 'short' for the 3 pictures of 'x'"));
  EXPECT_THAT(refusal("half", "label_form = 'column'"), HasSubstr("row 1 is 0.5"));
  EXPECT_THAT(refusal("soft", "label_form = 'one_hot'"), HasSubstr("row 2 is not one 1"));
  const auto taken = [&](const std::string& name, const std::string& form) {
    return labels_of(list("hdf5", folder / "a.h5",
                          "image = 'x'\nlabel = '" + name + "'\nlabel_form = '" + form + "'"));
  };
  EXPECT_THAT(taken("column", "column"), ElementsAre(0, 1, 2));
  EXPECT_THAT(taken("real", "column"), ElementsAre(0, 1, 2));
  EXPECT_THAT(taken("hot", "one_hot"), ElementsAre(2, 0, 1));
}

TEST(Hdf5Source, RefusesShapesThatDoNotTell) {
  const TempFolder folder;
  MadeHdf5(folder / "a.h5")
      .bytes("first", {2, 3, 5, 7}, scattered(210))
      .bytes("both", {2, 3, 3, 3}, scattered(54))
      .bytes("neither", {2, 5, 5, 2}, scattered(100))
      .bytes("flat", {2, 9}, scattered(18))
      .bytes("large", {2, 30, 40}, scattered(2400))
      .numbers("y", {0, 1});
  const auto refusal = [&](const std::string& name, const std::string& more = "") {
    return message_of(ErrorKind::kInput, [&] {
      list("hdf5", folder / "a.h5", "image = '" + name + "'\nlabel = 'y'\n" + more);
    });
  };
  EXPECT_THAT(refusal("first"), HasSubstr("layout = \"nchw\""));
  EXPECT_THAT(refusal("both"), HasSubstr("first or last"));
  EXPECT_THAT(refusal("neither"), HasSubstr("1, 3 or 4 channels"));
  EXPECT_THAT(refusal("neither", "layout = 'nhwc'"), HasSubstr("(n, height, width, channels)"));
  EXPECT_THAT(refusal("flat"), HasSubstr("(2, 9)"));
  EXPECT_THAT(refusal("large", "max_pixels = 1199"), HasSubstr("30 x 40"));
  EXPECT_EQ(list("hdf5", folder / "a.h5", "image = 'large'\nlabel = 'y'\nmax_pixels = 1200")
                .samples.size(),
            2U);
}

// What a file from elsewhere must not make us do: read others.
TEST(Hdf5Source, FollowsNothingOutOfTheFile) {
  const TempFolder folder;
  MadeHdf5(folder / "other.h5").bytes("x", {2, 2, 2}, scattered(8)).numbers("y", {0, 1});
  folder.write("raw.bin", scattered(8));
  {
    MadeHdf5 made(folder / "a.h5");
    made.numbers("y", {0, 1}).bytes("mine", {2, 2, 2}, scattered(8));
    MadeHdf5::checked(
        H5Lcreate_external("other.h5", "/x", made.id(), "link", H5P_DEFAULT, H5P_DEFAULT));
    MadeHdf5::checked(
        H5Lcreate_external("other.h5", "/", made.id(), "group", H5P_DEFAULT, H5P_DEFAULT));
    MadeHdf5::checked(H5Lcreate_soft("/link", made.id(), "detour", H5P_DEFAULT, H5P_DEFAULT));
    MadeHdf5::checked(H5Lcreate_soft("/mine", made.id(), "inside", H5P_DEFAULT, H5P_DEFAULT));
    const hsize_t dims[] = {2, 2, 2};
    const hid_t space = H5Screate_simple(3, dims, nullptr);
    const hid_t outside = H5Pcreate(H5P_DATASET_CREATE);
    MadeHdf5::checked(H5Pset_external(outside, (folder / "raw.bin").c_str(), 0, 8));
    H5Dclose(MadeHdf5::checked(
        H5Dcreate2(made.id(), "external", H5T_STD_U8LE, space, H5P_DEFAULT, outside, H5P_DEFAULT)));
    const hid_t view = H5Pcreate(H5P_DATASET_CREATE);
    MadeHdf5::checked(H5Pset_virtual(view, space, (folder / "other.h5").c_str(), "/x", space));
    H5Dclose(MadeHdf5::checked(
        H5Dcreate2(made.id(), "virtual", H5T_STD_U8LE, space, H5P_DEFAULT, view, H5P_DEFAULT)));
    H5Pclose(view);
    H5Pclose(outside);
    H5Sclose(space);
  }
  const auto refusal = [&](const std::string& name) {
    return message_of(ErrorKind::kInput, [&] {
      list("hdf5", folder / "a.h5", "image = '" + name + "'\nlabel = 'y'\n");
    });
  };
  EXPECT_THAT(refusal("link"), HasSubstr("external link"));
  EXPECT_THAT(refusal("group/x"), HasSubstr("external link"));
  EXPECT_THAT(refusal("detour"), HasSubstr("no dataset 'detour'"));
  EXPECT_THAT(refusal("external"), HasSubstr("external storage"));
  EXPECT_THAT(refusal("virtual"), HasSubstr("virtual"));
  EXPECT_THAT(refusal("absent"), HasSubstr("/mine"));
  EXPECT_EQ(Opened(folder / "a.h5", "image = 'inside'\nlabel = 'y'").read(1),
            pnm(1, 2, 2, scattered(8).substr(4)));
}

TEST(Hdf5Source, RefusesWhatWasNeverWritten) {
  const TempFolder folder;
  {
    MadeHdf5 made(folder / "a.h5");
    made.dataset("whole", {2, 2, 2}, H5T_STD_U8LE, H5T_NATIVE_UINT8, nullptr)
        .dataset("chunks", {2, 2, 2}, H5T_STD_U8LE, H5T_NATIVE_UINT8, nullptr, {.chunk = {1, 2, 2}})
        .numbers("y", {0, 1});
  }
  EXPECT_THAT(message_of(ErrorKind::kInput,
                         [&] { list("hdf5", folder / "a.h5", "image = 'whole'\nlabel = 'y'"); }),
              HasSubstr("never written"));
  const Opened opened(folder / "a.h5", "image = 'chunks'\nlabel = 'y'");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { opened.read(1); }),
              AllOf(HasSubstr("never written"), HasSubstr("a.h5")));
}

TEST(Hdf5Source, RefusesSizesThatNoFileHas) {
  const TempFolder folder;
  {
    MadeHdf5 made(folder / "a.h5");
    made.dataset("x", {1 << 20, 1 << 20, 1 << 20, 3}, H5T_STD_U8LE, H5T_NATIVE_UINT8, nullptr,
                 {.chunk = {1, 16, 16, 3}})
        .dataset("chunk", {70000, 40000, 3}, H5T_STD_U8LE, H5T_NATIVE_UINT8, nullptr,
                 {.chunk = {7000, 40000, 3}})
        .numbers("y", {0, 1});
  }
  for (const char* name : {"x", "chunk"}) {
    message_of(ErrorKind::kInput, [&] {
      list("hdf5", folder / "a.h5", "label = ''\nimage = '" + std::string(name) + "'");
    });
  }
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("hdf5", folder.write("no.h5", "text"), kXy); }),
      HasSubstr("no HDF5 file"));
  folder.make_fifo("pipe.h5");
  message_of(ErrorKind::kInput, [&] { list("hdf5", folder / "pipe.h5", kXy); });
}

TEST(Hdf5Source, MayBeReadFromManyThreadsWhileOthersUseHdf5) {
  const TempFolder folder;
  const std::string all = scattered(64 * 12);
  for (int part = 0; part < 6; ++part) {  // more than stay open
    MadeHdf5(folder / ("p-" + std::to_string(part) + ".h5"))
        .bytes("x", {64, 3, 4}, all, {.chunk = {5, 2, 3}, .deflate = 3, .has_shuffle = part == 2})
        .numbers("y", std::vector<std::int64_t>(64, part));
  }
  const Opened opened(folder / "p-*.h5", kXy);
  parallel_each(2000, 4, [&](std::size_t i) {
    const std::size_t sample = i * 37 % 384;
    if (i % 50 == 0) list("hdf5", folder / "p-1.h5", kXy);
    if (opened.read(sample) != pnm(1, 3, 4, all.substr(sample % 64 * 12, 12))) {
      throw internal_error("sample {} is another", sample);
    }
  });
}

}  // namespace
}  // namespace epochmill::source
