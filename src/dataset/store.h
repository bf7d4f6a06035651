// The store of a collection: one SQLite file, written while measuring and safe to interrupt.
//
// Version 1. Tables:
//   meta          key, value: "schema_version", "created", "page_checksums"
//   kernels       what was measured: recipe, language, its family, SHA-256 of its text
//   launches      launches of kernels, by the text of a plan (schema/launch_point.h, "host:0")
//   readers       what reads: a collector on a gpu
//   runs          one call of a collector: driver, toolkit, options, times; `uid` is random
//   counter_sets  names of raw counters, blanks between them
//   measurements  readings; attempt 0 is the label, later ones are repeats for the noise floor
//   failures      launches without a label, with the reason
//   feature_sets  versions of the analysis with the names of their features
//   features      float32 values, low byte first, in the order of the set's names
// The columns of measurements have the names of schema/metrics.h; NULL is not a number. `times`
// and `raw` are blobs (number_codec.h): the repeats, and the values of the row's counter set.
// A launch is the same in every store that has the same recipe, language and launch text, so that
// stores of several machines are merged by these three, the gpu, the collector and the attempt.
//
// The pages of a store have checksums (page_checksums.h), so that a changed bit is found when its
// page is read; stores of older versions have none and are read as they are.
//
// Several processes may write one store at once (SQLite's write-ahead log, so not on a network
// drive: there, every machine writes its own and they are merged). Beside the file lie FILE-wal
// and FILE-shm until the last one closes it; a writer that was killed leaves them, and they belong
// to the store. An object is used by one thread at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "schema/reading.h"

namespace kcast::dataset {

constexpr int64_t kStoreVersion = 1;

struct KernelKey {
  std::string recipe;
  std::string language;  // "cuda", "hip", "opencl"
  std::string family;
  std::string text_sha256;  // of the source that was compiled

  bool operator==(const KernelKey&) const = default;
};

struct RunInfo {
  std::string collector;  // "cuda", "opencl", "rocm", "fake"
  std::string gpu;        // Gpu::id
  std::string gpu_name;   // as the driver calls it
  std::string driver;
  std::string toolkit;
  std::string kcast_version;
  std::string started;  // ISO 8601
  std::string options;  // JSON
  std::string ended;    // set by end_run
  std::string summary;  // JSON, set by end_run

  bool operator==(const RunInfo&) const = default;
};

struct StoredReading {
  KernelKey kernel;
  std::string launch;
  int64_t attempt = 0;
  LaunchReading reading;
};

struct StoredFailure {
  KernelKey kernel;
  std::string launch;
  ReadingFailure failure;
  std::string gpu;  // where it is read from a store; add() takes the run's
  std::string collector;
};

struct StoredFeatures {
  std::string recipe;
  std::string language;
  std::string launch;
  std::vector<float> values;
};

// One reading, as readers of the store see it.
struct Row {
  int64_t launch_id = 0;
  KernelKey kernel;
  std::string launch;
  std::string gpu;
  std::string collector;
  int64_t attempt = 0;
  LaunchReading reading;
};

class Database;

class Store {
 public:
  // Opens the file, or makes it. A file of another version, or no store, is an error that says so.
  static Result<Store> open(const std::filesystem::path& file);
  static Result<Store> open_to_read(const std::filesystem::path& file);
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  Result<int64_t> begin_run(const RunInfo& run);
  // One transaction for all of them; a reading that is there already is replaced. A label removes
  // the launch's failure, and a failure of a launch that has a label is left out. A kernel whose
  // text differs from the one that was measured before is an error.
  Status add(int64_t run, std::span<const StoredReading> readings,
             std::span<const StoredFailure> failures);
  // Launches need not have been measured. What is there already is replaced; the names of a
  // version never change.
  Status add_features(const std::string& analysis_version, const std::string& gpu,
                      std::span<const std::string> names, std::span<const StoredFeatures> rows);
  // What became of a run, at its end.
  Status end_run(int64_t run, const std::string& summary_json);

  // Calls `each` for every launch that a collector has read or given up on, with its attempt (-1
  // for a failure): what need not be measured again.
  Status each_known(const std::string& collector, const std::string& gpu,
                    const std::function<void(const std::string& recipe, const std::string& language,
                                             const std::string& launch, int64_t attempt)>& each);

  // Every reading in the order of launch and attempt; stops when `each` returns false.
  Status each_row(const std::function<bool(const Row&)>& each) const;
  Status each_failure(const std::function<bool(const StoredFailure&)>& each) const;
  // Features by launch id, of one version; names of the set first.
  Result<std::vector<std::string>> feature_names(const std::string& analysis_version) const;
  Status each_features(
      const std::string& analysis_version,
      const std::function<bool(int64_t launch_id, std::span<const float>)>& each) const;
  Result<std::vector<RunInfo>> runs() const;

  // Takes over everything of another store; what both have stays as it is here.
  Status merge(const std::filesystem::path& other);

 private:
  explicit Store(std::unique_ptr<Database> database);
  std::unique_ptr<Database> database_;
};

}  // namespace kcast::dataset
