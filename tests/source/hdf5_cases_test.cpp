// The HDF5 files of the shared cases, each against its line there.
#include <gmock/gmock.h>

#include "capi/hdf5_array.hpp"
#include "listing.hpp"
#include "source/hdf5_labels.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kNames = "image = 'images'\nlabel = 'labels'\n";

class Hdf5Cases : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!fs::exists(folder_)) GTEST_SKIP() << "the shared cases are not here";
  }
  Listing listed(const char* file, const std::string& more = kNames) const {
    return list("hdf5", folder_ / file, more);
  }
  void expect_refusal(const char* file, const std::string& more, const char* says) const {
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { listed(file, more); }), HasSubstr(says));
  }

  fs::path folder_{EPOCHMILL_SHARED "/cases"};
};

TEST_F(Hdf5Cases, LabelsAreTakenOrRefused) {
  expect_refusal("C03/labels_N1_float.h5", kNames, "reals (f32)");
  EXPECT_EQ(listed("C03/labels_N1_float.h5", std::string(kNames) + "label_form = 'column'")
                .samples.size(),
            4U);
  expect_refusal("C03/labels_len_mismatch.h5", kNames, "3 rows in 'labels' for the 4 pictures");
  expect_refusal("C03/labels_onehot.h5", kNames, "one-hot");
  EXPECT_THAT(
      labels_of(listed("C03/labels_onehot.h5", std::string(kNames) + "label_form = 'one_hot'")),
      ::testing::SizeIs(4));
}

TEST_F(Hdf5Cases, ChannelsFirstMustBeSaid) {
  expect_refusal("E12/channels_first.h5", kNames, "layout = \"nchw\"");
  EXPECT_EQ(listed("E12/channels_first.h5", std::string(kNames) + "layout = 'nchw'").samples.size(),
            4U);
}

TEST_F(Hdf5Cases, ABigEndianMachinesTextsReadTheSame) {
  const Hdf5Spec spec{.image = "", .label = "DSBEint", .key = "DSvariable"};
  const fs::path file = folder_ / "E12/vlen_string_s390x.h5";
  EXPECT_THAT(read_hdf5_keys(file, spec),
              ElementsAre("Parting", "is such", "sweet", "sorrow...", HasSubstr("s390x")));
  const capi::H5Array big(file, "DSBEint");
  const capi::H5Array little(file, "DSLEint");
  EXPECT_TRUE(big.element().is_big_endian);
  EXPECT_FALSE(little.element().is_big_endian);
  const Hdf5Spec other{.image = "", .label = "DSLEint", .key = ""};
  EXPECT_EQ(read_hdf5_labels(file, spec, 1000), read_hdf5_labels(file, other, 1000));
}

TEST_F(Hdf5Cases, OddFilesAreRefusedOrEmpty) {
  expect_refusal("E13/lzf_filter.h5", "image = 'images'\nlabel = ''", "32000 (lzf)");
  expect_refusal("E13/compound-dtype-complex.h5", "image = '<c8'\nlabel = ''", "a compound");
  expect_refusal("E13/compound-dtype-complex.h5", "image = '>c16'\nlabel = ''", "a compound");
  EXPECT_TRUE(listed("E13/empty.h5").samples.empty());
}

}  // namespace
}  // namespace epochmill::source
