#include "dataset/store_merge.h"

#include "dataset/store.h"
#include "dataset/store_schema.h"

namespace kcast::dataset {
namespace {

// What both stores know must be the same thing: an example of a kernel that is not.
Status check_kernels(Database& database, const std::filesystem::path& other) {
  KCAST_TRY(Statement find,
            database.prepare("SELECT a.recipe, a.language FROM main.kernels a JOIN other.kernels b "
                             "ON b.recipe = a.recipe AND b.language = a.language "
                             "WHERE a.text_sha256 <> '' AND b.text_sha256 <> '' AND "
                             "(a.text_sha256 <> b.text_sha256 OR a.family <> b.family) LIMIT 1"));
  KCAST_TRY(const bool differs, find.step());
  if (!differs) return Unit{};
  return Error{ErrorCode::InvalidInput,
               database.name() + " and " + other.string() +
                   " have different texts or families of " + std::string(find.text(0)) + " in " +
                   std::string(find.text(1)) + ": they were made by different versions of kcast"};
}

Status check_features(Database& database, const std::filesystem::path& other) {
  KCAST_TRY(Statement find,
            database.prepare("SELECT a.version FROM main.feature_sets a JOIN other.feature_sets b "
                             "ON b.version = a.version WHERE a.names <> b.names LIMIT 1"));
  KCAST_TRY(const bool differs, find.step());
  if (!differs) return Unit{};
  return Error{ErrorCode::InvalidInput, database.name() + " and " + other.string() +
                                            " name the features of version " +
                                            std::string(find.text(0)) + " differently"};
}

// Numbers of the other store to numbers here.
constexpr const char* kMergeNames = R"(
INSERT OR IGNORE INTO main.kernels(recipe, language, family, text_sha256)
  SELECT recipe, language, family, text_sha256 FROM other.kernels ORDER BY id;
UPDATE main.kernels SET (family, text_sha256) =
  (SELECT family, text_sha256 FROM other.kernels b
   WHERE b.recipe = main.kernels.recipe AND b.language = main.kernels.language)
  WHERE text_sha256 = '' AND EXISTS (SELECT 1 FROM other.kernels b
   WHERE b.recipe = main.kernels.recipe AND b.language = main.kernels.language);
CREATE TEMP TABLE kernel_map AS SELECT b.id AS theirs, a.id AS ours FROM other.kernels b
  JOIN main.kernels a ON a.recipe = b.recipe AND a.language = b.language;
CREATE UNIQUE INDEX temp.kernel_index ON kernel_map(theirs, ours);
INSERT OR IGNORE INTO main.launches(kernel, launch)
  SELECT k.ours, b.launch FROM other.launches b JOIN kernel_map k ON k.theirs = b.kernel
  ORDER BY b.id;
CREATE TEMP TABLE launch_map AS SELECT b.id AS theirs, a.id AS ours FROM other.launches b
  JOIN kernel_map k ON k.theirs = b.kernel
  JOIN main.launches a ON a.kernel = k.ours AND a.launch = b.launch;
CREATE UNIQUE INDEX temp.launch_index ON launch_map(theirs, ours);
INSERT OR IGNORE INTO main.readers(collector, gpu)
  SELECT collector, gpu FROM other.readers ORDER BY id;
CREATE TEMP TABLE reader_map AS SELECT b.id AS theirs, a.id AS ours FROM other.readers b
  JOIN main.readers a ON a.collector = b.collector AND a.gpu = b.gpu;
INSERT OR IGNORE INTO main.counter_sets(names) SELECT names FROM other.counter_sets ORDER BY id;
CREATE TEMP TABLE set_map AS SELECT b.id AS theirs, a.id AS ours FROM other.counter_sets b
  JOIN main.counter_sets a ON a.names = b.names;
INSERT OR IGNORE INTO main.runs(uid, reader, gpu_name, driver, toolkit, kcast_version, started,
    options, ended, summary)
  SELECT uid, r.ours, gpu_name, driver, toolkit, kcast_version, started, options, ended, summary
  FROM other.runs JOIN reader_map r ON r.theirs = reader ORDER BY id;
CREATE TEMP TABLE run_map AS SELECT b.id AS theirs, a.id AS ours FROM other.runs b
  JOIN main.runs a ON a.uid = b.uid;
INSERT OR IGNORE INTO main.feature_sets(version, names)
  SELECT version, names FROM other.feature_sets ORDER BY id;
)";

constexpr const char* kMergeRows = R"(
INSERT OR IGNORE INTO main.failures(launch, reader, run, reason, detail)
  SELECT l.ours, r.ours, u.ours, f.reason, f.detail FROM other.failures f
  JOIN launch_map l ON l.theirs = f.launch JOIN reader_map r ON r.theirs = f.reader
  JOIN run_map u ON u.theirs = f.run;
DELETE FROM main.failures WHERE EXISTS (SELECT 1 FROM main.measurements m
  WHERE m.launch = main.failures.launch AND m.attempt = 0 AND m.reader = main.failures.reader);
INSERT OR IGNORE INTO main.features(feature_set, launch, gpu, "values")
  SELECT a.id, l.ours, f.gpu, f."values" FROM other.features f
  JOIN other.feature_sets b ON b.id = f.feature_set
  JOIN main.feature_sets a ON a.version = b.version JOIN launch_map l ON l.theirs = f.launch;
DROP TABLE temp.kernel_map; DROP TABLE temp.launch_map; DROP TABLE temp.reader_map;
DROP TABLE temp.set_map; DROP TABLE temp.run_map;
)";

std::string merge_measurements() {
  const std::string rest =
      "times, sm_clock_mhz, memory_clock_mhz, registers, static_shared_bytes, local_bytes, raw, " +
      base_columns();
  return "INSERT OR IGNORE INTO main.measurements(launch, attempt, reader, run, counter_set, " +
         rest + ") SELECT l.ours, m.attempt, r.ours, u.ours, s.ours, " + rest +
         " FROM other.measurements m JOIN launch_map l ON l.theirs = m.launch "
         "JOIN reader_map r ON r.theirs = m.reader JOIN run_map u ON u.theirs = m.run "
         "JOIN set_map s ON s.theirs = m.counter_set;\n";
}

Status merge_attached(Database& database, const std::filesystem::path& other) {
  KCAST_TRY(Transaction transaction, Transaction::begin(database));
  KCAST_OK(check_kernels(database, other));
  KCAST_OK(check_features(database, other));
  KCAST_OK(database.run(kMergeNames + merge_measurements() + kMergeRows));
  return transaction.commit();
}

}  // namespace

Status merge_store(Database& database, const std::filesystem::path& other) {
  KCAST_TRY(const Database::Mode mode, reading_mode(other));
  std::error_code ignored;
  if (std::filesystem::equivalent(database.name(), other, ignored)) {
    return Error{ErrorCode::InvalidInput, "cannot merge " + other.string() + " with itself"};
  }
  KCAST_TRY([[maybe_unused]] const Store checked, Store::open_to_read(other));
  KCAST_OK(database.attach(other, mode, "other"));
  Status merged = merge_attached(database, other);
  KCAST_OK(database.run("DETACH other"));
  return merged;
}

}  // namespace kcast::dataset
