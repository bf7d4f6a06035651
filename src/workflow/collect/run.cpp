#include "workflow/collect/run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/files.h"
#include "base/io/folder_lock.h"
#include "base/process/interrupt.h"
#include "base/process/part.h"
#include "base/progress.h"
#include "base/rng.h"
#include "base/text.h"
#include "base/version.h"
#include "collect/supervise.h"
#include "dataset/store.h"
#include "frontend/frontend.h"
#include "plan/plan_job.h"
#include "plan/plan_reader.h"
#include "predict/gpus.h"
#include "schema/feature_vector.h"
#include "workflow/collect/device_gpu.h"
#include "workflow/collect/gpu_math.h"
#include "workflow/collect/job_maker.h"
#include "workflow/collect/rank.h"
#include "workflow/collect/shard.h"

namespace kcast::workflow {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// What a launch is called in every store.
std::string launch_key(const std::string& recipe, const std::string& language,
                       const std::string& launch, int64_t attempt) {
  return recipe + '\t' + language + '\t' + launch + '\t' + std::to_string(attempt);
}

std::string launch_key(const plan::PlannedLaunch& row, int64_t attempt) {
  return launch_key(row.recipe, row.language, row.launch, attempt);
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm fields{};
  ::gmtime_r(&now, &fields);
  char text[32];
  std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &fields);
  return text;
}

// Whether a device runs kernels of this language; HIP's are what CUDA's are.
bool is_run_by(const std::string& device, const std::string& language) {
  if (device == "opencl") return language == "opencl";
  return language == "cuda" || language == "openmp";
}

// Readings on their way into the store, a transaction for many.
class Writer {
 public:
  Writer(dataset::Store& store, int64_t run, std::string gpu)
      : store_(store), run_(run), gpu_(std::move(gpu)) {}

  void add(dataset::StoredReading reading) { readings_.push_back(std::move(reading)); }
  void add(dataset::StoredFailure failure) { failures_.push_back(std::move(failure)); }
  void add(dataset::StoredFeatures features) { features_.push_back(std::move(features)); }

  Status write_sometimes() {
    const bool due = readings_.size() + failures_.size() >= kMany || seconds_since(last_) > 2;
    return due ? write() : Unit{};
  }

  Status write() {
    last_ = Clock::now();
    if (!readings_.empty() || !failures_.empty()) {
      if (Status added = store_.add(run_, readings_, failures_); !added) return added;
      stored_ += readings_.size();
    }
    if (!features_.empty()) {
      Status added = store_.add_features(std::string(kAnalysisVersion), gpu_,
                                         feature_vector_names(), features_);
      if (!added) return added;
    }
    readings_.clear();
    failures_.clear();
    features_.clear();
    return Unit{};
  }

  uint64_t stored() const { return stored_; }  // readings

 private:
  static constexpr size_t kMany = 500;
  dataset::Store& store_;
  int64_t run_;
  std::string gpu_;
  Clock::time_point last_ = Clock::now();
  uint64_t stored_ = 0;
  std::vector<dataset::StoredReading> readings_;
  std::vector<dataset::StoredFailure> failures_;
  std::vector<dataset::StoredFeatures> features_;
};

// One call of the command.
class Collection {
 public:
  Collection(const CollectOptions& options, const Streams& streams, dataset::Store store,
             const launch::Inspect& inspect, const Gpu& gpu)
      : options_(options),
        streams_(streams),
        store_(std::move(store)),
        inspect_(inspect),
        gpu_(gpu) {}

  Status run() {
    if (!options_.own_plan) {
      KCAST_TRY(shard_, parse_shard(options_.shard));
    }
    const InterruptGuard guard;
    Status done = measure(0);
    if (done && options_.repeat_readings > 0 && !InterruptGuard::interrupted()) done = measure(1);
    if (writer_ != nullptr) {
      if (Status written = writer_->write(); done && !written) done = written;
      const std::string summary = summary_json();
      if (Status ended = store_.end_run(run_, summary); done && !ended) done = ended;
      print_summary();
    }
    if (!done) return done;
    if (!InterruptGuard::interrupted()) return Unit{};
    return Error{ErrorCode::External, "interrupted; the same command goes on from here"};
  }

