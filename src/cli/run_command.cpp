#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/mpi.hpp"
#include "capi/process.hpp"
#include "cli/commands.hpp"
#include "cli/launch.hpp"
#include "cli/options.hpp"
#include "cli/placement.hpp"
#include "cli/progress_line.hpp"
#include "cli/signals.hpp"
#include "cli/summary.hpp"
#include "cluster/history.hpp"
#include "cluster/job.hpp"
#include "plan/vocabulary.hpp"
#include "run/output_folder.hpp"
#include "run/output_manifest.hpp"
#include "run/rejected_list.hpp"
#include "shard/manifest.hpp"

namespace epochmill::cli {
namespace {

struct RunOptions {
  RecipeOptions recipe;
  std::string epochs;
  std::string part;
  int threads = 0;
  std::string report;
};

// "2/5" is the second of five parts.
run::Part parse_part(const std::string& text) {
  if (text.empty()) return {};
  unsigned long long index = 0;
  unsigned long long count = 0;
  int used = 0;
  const bool is_whole = std::sscanf(text.c_str(), "%llu/%llu%n", &index, &count, &used) == 2 &&
                        static_cast<std::size_t>(used) == text.size();
  if (!is_whole || index < 1 || index > count) {
    throw usage_error("--part: expected I/N with 1 <= I <= N, such as 2/5, found `{}`", text);
  }
  return {index - 1, count};
}

std::string end_text(const std::optional<cluster::Failure>& failure) {
  if (!failure) return "done";
  return failure->kind == ErrorKind::kStopped ? "stopped" : failure->text;
}

// A run, seen from one rank.
class Run {
 public:
  Run(const RunOptions& options, capi::MpiSession* session, const Launch& launch)
      : options_(options), session_(session) {
    job_.threads = choose_threads(options.threads, launch);
    job_.stop_requested = is_stop_requested;
  }

  // Returns the exit code.
  int lead() {
    std::string recipe_text;
    std::optional<cluster::Failure> failure;
    try {
      recipe_text = read_recipe_file(options_.recipe.recipe);
      prepare(recipe_text);
      open_workshop();
    } catch (const std::exception& error) {
      failure = cluster::Failure{kind_of(error), error.what()};
    }
    share_start(recipe_text, failure);
    if (failure) return fail(*failure);
    gather_placements();
    return lead_work();
  }

  int join() {
    std::string recipe_text;
    std::optional<cluster::Failure> failure;
    share_start(recipe_text, failure);
    if (failure) return exit_code(failure->kind);
    gather_placements();
    try {
      recipe_ = parse(recipe_text);
      open_workshop();
    } catch (const std::exception& error) {
      const cluster::Failure own{kind_of(error), error.what()};
      if (!cluster::join_job_in_vain(*session_, own)) end_all(own);
      return exit_code(own.kind);
    }
    if (const auto own = cluster::join_job(*session_, *workshop_, job_)) end_all(*own);
    return 0;
  }

 private:
  recipe::Recipe parse(const std::string& text) const {
    return recipe::parse_recipe(text, options_.recipe.recipe, options_.recipe.overrides(),
                                plan::vocabulary());
  }

  void prepare(const std::string& recipe_text) {
    recipe_ = parse(recipe_text);
    epochs_ = parse_epochs(options_.epochs, recipe_.epochs);
    part_ = parse_part(options_.part);
    // `unique` and the outcomes count for every epoch up to the last one that is made.
    recipe_.epochs = std::max(recipe_.epochs, epochs_.last);
    const source::SourceKind& kind = source::source_kind(recipe_.source_kind);
    run::prepare_output(recipe_.output_path, recipe_, kind.list(recipe_.source, job_.threads));
  }

  void open_workshop() {
    workshop_.emplace(recipe_, source::Catalog(run::catalog_path(recipe_.output_path),
                                               capi::H5Maker::kThisProgram));
    job_.out = recipe_.output_path;
  }

  // Rank 0 tells the others the recipe, or why there will be no job.
  void share_start(std::string& recipe_text, std::optional<cluster::Failure>& failure) {
    if (session_ == nullptr) return;
    const ByteView text = as_bytes(std::string_view(recipe_text));
    const Bytes content = failure ? cluster::encode(*failure) : Bytes(text.begin(), text.end());
    Bytes bytes(1 + content.size());
    bytes[0] = failure ? 1 : 0;
    std::copy(content.begin(), content.end(), bytes.begin() + 1);
    session_->broadcast(bytes);
    const ByteView received = ByteView(bytes).subspan(1);
    if (bytes[0] != 0) {
      failure = cluster::decode_failure(received);
    } else {
      recipe_text = std::string(as_text(received));
    }
  }

  int lead_work() {
    const plan::Plan& plan = workshop_->plan();
    auto open = run::open_epochs(job_.out, plan, epochs_, part_);
    job_.rejected_before = run::rejected_before(job_.out, plan, open);
    const int ranks = session_ == nullptr ? 1 : session_->size();
    const std::uint64_t images_open = run::images_of(open, plan);
    print_start(*workshop_, job_.out, images_open, images_in_all(), ranks, job_.threads);
    print_placements();
    const std::string started_at = capi::utc_now();
    cluster::JobResult result;
    {
      ProgressLine line("images");
      job_.show_progress = [&](const cluster::Progress& progress) {
        line.show(progress.images, progress.images_total);
      };
      result = cluster::lead_job(session_, *workshop_, std::move(open), job_);
    }
    result.report.started_at = started_at;
    result.report.options = part_of_work();
    result.report.end = end_text(result.failure);
    print_end(result.report, *workshop_);
    if (!options_.report.empty())
      capi::write_file(options_.report, cluster::to_json(result.report));
    if (result.failure) {
      keep_report_of_failure(result.report, *result.failure);
      if (result.has_hung_rank) end_all(*result.failure);
      return fail(*result.failure);
    }
    write_manifest(std::move(result.made));
    print_history(cluster::keep_report(job_.out, result.report), job_.out);
    return 0;
  }

