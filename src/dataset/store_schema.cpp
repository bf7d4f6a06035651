#include "dataset/store_schema.h"

#include <unistd.h>

#include "base/text.h"
#include "dataset/store.h"

namespace kcast::dataset {
namespace {

// "kcst", where SQLite keeps the kind of a file.
constexpr const char* kApplicationId = "1801679732";

// Tables that are looked up by numbers alone are clustered by them.
std::string schema_sql() {
  std::string columns;
  for (const Metric* metric : base_metrics())
    columns += "  " + std::string(metric->name) + " REAL,\n";
  return R"(
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE kernels(id INTEGER PRIMARY KEY, recipe TEXT NOT NULL, language TEXT NOT NULL,
  family TEXT NOT NULL, text_sha256 TEXT NOT NULL, UNIQUE(recipe, language));
CREATE TABLE launches(id INTEGER PRIMARY KEY, kernel INTEGER NOT NULL REFERENCES kernels,
  launch TEXT NOT NULL, UNIQUE(kernel, launch));
CREATE TABLE readers(id INTEGER PRIMARY KEY, collector TEXT NOT NULL, gpu TEXT NOT NULL,
  UNIQUE(collector, gpu));
CREATE TABLE runs(id INTEGER PRIMARY KEY, uid TEXT NOT NULL UNIQUE,
  reader INTEGER NOT NULL REFERENCES readers, gpu_name TEXT NOT NULL, driver TEXT NOT NULL,
  toolkit TEXT NOT NULL, kcast_version TEXT NOT NULL, started TEXT NOT NULL,
  options TEXT NOT NULL, ended TEXT NOT NULL DEFAULT '', summary TEXT NOT NULL DEFAULT '');
CREATE TABLE counter_sets(id INTEGER PRIMARY KEY, names TEXT NOT NULL UNIQUE);
CREATE TABLE measurements(launch INTEGER NOT NULL REFERENCES launches, attempt INTEGER NOT NULL,
  reader INTEGER NOT NULL REFERENCES readers, run INTEGER NOT NULL REFERENCES runs,
)" + columns +
         R"(  times BLOB NOT NULL, sm_clock_mhz REAL, memory_clock_mhz REAL,
  registers INTEGER NOT NULL, static_shared_bytes INTEGER NOT NULL, local_bytes INTEGER NOT NULL,
  counter_set INTEGER NOT NULL REFERENCES counter_sets, raw BLOB NOT NULL,
  PRIMARY KEY(launch, attempt, reader)) WITHOUT ROWID;
CREATE TABLE failures(launch INTEGER NOT NULL REFERENCES launches,
  reader INTEGER NOT NULL REFERENCES readers, run INTEGER NOT NULL REFERENCES runs,
  reason TEXT NOT NULL, detail TEXT NOT NULL, PRIMARY KEY(launch, reader)) WITHOUT ROWID;
CREATE TABLE feature_sets(id INTEGER PRIMARY KEY, version TEXT NOT NULL UNIQUE,
  names TEXT NOT NULL);
CREATE TABLE features(feature_set INTEGER NOT NULL REFERENCES feature_sets,
  launch INTEGER NOT NULL REFERENCES launches, gpu TEXT NOT NULL, "values" BLOB NOT NULL,
  PRIMARY KEY(feature_set, launch, gpu)) WITHOUT ROWID;
INSERT INTO meta VALUES('schema_version', ')" +
         std::to_string(kStoreVersion) +
         "'), ('page_checksums', '1'), ('created', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'));\nPRAGMA "
         "application_id = " +
         kApplicationId + ";\n";
}

}  // namespace

std::vector<const Metric*> base_metrics() {
  std::vector<const Metric*> out;
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) out.push_back(&metric);
  }
  return out;
}

std::string base_columns() {
  std::vector<std::string> names;
  for (const Metric* metric : base_metrics())
    names.emplace_back(metric->name);
  return join(names, ", ");
}

Status make_tables(Database& database) {
  KCAST_TRY(Transaction transaction, Transaction::begin(database));
  KCAST_TRY(const int64_t tables, database.integer("SELECT count(*) FROM sqlite_schema"));
  if (tables != 0) return Unit{};
  KCAST_OK(database.run(schema_sql()));
  return transaction.commit();
}

Status check_store(Database& database) {
  KCAST_TRY(const int64_t id, database.integer("PRAGMA application_id"));
  if (std::to_string(id) != kApplicationId) {
    return Error{ErrorCode::InvalidInput, database.name() + " is not a store of readings"};
  }
  KCAST_TRY(const int64_t version, database.integer("SELECT CAST(value AS INTEGER) FROM meta "
                                                    "WHERE key = 'schema_version'"));
  if (version == kStoreVersion) {
    KCAST_TRY(const int64_t checked,
              database.integer("SELECT count(*) FROM meta WHERE key = 'page_checksums'"));
    if (checked == 0 || database.has_checksums()) return Unit{};
    return Error{ErrorCode::InvalidInput,
                 database.name() + " is damaged: its header does not tell of its checksums"};
  }
  return Error{ErrorCode::Unsupported, database.name() + " is a store of version " +
                                           std::to_string(version) + ", this kcast reads version " +
                                           std::to_string(kStoreVersion) +
                                           (version > kStoreVersion ? ": use a newer kcast" : "")};
}

namespace {

// A program that was killed while it wrote may leave a journal, which has to be played back before
// anybody can read the store; a connection that only reads may not.
void play_back_journal(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file.string() + "-journal", ignored)) return;
  if (::access(file.c_str(), W_OK) != 0) return;
  if (Result<Database> database = Database::open(file, Database::Mode::ReadWrite))
    static_cast<void>(database->integer("SELECT count(*) FROM sqlite_schema"));
}

}  // namespace

Result<Database::Mode> reading_mode(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return Error{ErrorCode::NotFound, "there is no store " + file.string()};
  }
  play_back_journal(file);
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  const bool writable = ::access(folder.c_str(), W_OK) == 0;
  const bool logged = std::filesystem::exists(file.string() + "-wal", ignored);
  return writable || logged ? Database::Mode::ReadOnly : Database::Mode::Immutable;
}

}  // namespace kcast::dataset
