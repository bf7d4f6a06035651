#include "dataset/store.h"

#include <chrono>
#include <thread>
#include <utility>

#include "dataset/sqlite.h"
#include "dataset/store_merge.h"
#include "dataset/store_read.h"
#include "dataset/store_schema.h"
#include "dataset/store_write.h"

namespace kcast::dataset {

Store::Store(std::unique_ptr<Database> database) : database_(std::move(database)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

namespace {

// SQLite does not wait for the moment in which nobody else holds a new store: it says that it is
// busy.
Status begin_log(Database& database) {
  constexpr int kAttempts = 250;
  constexpr auto kPause = std::chrono::milliseconds(20);
  Status status = database.run("PRAGMA journal_mode = WAL;");
  for (int i = 1; i < kAttempts && !status; ++i) {
    std::this_thread::sleep_for(kPause);
    status = database.run("PRAGMA journal_mode = WAL;");
  }
  return status;
}

// With its tables, which are made where there are none.
Result<Database> open_whole(const std::filesystem::path& file) {
  KCAST_TRY(Database database, Database::open(file, Database::Mode::ReadWrite));
  database.want_checksums();
  KCAST_TRY(const int64_t tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  if (tables == 0) {
    KCAST_OK(make_tables(database));
  }
  KCAST_OK(check_store(database));
  return database;
}

}  // namespace

Result<Store> Store::open(const std::filesystem::path& file) {
  Result<Database> database = open_whole(file);
  // Who opened it while another process made it read a header that was not there yet.
  if (!database) database = open_whole(file);
  if (!database) return database.error();
  KCAST_OK(begin_log(*database));
  KCAST_OK(database->run("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"));
  return Store(std::make_unique<Database>(*std::move(database)));
}
Result<Store> Store::open_to_read(const std::filesystem::path& file) {
  KCAST_TRY(const Database::Mode mode, reading_mode(file));
  KCAST_TRY(Database database, Database::open(file, mode));
  KCAST_OK(check_store(database));
  return Store(std::make_unique<Database>(std::move(database)));
}

Status Store::each_known(
    const std::string& collector, const std::string& gpu,
    const std::function<void(const std::string& recipe, const std::string& language,
                             const std::string& launch, int64_t attempt)>& each) {
  return each_known_launch(*database_, collector, gpu, each);
}

Status Store::each_row(const std::function<bool(const Row&)>& each) const {
  return each_reading(*database_, each);
}

Status Store::each_failure(const std::function<bool(const StoredFailure&)>& each) const {
  return each_stored_failure(*database_, each);
}

Result<std::vector<std::string>> Store::feature_names(const std::string& analysis_version) const {
  return stored_feature_names(*database_, analysis_version);
}

Status Store::each_features(
    const std::string& analysis_version,
    const std::function<bool(int64_t launch_id, std::span<const float>)>& each) const {
  return each_stored_features(*database_, analysis_version, each);
}

Result<std::vector<RunInfo>> Store::runs() const {
  return stored_runs(*database_);
}

Result<int64_t> Store::begin_run(const RunInfo& run) {
  return insert_run(*database_, run);
}

Status Store::add(int64_t run, std::span<const StoredReading> readings,
                  std::span<const StoredFailure> failures) {
  return insert_readings(*database_, run, readings, failures);
}

Status Store::add_features(const std::string& analysis_version, const std::string& gpu,
                           std::span<const std::string> names,
                           std::span<const StoredFeatures> rows) {
  return insert_features(*database_, analysis_version, gpu, names, rows);
}

Status Store::end_run(int64_t run, const std::string& summary_json) {
  return finish_run(*database_, run, summary_json);
}

Status Store::merge(const std::filesystem::path& other) {
  return merge_store(*database_, other);
}

}  // namespace kcast::dataset