  std::string part_of_work() const {
    std::string text;
    if (!options_.epochs.empty()) text = "--epochs " + options_.epochs;
    if (!options_.part.empty()) text += (text.empty() ? "--part " : " --part ") + options_.part;
    return text;
  }

  // What stopped the run is what must be said, not that a full disk takes no report either.
  void keep_report_of_failure(const cluster::JobReport& report,
                              const cluster::Failure& failure) const {
    try {
      print_history(cluster::keep_report(job_.out, report), job_.out);
    } catch (const Error& error) {
      if (failure.kind != ErrorKind::kIo)
        fmt::print(stderr, "epochmill: warning: no report of this run: {}\n", error.what());
    }
  }

  // Finished or not.
  std::uint64_t images_in_all() const {
    std::uint64_t images = 0;
    for (std::uint64_t shard = part_.index; shard < workshop_->plan().shards();
         shard += part_.count)
      images += workshop_->plan().rows_of(shard) * epochs_.size();
    return images;
  }

  void write_manifest(std::vector<shard::Summary> made) const {
    const shard::Manifest manifest =
        run::make_manifest(job_.out, workshop_->plan(), std::move(made));
    const std::vector<std::uint64_t> partial = run::partial_epochs(manifest);
    if (!partial.empty()) {
      fmt::print(
          "  {} epochs still lack shards (of other parts); the run that makes the last one writes "
          "manifest.json\n",
          partial.size());
      return;
    }
    const std::uint64_t rejected = count_rejected(manifest);
    run::write_lists(job_.out, manifest);
    fmt::print("  {} is complete: {} files\n", (job_.out / "manifest.json").string(),
               manifest.shards.size());
    if (rejected == 0) return;
    const std::uint64_t samples = workshop_->plan().samples();
    fmt::print("  {} samples: {} have rows, {} were skipped: {}\n", samples, samples - rejected,
               rejected, run::rejected_list_path(job_.out).string());
  }

  // Samples that an epoch skips: each epoch the same. Of parts that were each within the error
  // budget, the sum may be beyond it.
  std::uint64_t count_rejected(const shard::Manifest& manifest) const {
    std::map<std::uint64_t, std::uint64_t> by_epoch;
    for (const shard::Summary& summary : manifest.shards)
      by_epoch[summary.epoch] += summary.rejected;
    std::uint64_t most = 0;
    for (const auto& [epoch, count] : by_epoch) most = std::max(most, count);
    if (most > workshop_->plan().rejects_allowed()) throw run::over_budget(workshop_->plan(), most);
    return most;
  }

  void gather_placements() {
    const Placement here = placement_here(job_.threads);
    if (session_ == nullptr) {
      placements_ = {here};
      return;
    }
    for (const Bytes& bytes : session_->gather(encode(here)))
      placements_.push_back(decode_placement(bytes));
  }

  void print_placements() const {
    fmt::print("{}", placement_text(placements_));
    std::fflush(stdout);
    for (const std::string& warning : placement_warnings(placements_))
      fmt::print(stderr, "epochmill: warning: {}\n", warning);
  }

  [[noreturn]] void end_all(const cluster::Failure& failure) {
    fail(failure);
    fmt::print(stderr, "epochmill: a rank did not stop in time; ending all of them\n");
    session_->abort(exit_code(failure.kind));
  }

  static int fail(const cluster::Failure& failure) {
    fmt::print(stderr, "epochmill: {}{}\n",
               failure.kind == ErrorKind::kStopped ? "" : "error: ", failure.text);
    return exit_code(failure.kind);
  }

  const RunOptions& options_;
  capi::MpiSession* session_;
  cluster::JobOptions job_;
  recipe::Recipe recipe_;
  run::EpochRange epochs_;
  run::Part part_;
  std::optional<run::Workshop> workshop_;
  std::vector<Placement> placements_;  // of all ranks, on rank 0
};

int run_job(const RunOptions& options) {
  catch_stop_signals();
  name_slurm_job();
  const Launch launch = detect_launch();
  std::optional<capi::MpiSession> session;
  if (launch.has_mpi) session.emplace();
  try {
    check_launch(launch, session ? session->size() : 1);
    Run run(options, session ? &*session : nullptr, launch);
    return session && session->rank() > 0 ? run.join() : run.lead();
  } catch (const std::exception& error) {
    // Past the gates between ranks: the others cannot be told any more, and MPI_Finalize would wait
    // for them for ever.
    if (!session || session->size() == 1) throw;
    fmt::print(stderr, "epochmill: error: {} [rank {}]\n", error.what(), session->rank());
    session->abort(exit_code(kind_of(error)));
  }
}

}  // namespace

void add_run_command(CLI::App& app) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command =
      app.add_subcommand("run", "Make the epochs of a recipe; what is finished already is kept");
  add_recipe_options(*command, options->recipe);
  command->add_option("--epochs", options->epochs, "Make epochs A to B-1 only (counted from 0)")
      ->type_name("A:B");
  command
      ->add_option("--part", options->part,
                   "Make the I-th of N parts only, for job arrays without MPI")
      ->type_name("I/N");
  add_threads_option(*command, options->threads);
  command
      ->add_option("--report", options->report,
                   "Write seconds, bytes and memory of every rank to FILE as JSON")
      ->type_name("FILE");
  command->callback([options] { throw ExitWith{run_job(*options)}; });
}

}  // namespace epochmill::cli