  // Launches in this language are neither measured nor counted as failures.
  void leave_out(std::string language, std::string reason) {
    left_out_.language = std::move(language);
    left_out_.reason = std::move(reason);
  }

 private:
  struct Pending {
    dataset::KernelKey kernel;
    std::string launch;
    int64_t attempt = 0;
  };

  // The limit is for new launches: repeats of those that were measured come after it.
  bool out_of_time(int64_t attempt) const {
    return attempt == 0 && options_.seconds > 0 && seconds_since(start_) > options_.seconds;
  }

  // What measuring a launch costs the GPU, by what is predicted for it: its runs, and the pass with
  // patched code, in which every warp's integer instruction adds to one counter in L2.
  double cost_us(const plan::PlannedLaunch& row) const {
    constexpr double kCounterPassRuns = 3;
    constexpr double kPatchedIntegersPerUs = 54'000;  // seen on an H200
    const double runs = options_.repeats + 1;
    if (!options_.counters) return runs * row.time_us;
    return (runs + kCounterPassRuns) * row.time_us + row.int_ops / kPatchedIntegersPerUs;
  }

  // Repeats are drawn by a hash, so that they are the same in a run that is taken up again.
  bool wanted(const plan::PlannedLaunch& row, int64_t attempt) {
    if (!is_run_by(options_.device, row.language)) return false;
    if (row.language == left_out_.language) {
      left_out_.met = true;
      return false;
    }
    const auto drawn = [&](const char* what) {
      return static_cast<double>(stable_hash(row.recipe + '\t' + row.launch + what) >> 11) *
             0x1p-53;
    };
    if (options_.cost_us > 0 && drawn("\tcost") * cost_us(row) >= options_.cost_us) return false;
    const std::lock_guard lock(mutex_);
    if (attempt > 0) {
      if (drawn("\tagain") >= repeat_share_ || !known_.contains(launch_key(row, 0))) return false;
    }
    return !known_.contains(launch_key(row, attempt)) &&
           !(attempt == 0 && known_.contains(launch_key(row, -1)));
  }

  Status measure(int64_t attempt) {
    const std::atomic<bool>& stopped = InterruptGuard::interrupted();
    if (attempt > 0) {
      const double labels = static_cast<double>(std::max<size_t>(labels_, 1));
      repeat_share_ = static_cast<double>(options_.repeat_readings) / labels;
    }
    plan::ReadOptions read{
        .shard = shard_.first,
        .shards = shard_.second,
        .follow = options_.follow && attempt == 0,
        .stopped = [this, attempt, &stopped] { return stopped || out_of_time(attempt); }};
    KCAST_TRY(plan::PlanReader reader, plan::PlanReader::open(options_.plan, read));
    maker_.reset();
    KCAST_TRY(std::vector<std::string> worker, worker_command());
    Progress progress(attempt == 0 ? "measuring" : "measuring again", 0);
    progress_ = &progress;
    collect::SuperviseOptions supervise_options{.command = std::move(worker)};
    const auto next = [&]() -> std::optional<collect::CollectJob> {
      return next_job(reader, attempt, stopped);
    };
    Status taken = Unit{};
    const auto end = collect::supervise(
        supervise_options, next,
        [&](const collect::WorkerMessage& message) {
          if (taken) taken = take(message);
        },
        [&] { return stopped || !taken; });
    progress.finish();
    progress_ = nullptr;
    if (!taken) return taken;
    if (!end) return end.error();
    restarts_ += end->restarts;
    for (const std::string& complaint : end->complaints)
      streams_.remarks << "a worker ended early (" << complaint << ") and was started again\n";
    if (maker_ != nullptr && maker_->error()) return *maker_->error();
    return Unit{};
  }

