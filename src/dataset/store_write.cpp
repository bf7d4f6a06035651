#include "dataset/store_write.h"

#include <bit>
#include <random>
#include <utility>

#include "base/text.h"
#include "dataset/number_codec.h"
#include "dataset/store_schema.h"

namespace kcast::dataset {
namespace {

// The statements of a transaction, and the kernel and launch that were looked up last.
class Writer {
 public:
  static Result<Writer> make(Database& database, int64_t run);

  Status add(const StoredReading& stored);
  Status add(const StoredFailure& stored);
  Result<int64_t> launch_id(const KernelKey& kernel, const std::string& launch);

 private:
  explicit Writer(Database& database) : database_(&database) {}
  Result<int64_t> kernel_id(const KernelKey& kernel);
  Status check_known(const Statement& found, const KernelKey& kernel);
  Result<int64_t> counter_set(const LaunchReading& reading);

  Database* database_;
  int64_t run_ = 0;
  int64_t reader_ = 0;
  Statement find_kernel_, add_kernel_, complete_kernel_, find_launch_, add_launch_, find_set_,
      add_set_, add_reading_, drop_failure_, find_label_, add_failure_;
  KernelKey last_kernel_;
  int64_t last_kernel_id_ = 0;
  std::string last_set_;
  int64_t last_set_id_ = 0;
};

Result<Writer> Writer::make(Database& database, int64_t run) {
  Writer writer(database);
  writer.run_ = run;
  std::string places;
  for (size_t i = 0; i < base_metrics().size(); ++i)
    places += "?, ";
  const std::string add_reading =
      "INSERT OR REPLACE INTO measurements(launch, attempt, reader, run, times, sm_clock_mhz, "
      "memory_clock_mhz, registers, static_shared_bytes, local_bytes, counter_set, raw, " +
      base_columns() + ") VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " + places + "?)";
  const std::pair<Statement*, std::string> all[] = {
      {&writer.find_kernel_,
       "SELECT id, family, text_sha256 FROM kernels WHERE recipe = ? AND language = ?"},
      {&writer.add_kernel_,
       "INSERT INTO kernels(recipe, language, family, text_sha256) VALUES(?, ?, ?, ?)"},
      {&writer.complete_kernel_, "UPDATE kernels SET family = ?, text_sha256 = ? WHERE id = ?"},
      {&writer.find_launch_, "SELECT id FROM launches WHERE kernel = ? AND launch = ?"},
      {&writer.add_launch_, "INSERT INTO launches(kernel, launch) VALUES(?, ?)"},
      {&writer.find_set_, "SELECT id FROM counter_sets WHERE names = ?"},
      {&writer.add_set_, "INSERT INTO counter_sets(names) VALUES(?)"},
      {&writer.add_reading_, add_reading},
      {&writer.drop_failure_, "DELETE FROM failures WHERE launch = ? AND reader = ?"},
      {&writer.find_label_,
       "SELECT 1 FROM measurements WHERE launch = ? AND attempt = 0 AND reader = ?"},
      {&writer.add_failure_,
       "INSERT OR REPLACE INTO failures(launch, reader, run, reason, detail) "
       "VALUES(?, ?, ?, ?, ?)"},
  };
  for (const auto& [statement, sql] : all) {
    KCAST_TRY(*statement, database.prepare(sql));
  }
  if (run == 0) return writer;
  KCAST_TRY(Statement reader, database.prepare("SELECT reader FROM runs WHERE id = ?"));
  KCAST_TRY(const bool found, reader.bind(1, run).step());
  if (!found) {
    return Error{ErrorCode::Internal,
                 database.name() + " has no run " + std::to_string(run) + "; begin_run makes one"};
  }
  writer.reader_ = reader.integer(0);
  return writer;
}

// Features may come before readings, and then know neither family nor text.
Status Writer::check_known(const Statement& found, const KernelKey& kernel) {
  if (kernel.text_sha256.empty() ||
      (found.text(1) == kernel.family && found.text(2) == kernel.text_sha256)) {
    return Unit{};
  }
  if (!found.text(2).empty()) {
    const std::string what = found.text(2) != kernel.text_sha256 ? "text" : "family";
    return Error{ErrorCode::InvalidInput,
                 database_->name() + " has " + kernel.recipe + " in " + kernel.language +
                     " with another " + what +
                     "; it was made by another version of kcast, so use a new store"};
  }
  return complete_kernel_.bind(1, std::string_view(kernel.family))
      .bind(2, std::string_view(kernel.text_sha256))
      .bind(3, found.integer(0))
      .run();
}

Result<int64_t> Writer::kernel_id(const KernelKey& kernel) {
  if (last_kernel_id_ != 0 && kernel == last_kernel_) return last_kernel_id_;
  find_kernel_.bind(1, std::string_view(kernel.recipe)).bind(2, std::string_view(kernel.language));
  KCAST_TRY(const bool found, find_kernel_.step());
  if (found) {
    const Status known = check_known(find_kernel_, kernel);
    last_kernel_id_ = find_kernel_.integer(0);
    find_kernel_.reset();
    if (!known) return known.error();
  } else {
    KCAST_OK(add_kernel_.bind(1, std::string_view(kernel.recipe))
                 .bind(2, std::string_view(kernel.language))
                 .bind(3, std::string_view(kernel.family))
                 .bind(4, std::string_view(kernel.text_sha256))
                 .run());
    last_kernel_id_ = database_->last_id();
  }
  last_kernel_ = kernel;
  return last_kernel_id_;
}

Result<int64_t> Writer::launch_id(const KernelKey& kernel, const std::string& launch) {
  KCAST_TRY(const int64_t kernel_number, kernel_id(kernel));
  KCAST_TRY(const bool found,
            find_launch_.bind(1, kernel_number).bind(2, std::string_view(launch)).step());
  if (found) {
    const int64_t id = find_launch_.integer(0);
    find_launch_.reset();
    return id;
  }
  KCAST_OK(add_launch_.bind(1, kernel_number).bind(2, std::string_view(launch)).run());
  return database_->last_id();
}

Result<int64_t> Writer::counter_set(const LaunchReading& reading) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : reading.raw) {
    if (name.empty() || name.find(' ') != std::string::npos) {
      return Error{ErrorCode::Internal,
                   "'" + name + "' is no name of a raw counter: it has blanks"};
    }
    parts.push_back(name);
  }
  std::string names = join(parts, " ");
  if (last_set_id_ != 0 && names == last_set_) return last_set_id_;
  KCAST_TRY(const bool found, find_set_.bind(1, std::string_view(names)).step());
  if (found) {
    last_set_id_ = find_set_.integer(0);
    find_set_.reset();
  } else {
    KCAST_OK(add_set_.bind(1, std::string_view(names)).run());
    last_set_id_ = database_->last_id();
  }
  last_set_ = std::move(names);
  return last_set_id_;
}

