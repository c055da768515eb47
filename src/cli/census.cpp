#include "cli/census.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "cli/checked_rows.hpp"
#include "verify/census.hpp"
#include "verify/draw_check.hpp"
#include "verify/equal_pictures.hpp"

namespace epochmill::cli {
namespace {

// Why the source cannot be read, by its first sample; "" when it can.
std::string why_no_source(const run::Workshop& workshop) {
  try {
    workshop.source().read(0);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

// What hangs on addresses: only the source can tell whether it should be so.
bool has_to_be_judged(const run::Workshop& workshop, const verify::Census& census) {
  if (census.pictures.all() > 0) return true;
  if (!census.draws) return false;
  const bool may_repeat = workshop.plan().recipe().unique == recipe::Uniqueness::kOff;
  return census.draws->all() > (may_repeat ? census.draws->one_sample : 0);
}

void print_pairs(const verify::Census& census, const std::optional<verify::DrawCheck>& check) {
  fmt::print("  {:<32}{:>14}{:>14}{:>14}\n", "pairs of rows with equal", "pictures",
             census.draws ? "draws" : "", check ? "(allowed)" : "");
  const char* division = "";
  for (const verify::PairClass& pairs : verify::kPairClasses) {
    if (std::string_view(division) != pairs.division) fmt::print("  {}\n", pairs.division);
    division = pairs.division;
    const auto number = [&](const verify::PairCounts& of) { return of.*pairs.count; };
    const std::string draws = census.draws ? fmt::to_string(number(*census.draws)) : "";
    const std::string allowed = check ? fmt::format("({})", number(check->allowed)) : "";
    fmt::print("    {:<30}{:>14}{:>14}{:>14}\n", pairs.name, number(census.pictures), draws,
               allowed);
  }
}

void print_draws(const run::Workshop& workshop, const verify::Census& census,
                 const verify::DrawCheck& check) {
  fmt::print("  draws of {} rows made again from their addresses: {} differ\n", check.rows,
             check.differing);
  if (check.repeats > 0) {
    fmt::print("  {} rows are marked as repeats: their pictures have too few outcomes\n",
               check.repeats);
  }
  if (check.has_endless_outcomes) {
    fmt::print("  noise for each pixel: rows with equal draws differ all the same\n");
    return;
  }
  const auto samples = static_cast<double>(workshop.plan().samples());
  const auto number = [&](std::uint64_t pairs) {
    return fmt::format("{} ({:.2f} a sample)", pairs, static_cast<double>(pairs) / samples);
  };
  const bool is_unique = workshop.plan().recipe().unique != recipe::Uniqueness::kOff;
  fmt::print("  pairs of epochs of one sample with equal draws: {}{}\n",
             number(census.draws->one_sample),
             is_unique ? "; without `unique`: " + number(check.one_sample_without_unique) : "");
  fmt::print(
      "  to be expected by chance, were all outcomes equally likely: {:.1f} ({:.2f} a sample)\n",
      check.expected_one_sample, check.expected_one_sample / samples);
}

void print_pictures(const verify::Census& census, const verify::EqualPictures& check) {
  if (census.equal_pictures.seen() == 0) return;
  fmt::print("  {} rows with equal pictures made again from their addresses{}: {} differ\n",
             check.judged,
             census.equal_pictures.has_all()
                 ? ""
                 : fmt::format(", of {} that there are", census.equal_pictures.seen()),
             check.differing);
}

// The named rows of `count`.
void print_faults(const std::vector<std::string>& faults, std::uint64_t count) {
  for (const std::string& fault : faults) fmt::print(stderr, "epochmill: fault: {}\n", fault);
  if (count > faults.size())
    fmt::print(stderr, "epochmill: fault: and {} more such rows\n", count - faults.size());
}

class CensusTaker {
 public:
  CensusTaker(const std::filesystem::path& out, const run::Workshop& workshop, int threads)
      : out_(out), workshop_(workshop) {
    means_.threads = threads;
    means_.scratch = std::filesystem::temp_directory_path();
  }

  int run() {
    census_ = with_progress([&](const verify::ShowRows& show) {
      return verify::take_census(out_, workshop_.plan(), means_, show);
    });
    fmt::print("census of {} rows: {} samples in {} epochs\n", census_.rows,
               workshop_.plan().samples(), census_.epochs);
    const std::string no_source = why_no_source(workshop_);
    return no_source.empty() ? judge() : end_without_source(no_source);
  }

 private:
  int judge() {
    std::optional<verify::DrawCheck> draws;
    if (census_.draws) {
      draws = with_progress([&](const verify::ShowRows& show) {
        return verify::check_draws(out_, workshop_, *census_.draws, means_, show);
      });
    }
    const verify::EqualPictures pictures = with_progress([&](const verify::ShowRows& show) {
      return verify::check_equal_pictures(out_, workshop_, census_.equal_pictures, means_.threads,
                                          show);
    });
    print_pairs(census_, draws);
    if (draws) print_draws(workshop_, census_, *draws);
    print_pictures(census_, pictures);
    if (draws) {
      print_faults(draws->faults, draws->differing);
      print_faults(draws->excess, draws->excess.size());
    }
    print_faults(pictures.faults, pictures.differing);
    const bool is_clean =
        pictures.differing == 0 && (!draws || (draws->differing == 0 && draws->excess.empty()));
    if (is_clean) return 0;
    fmt::print(stderr,
               "epochmill: a source picture that was replaced since the run gives such faults "
               "too\n");
    return exit_code(ErrorKind::kInput);
  }

  int end_without_source(const std::string& reason) const {
    print_pairs(census_, std::nullopt);
    if (census_.draws)
      fmt::print("  draws are not made again: the source is not at hand ({})\n", reason);
    if (!has_to_be_judged(workshop_, census_)) return 0;
    throw usage_error(
        "{}: rows are equal, and only the source can tell whether they should be; say --source "
        "PATH ({})",
        out_.string(), reason);
  }

  const std::filesystem::path& out_;
  const run::Workshop& workshop_;
  verify::CensusMeans means_;
  verify::Census census_;
};

}  // namespace

int census_output(const std::filesystem::path& out, const run::Workshop& workshop, int threads) {
  return CensusTaker(out, workshop, threads).run();
}

}  // namespace epochmill::cli