  // On the feeder's thread.
  std::optional<collect::CollectJob> next_job(plan::PlanReader& reader, int64_t attempt,
                                              const std::atomic<bool>& stopped) {
    if (maker_ == nullptr) {
      maker_ = std::make_unique<JobMaker>(
          std::move(reader), attempt,
          [this](const plan::PlannedLaunch& row, int64_t n) { return wanted(row, n); }, inspect_,
          gpu_, [this, attempt, &stopped] { return stopped || out_of_time(attempt); });
    }
    while (jobs_.empty()) {
      const auto prepared = maker_->next();
      if (!prepared || out_of_time(attempt)) return std::nullopt;
      number(*prepared);
    }
    collect::CollectJob job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
  }

  // Gives the launches their ids; those that cannot be made are failures at once.
  void number(const Prepared& prepared) {
    const std::lock_guard lock(mutex_);
    const std::vector<plan::PlannedLaunch>& rows = prepared.rows.rows;
    dataset::KernelKey key{.recipe = rows[0].recipe, .language = rows[0].language};
    if (!prepared.job) {
      for (const plan::PlannedLaunch& row : rows)
        unmade_.push_back({key, row.launch, {"argument", prepared.job.error().message}});
      return;
    }
    key.family = prepared.job->family;
    key.text_sha256 = prepared.job->text_sha256;
    for (const auto& [row, reason] : prepared.job->refused)
      unmade_.push_back({key, rows[row].launch, {"argument", reason}});
    for (const plan::PlanKernel& kernel : prepared.job->kernels) {
      collect::CollectJob job{.kernel = kernel.kernel, .ptx = kernel.ptx, .launches = {}};
      for (const auto& [row, launch] : kernel.launches) {
        pending_[next_id_] = {key, rows[row].launch, prepared.attempt};
        job.launches.emplace_back(next_id_++, launch);
        if (prepared.attempt == 0 && !prepared.rows.features.empty()) {
          made_features_.push_back({rows[row].recipe, rows[row].language, rows[row].launch,
                                    prepared.rows.features[row]});
        }
      }
      jobs_.push_back(std::move(job));
    }
  }

  Status take(const collect::WorkerMessage& message) {
    if (const auto* hello = std::get_if<collect::WorkerHello>(&message)) return begin(*hello);
    if (const auto* stats = std::get_if<collect::WorkerStats>(&message)) {
      for (const auto& [name, value] : stats->sums)
        sums_[name] += value;
      return Unit{};
    }
    take_unmade();
    if (const auto* reading = std::get_if<collect::WorkerReading>(&message)) {
      const Pending pending = take_pending(reading->id);
      add_known(pending);
      labels_ += pending.attempt == 0 ? 1 : 0;
      writer_->add({pending.kernel, pending.launch, pending.attempt, reading->reading});
      progress_->advance();
    } else if (const auto* failure = std::get_if<collect::WorkerFailure>(&message)) {
      const Pending pending = take_pending(failure->id);
      note_failure({pending.kernel, pending.launch, failure->failure}, pending.attempt);
    }
    return writer_->write_sometimes();
  }

  void note_failure(const dataset::StoredFailure& failure, int64_t attempt) {
    failures_[failure.failure.reason] += 1;
    progress_->fail();
    if (attempt == 0) writer_->add(failure);
  }

  void take_unmade() {
    std::vector<dataset::StoredFailure> unmade;
    std::vector<dataset::StoredFeatures> features;
    {
      const std::lock_guard lock(mutex_);
      unmade.swap(unmade_);
      features.swap(made_features_);
    }
    for (const dataset::StoredFailure& failure : unmade)
      note_failure(failure, 0);
    for (dataset::StoredFeatures& row : features)
      writer_->add(std::move(row));
  }

  Pending take_pending(int64_t id) {
    const std::lock_guard lock(mutex_);
    const auto found = pending_.find(id);
    Pending pending = std::move(found->second);
    pending_.erase(found);
    return pending;
  }