Status Writer::add(const StoredReading& stored) {
  const LaunchReading& reading = stored.reading;
  KCAST_TRY(const int64_t launch, launch_id(stored.kernel, stored.launch));
  KCAST_TRY(const int64_t set, counter_set(reading));
  std::vector<double> raw;
  for (const auto& [name, value] : reading.raw)
    raw.push_back(value);
  add_reading_.bind(1, launch).bind(2, stored.attempt).bind(3, reader_).bind(4, run_);
  add_reading_.bind_blob(5, encode_times(reading.times_us));
  add_reading_.bind(6, reading.sm_clock_mhz).bind(7, reading.memory_clock_mhz);
  add_reading_.bind(8, reading.registers).bind(9, reading.static_shared_bytes);
  add_reading_.bind(10, reading.local_bytes).bind(11, set);
  add_reading_.bind_blob(12, encode_numbers(raw));
  int place = 13;
  for (const Metric* metric : base_metrics())
    add_reading_.bind(place++, reading.values.*(metric->base));
  KCAST_OK(add_reading_.run());
  if (stored.attempt != 0) return Unit{};
  return drop_failure_.bind(1, launch).bind(2, reader_).run();
}

Status Writer::add(const StoredFailure& stored) {
  KCAST_TRY(const int64_t launch, launch_id(stored.kernel, stored.launch));
  KCAST_TRY(const bool labelled, find_label_.bind(1, launch).bind(2, reader_).step());
  if (labelled) {
    find_label_.reset();
    return Unit{};
  }
  return add_failure_.bind(1, launch)
      .bind(2, reader_)
      .bind(3, run_)
      .bind(4, std::string_view(stored.failure.reason))
      .bind(5, std::string_view(stored.failure.detail))
      .run();
}

// Tells runs of different stores apart when they are merged.
std::string random_uid() {
  std::random_device source;
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (int i = 0; i < 32; ++i)
    out += kDigits[source() & 15U];
  return out;
}

