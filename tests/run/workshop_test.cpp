#include "run/workshop.hpp"

#include <gmock/gmock.h>

#include "plan/vocabulary.hpp"
#include "temp_folder.hpp"

namespace epochmill::run {
namespace {

Workshop workshop_of(const TempFolder& folder, const source::Notes& notes) {
  source::Listing listing;
  listing.samples.push_back({.key = "a.jpg", .locator = {}, .keypoints = {}});
  listing.class_names = {"all"};
  source::write_catalog(folder / "catalog.h5", listing, notes);
  const std::string text = "seed = 1\n[source]\nkind = \"folder\"\npath = \"" +
                           folder.path().string() +
                           "\"\nbackground = [1, 2, 3]\n[output]\npath = \"/out\"\n"
                           "[[augment]]\nop = \"random_crop\"\nsize = [8, 8]\n";
  const recipe::Recipe recipe = recipe::parse_recipe(text, "test.toml", {}, plan::vocabulary());
  return {recipe, source::Catalog(folder / "catalog.h5")};
}

TEST(Workshop, AnOutputsOwnVersionsStand) {
  const TempFolder folder;
  const Workshop workshop = workshop_of(folder, {{"versions", "epochmill 0.0.1, libx 3"}});
  EXPECT_EQ(workshop.plan().versions(), "epochmill 0.0.1, libx 3");
  EXPECT_EQ(workshop.plan().header(0, 0).versions, "epochmill 0.0.1, libx 3");
}

TEST(Workshop, ANewOneHasTheProgramsVersions) {
  const TempFolder folder;
  const Workshop workshop = workshop_of(folder, {});
  EXPECT_EQ(workshop.plan().versions(), program_versions());
  EXPECT_EQ(workshop.decode_options().background, (std::array<std::uint8_t, 3>{1, 2, 3}));
}

}  // namespace
}  // namespace epochmill::run