  void add_known(const Pending& pending) {
    const std::lock_guard lock(mutex_);
    known_.insert(launch_key(pending.kernel.recipe, pending.kernel.language, pending.launch,
                             pending.attempt));
  }

  // The first worker decides; those after it are the same.
  Status begin(const collect::WorkerHello& hello) {
    if (writer_ == nullptr) {
      const std::string gpu =
          !options_.gpu.empty() ? options_.gpu : gpu_id_of_driver_name(hello.gpu_name);
      const nlohmann::ordered_json about = {{"repeats", options_.repeats},
                                            {"shard", options_.shard},
                                            {"counters", options_.counters}};
      KCAST_TRY(run_, store_.begin_run({.collector = options_.device,
                                        .gpu = gpu,
                                        .gpu_name = hello.gpu_name,
                                        .driver = hello.driver,
                                        .toolkit = hello.toolkit,
                                        .kcast_version = std::string(program_version()),
                                        .started = utc_now(),
                                        .options = about.dump()}));
      Status known =
          store_.each_known(options_.device, gpu,
                            [&](const std::string& recipe, const std::string& row_language,
                                const std::string& launch, int64_t attempt) {
                              plan::PlannedLaunch row;
                              row.recipe = recipe;
                              row.language = row_language;
                              row.launch = launch;
                              known_.insert(launch_key(row, attempt));
                              labels_ += attempt == 0 ? 1 : 0;
                            });
      if (!known) return known;
      writer_ = std::make_unique<Writer>(store_, run_, gpu);
      start_ = Clock::now();
    }
    return Unit{};
  }

  Result<std::vector<std::string>> worker_command() const {
    if (!options_.worker.empty()) return options_.worker;
    KCAST_TRY(const std::filesystem::path program,
              find_part(executable_dir(), "kcast-collect-" + options_.device));
    if (options_.device == "fake") return std::vector<std::string>{program.string()};
    std::vector<std::string> command = {program.string(),
                                        options_.device == "cuda" ? "collect" : "work", "--repeat",
                                        std::to_string(options_.repeats)};
    if (!options_.counters && options_.device == "cuda") command.emplace_back("--no-counters");
    return command;
  }

  double seconds() const { return seconds_since(start_); }

  std::string summary_json() const {
    nlohmann::ordered_json json = {{"measured", writer_->stored()},
                                   {"seconds", seconds()},
                                   {"restarts", restarts_},
                                   {"failures", failures_},
                                   {"worker", sums_}};
    return json.dump();
  }

  void print_summary() const {
    char line[160];
    const uint64_t stored = writer_->stored();
    std::snprintf(line, sizeof(line), "%llu launches measured in %.1f s (%.1f a second)",
                  static_cast<unsigned long long>(stored), seconds(),
                  static_cast<double>(stored) / std::max(seconds(), 1e-9));
    streams_.report << line << "\n";
    for (const auto& [reason, count] : failures_)
      streams_.report << "failed: " << pad_right(reason, 10) << count << "\n";
    if (left_out_.met)
      streams_.report << left_out_.language << " left out: " << left_out_.reason << "\n";
    if (restarts_ > 0) streams_.report << "worker restarted " << restarts_ << " times\n";
    for (const auto& [name, value] : sums_) {
      if (!name.ends_with("_s")) continue;
      std::snprintf(line, sizeof(line), "  %-12s %8.1f s", name.c_str(), value);
      streams_.report << line << "\n";
    }
  }

  const CollectOptions& options_;
  const Streams& streams_;
  dataset::Store store_;
  const launch::Inspect& inspect_;
  const Gpu& gpu_;  // for programs whose host code asks for its properties
  struct LeftOut {
    std::string language;
    std::string reason;
    std::atomic<bool> met = false;
  };
  LeftOut left_out_;
  std::pair<uint64_t, uint64_t> shard_{0, 1};
  int64_t run_ = 0;
  std::unique_ptr<Writer> writer_;
  std::unique_ptr<JobMaker> maker_;
  double repeat_share_ = 0;
  Progress* progress_ = nullptr;
  Clock::time_point start_ = Clock::now();