Result<int64_t> reader_id(Database& database, const RunInfo& run) {
  KCAST_TRY(Statement add,
            database.prepare("INSERT OR IGNORE INTO readers(collector, gpu) VALUES(?, ?)"));
  KCAST_OK(add.bind(1, std::string_view(run.collector)).bind(2, std::string_view(run.gpu)).run());
  KCAST_TRY(Statement find,
            database.prepare("SELECT id FROM readers WHERE collector = ? AND gpu = ?"));
  find.bind(1, std::string_view(run.collector)).bind(2, std::string_view(run.gpu));
  KCAST_TRY([[maybe_unused]] const bool found, find.step());
  return find.integer(0);
}

// The set of a version, made if it is new.
Result<int64_t> feature_set_id(Database& database, const std::string& version,
                               std::span<const std::string> names) {
  const std::string joined = join(names, " ");
  KCAST_TRY(Statement find,
            database.prepare("SELECT id, names FROM feature_sets WHERE version = ?"));
  KCAST_TRY(const bool found, find.bind(1, std::string_view(version)).step());
  if (found && find.text(1) == joined) return find.integer(0);
  if (found) {
    return Error{ErrorCode::InvalidInput, database.name() + " has features of version " + version +
                                              " with other names; give the set a new version"};
  }
  KCAST_TRY(Statement add,
            database.prepare("INSERT INTO feature_sets(version, names) VALUES(?, ?)"));
  KCAST_OK(add.bind(1, std::string_view(version)).bind(2, std::string_view(joined)).run());
  return database.last_id();
}

std::string float_bytes(std::span<const float> values) {
  std::string out;
  out.reserve(values.size() * 4);
  for (const float value : values) {
    const auto bits = std::bit_cast<uint32_t>(value);
    for (unsigned shift = 0; shift < 32; shift += 8)
      out += static_cast<char>((bits >> shift) & 0xff);
  }
  return out;
}

}  // namespace

Result<int64_t> insert_run(Database& database, const RunInfo& run) {
  KCAST_TRY(Transaction transaction, Transaction::begin(database));
  KCAST_TRY(const int64_t reader, reader_id(database, run));
  KCAST_TRY(Statement add,
            database.prepare("INSERT INTO runs(uid, reader, gpu_name, driver, toolkit, "
                             "kcast_version, started, options) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"));
  add.bind(1, std::string_view(random_uid())).bind(2, reader);
  int place = 3;
  for (const std::string* text :
       {&run.gpu_name, &run.driver, &run.toolkit, &run.kcast_version, &run.started, &run.options}) {
    add.bind(place++, std::string_view(*text));
  }
  KCAST_OK(add.run());
  const int64_t id = database.last_id();
  KCAST_OK(transaction.commit());
  return id;
}

Status insert_readings(Database& database, int64_t run, std::span<const StoredReading> readings,
                       std::span<const StoredFailure> failures) {
  KCAST_TRY(Transaction transaction, Transaction::begin(database));
  KCAST_TRY(Writer writer, Writer::make(database, run));
  for (const StoredReading& reading : readings) {
    if (Status added = writer.add(reading); !added) return added;
  }
  for (const StoredFailure& failure : failures) {
    if (Status added = writer.add(failure); !added) return added;
  }
  return transaction.commit();
}

Status insert_features(Database& database, const std::string& analysis_version,
                       const std::string& gpu, std::span<const std::string> names,
                       std::span<const StoredFeatures> rows) {
  KCAST_TRY(Transaction transaction, Transaction::begin(database));
  KCAST_TRY(const int64_t set, feature_set_id(database, analysis_version, names));
  KCAST_TRY(Writer writer, Writer::make(database, 0));
  KCAST_TRY(Statement add, database.prepare("INSERT OR REPLACE INTO features VALUES(?, ?, ?, ?)"));
  for (const StoredFeatures& row : rows) {
    if (row.values.size() != names.size()) {
      return Error{ErrorCode::Internal, "features of " + row.recipe + ": " +
                                            std::to_string(row.values.size()) + " values for " +
                                            std::to_string(names.size()) + " names"};
    }
    KCAST_TRY(const int64_t launch,
              writer.launch_id(KernelKey{row.recipe, row.language, "", ""}, row.launch));
    add.bind(1, set).bind(2, launch).bind(3, std::string_view(gpu));
    KCAST_OK(add.bind_blob(4, float_bytes(row.values)).run());
  }
  return transaction.commit();
}

Status finish_run(Database& database, int64_t run, const std::string& summary_json) {
  KCAST_TRY(Statement update,
            database.prepare("UPDATE runs SET summary = ?, ended = "
                             "strftime('%Y-%m-%dT%H:%M:%SZ', 'now') WHERE id = ?"));
  return update.bind(1, std::string_view(summary_json)).bind(2, run).run();
}

}  // namespace kcast::dataset
