#include "source/npy_array.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "made_arrays.hpp"
#include "made_gzip.hpp"
#include "made_zip.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

// The rows of the only array in a file of these bytes.
std::string rows_of(const std::string& bytes, const std::string& array = "") {
  const TempFolder folder;
  const NpyArray opened(folder.write("x", bytes), array, "array");
  std::string all;
  for (std::uint64_t i = 0; i < opened.sides()[0]; ++i) {
    Bytes row(opened.row_bytes());
    opened.read_row(i, row);
    all += as_text(row);
  }
  return all;
}

std::string refused(const std::string& bytes, const std::string& array = "") {
  const TempFolder folder;
  const fs::path file = folder.write("x", bytes);
  const std::string message =
      message_of(ErrorKind::kInput, [&] { NpyArray(file, array, "array"); });
  EXPECT_THAT(message, HasSubstr(file.native()));
  return message;
}

const std::string kNumbers = "aAbBcCdDeEfF";  // of two bytes each

TEST(NpyArray, GivesTheSameRowsHoweverItIsStored) {
  const std::string plain = npy("<u2", "(3, 2)", kNumbers);
  const std::string fortran = npy("<u2", "(3, 2)", "aAcCeEbBdDfF", "True");
  for (const std::string& file : {plain, fortran}) {
    EXPECT_EQ(rows_of(file), kNumbers);
    EXPECT_EQ(rows_of(made_gzip(file)), kNumbers);
    for (const bool is_deflated : {false, true}) {
      const std::string one = MadeZip().add("x.npy", file, is_deflated).closed();
      EXPECT_EQ(rows_of(one), kNumbers);
      EXPECT_EQ(rows_of(one, "x"), kNumbers);
      MadeZip two;
      two.is_zip64 = true;
      two.add("other.npy", npy("|u1", "(1,)", "z"), !is_deflated).add("x.npy", file, is_deflated);
      EXPECT_EQ(rows_of(two.closed(), "x"), kNumbers);
    }
  }
}

TEST(NpyArray, RefusesAFileThatDoesNotFitItsHeader) {
  for (const std::string& data : {kNumbers + "+", kNumbers.substr(1), std::string()}) {
    const std::string file = npy("<u2", "(3, 2)", data);
    EXPECT_THAT(refused(file), HasSubstr("its header says (3, 2) of uint16, 12 bytes, and"));
    EXPECT_THAT(refused(made_gzip(file)), HasSubstr("its header says (3, 2) of uint16, 12 bytes"));
    EXPECT_THAT(refused(MadeZip().add("x.npy", file).closed()), HasSubstr("12 bytes, and"));
  }
  const std::string huge = npy("<u2", "(4294967296, 4294967296)", kNumbers);
  EXPECT_THAT(refused(huge), HasSubstr("more bytes than any file has"));
  const std::string large = npy("<u2", "(1000000000, 1000)", kNumbers);
  EXPECT_THAT(refused(made_gzip(large)), HasSubstr("compressed ones hold"));
  EXPECT_THAT(refused("plain text"), HasSubstr("not a NumPy array"));
}

TEST(NpyArray, NamesTheArraysThatThereAre) {
  const std::string array = npy("|u1", "(1,)", "z");
  const std::string zip = MadeZip().add("x.npy", array).add("y.npy", array).closed();
  EXPECT_THAT(refused(zip), HasSubstr("name one by `array`: `x`, `y`"));
  EXPECT_THAT(refused(zip, "z"), HasSubstr("no array `z`; correct `array`: `x`, `y`"));
  EXPECT_THAT(refused(array, "x"), HasSubstr("one array and no .npz; take out `array`"));
  EXPECT_THAT(refused(MadeZip().closed()), HasSubstr("none at all"));
}

TEST(NpyArray, FindsDamageInWhatIsCompressed) {
  std::string zip = MadeZip().add("x.npy", npy("<u2", "(3, 2)", kNumbers), true).closed();
  zip[zip.find(kNumbers)] ^= 1;
  EXPECT_THAT(refused(zip), AllOf(HasSubstr("array `x`"), HasSubstr("checksum")));
}

}  // namespace
}  // namespace epochmill::source