  std::mutex mutex_;  // of what other threads share
  std::unordered_set<std::string> known_;
  int64_t next_id_ = 0;
  std::unordered_map<int64_t, Pending> pending_;
  std::deque<collect::CollectJob> jobs_;  // numbered and not sent
  std::vector<dataset::StoredFailure> unmade_;
  std::vector<dataset::StoredFeatures> made_features_;

  size_t labels_ = 0;
  int64_t restarts_ = 0;
  std::map<std::string, uint64_t> failures_;
  std::map<std::string, double> sums_;
};

// Runs of different parts may write one store at once, two of the same part may not.
Result<FolderLock> lock_part(const CollectOptions& options) {
  KCAST_TRY(const auto shard, parse_shard(options.own_plan ? "0/1" : options.shard));
  constexpr unsigned kBits = 30;
  return FolderLock::take_part(options.out, (shard.second << kBits) + shard.first);
}

}  // namespace

Status write_jobs(const CollectOptions& requested, const Streams& streams) {
  KCAST_TRY(const CollectRank rank, collect_rank(requested, std::getenv));
  const CollectOptions& options = rank.options;
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  const Result<std::string> math = gpu_math("cuda");
  const launch::Inspect inspect = with_gpu_math(
      [&](const frontend::InspectRequest& request) { return frontend->inspect(request, nullptr); },
      math ? *math : "");
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  KCAST_TRY(const auto shard, parse_shard(options.own_plan ? "0/1" : options.shard));
  KCAST_TRY(plan::PlanReader reader,
            plan::PlanReader::open(options.plan, {.shard = shard.first, .shards = shard.second}));
  std::string lines;
  int64_t id = 0;
  for (;;) {
    KCAST_TRY(const auto kernel, reader.next());
    if (!kernel) break;
    if (!is_run_by("cuda", kernel->rows[0].language)) continue;
    if (kernel->rows[0].language == "openmp" && !math) return math.error();
    const auto job = plan::plan_job(kernel->rows, inspect, gpus.at(0));
    if (!job) {
      streams.remarks << kernel->rows[0].recipe << ": " << job.error().message << "\n";
      continue;
    }
    for (const plan::PlanKernel& made : job->kernels) {
      collect::CollectJob line{.kernel = made.kernel, .ptx = made.ptx, .launches = {}};
      for (const auto& [row, launch] : made.launches)
        line.launches.emplace_back(id++, launch);
      lines += collect::job_line(line) + "\n";
    }
  }
  return write_file(options.jobs, lines);
}

Status collect_plan(const CollectOptions& requested, const Streams& streams) {
  KCAST_TRY(const CollectRank rank, collect_rank(requested, std::getenv));
  const CollectOptions& options = rank.options;
  if (!rank.about.empty()) streams.report << rank.about << "\n" << std::flush;
  if (!rank.devices.empty()) ::setenv("CUDA_VISIBLE_DEVICES", rank.devices.c_str(), 1);
  KCAST_TRY(const std::unique_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  // Behind the fork, so that it is this process's alone, and before the store, so that it ends
  // last.
  KCAST_TRY([[maybe_unused]] const FolderLock lock, lock_part(options));
  KCAST_TRY(dataset::Store store, dataset::Store::open(options.out));
  if (requested.shard == "auto") {
    KCAST_OK(check_part(store, options.out, options.shard));
  }
  const Result<std::string> math = gpu_math(options.device);
  const launch::Inspect inspect = with_gpu_math(
      [&](const frontend::InspectRequest& request) {
        return frontend->inspect(request, &InterruptGuard::interrupted());
      },
      math ? *math : "");
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  Collection collection(options, streams, std::move(store), inspect, gpus.at(0));
  if (!math) collection.leave_out("openmp", math.error().message);
  return collection.run();
}

}  // namespace kcast::workflow
