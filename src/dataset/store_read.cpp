#include "dataset/store_read.h"

#include <bit>

#include "base/text.h"
#include "dataset/number_codec.h"
#include "dataset/store_schema.h"

namespace kcast::dataset {
namespace {

std::string text_of(const Statement& row, int column) {
  return std::string(row.text(column));
}

std::vector<std::string> words(std::string_view text) {
  return text.empty() ? std::vector<std::string>{} : split(text, ' ');
}

KernelKey kernel_at(const Statement& row, int column) {
  return {text_of(row, column), text_of(row, column + 1), text_of(row, column + 2),
          text_of(row, column + 3)};
}

constexpr std::string_view kRowSql =
    "SELECT m.launch, k.recipe, k.language, k.family, k.text_sha256, l.launch, r.gpu, "
    "r.collector, m.attempt, m.times, m.sm_clock_mhz, m.memory_clock_mhz, m.registers, "
    "m.static_shared_bytes, m.local_bytes, s.names, m.raw, ";
constexpr std::string_view kRowFrom =
    " FROM measurements m JOIN launches l ON l.id = m.launch JOIN kernels k ON k.id = l.kernel "
    "JOIN readers r ON r.id = m.reader JOIN counter_sets s ON s.id = m.counter_set "
    "ORDER BY m.launch, m.attempt, m.reader";
constexpr int kFirstMetric = 17;

Result<LaunchReading> reading_at(const Statement& row, std::span<const Metric* const> base) {
  LaunchReading out;
  KCAST_TRY(out.times_us, decode_times(row.blob(9)));
  out.sm_clock_mhz = row.real(10);
  out.memory_clock_mhz = row.real(11);
  out.registers = row.integer(12);
  out.static_shared_bytes = row.integer(13);
  out.local_bytes = row.integer(14);
  const std::vector<std::string> names = words(row.text(15));
  KCAST_TRY(const std::vector<double> raw, decode_numbers(row.blob(16)));
  if (raw.size() != names.size()) {
    return Error{ErrorCode::InvalidInput, "the raw counters of a reading are damaged"};
  }
  for (size_t i = 0; i < raw.size(); ++i)
    out.raw.emplace_back(names[i], raw[i]);
  for (size_t i = 0; i < base.size(); ++i)
    out.values.*(base[i]->base) = row.real(kFirstMetric + static_cast<int>(i));
  return out;
}

}  // namespace

Status each_known_launch(
    Database& database, const std::string& collector, const std::string& gpu,
    const std::function<void(const std::string& recipe, const std::string& language,
                             const std::string& launch, int64_t attempt)>& each) {
  KCAST_TRY(Statement rows,
            database.prepare(
                "SELECT k.recipe, k.language, l.launch, known.attempt FROM ("
                "SELECT launch, attempt, reader FROM measurements UNION ALL "
                "SELECT launch, -1, reader FROM failures) known "
                "JOIN launches l ON l.id = known.launch JOIN kernels k ON k.id = l.kernel "
                "JOIN readers r ON r.id = known.reader WHERE r.collector = ? AND r.gpu = ?"));
  rows.bind(1, std::string_view(collector)).bind(2, std::string_view(gpu));
  while (true) {
    KCAST_TRY(const bool more, rows.step());
    if (!more) return Unit{};
    each(text_of(rows, 0), text_of(rows, 1), text_of(rows, 2), rows.integer(3));
  }
}

Status each_reading(Database& database, const std::function<bool(const Row&)>& each) {
  const std::vector<const Metric*> base = base_metrics();
  KCAST_TRY(Statement rows,
            database.prepare(std::string(kRowSql) + base_columns() + std::string(kRowFrom)));
  Row row;
  while (true) {
    KCAST_TRY(const bool more, rows.step());
    if (!more) return Unit{};
    row.launch_id = rows.integer(0);
    row.kernel = kernel_at(rows, 1);
    row.launch = rows.text(5);
    row.gpu = rows.text(6);
    row.collector = rows.text(7);
    row.attempt = rows.integer(8);
    Result<LaunchReading> reading = reading_at(rows, base);
    if (!reading) return std::move(reading).error().context(database.name());
    row.reading = *std::move(reading);
    if (!each(row)) return Unit{};
  }
}

Status each_stored_failure(Database& database,
                           const std::function<bool(const StoredFailure&)>& each) {
  KCAST_TRY(Statement rows,
            database.prepare(
                "SELECT k.recipe, k.language, k.family, k.text_sha256, l.launch, f.reason, "
                "f.detail, r.gpu, r.collector FROM failures f JOIN launches l ON l.id = f.launch "
                "JOIN kernels k ON k.id = l.kernel JOIN readers r ON r.id = f.reader "
                "ORDER BY f.launch, f.reader"));
  while (true) {
    KCAST_TRY(const bool more, rows.step());
    if (!more) return Unit{};
    const StoredFailure failure = {kernel_at(rows, 0),
                                   text_of(rows, 4),
                                   {text_of(rows, 5), text_of(rows, 6)},
                                   text_of(rows, 7),
                                   text_of(rows, 8)};
    if (!each(failure)) return Unit{};
  }
}

Result<std::vector<std::string>> stored_feature_names(Database& database,
                                                      const std::string& analysis_version) {
  KCAST_TRY(Statement find, database.prepare("SELECT names FROM feature_sets WHERE version = ?"));
  KCAST_TRY(const bool found, find.bind(1, std::string_view(analysis_version)).step());
  if (!found) {
    return Error{ErrorCode::NotFound,
                 database.name() + " has no features of version " + analysis_version};
  }
  return words(find.text(0));
}

Status each_stored_features(
    Database& database, const std::string& analysis_version,
    const std::function<bool(int64_t launch_id, std::span<const float>)>& each) {
  KCAST_TRY(Statement rows,
            database.prepare("SELECT f.launch, f.\"values\" FROM features f JOIN "
                             "feature_sets s ON s.id = f.feature_set WHERE s.version = ? "
                             "ORDER BY f.launch, f.gpu"));
  rows.bind(1, std::string_view(analysis_version));
  std::vector<float> values;
  while (true) {
    KCAST_TRY(const bool more, rows.step());
    if (!more) return Unit{};
    const std::string_view bytes = rows.blob(1);
    values.resize(bytes.size() / 4);
    for (size_t i = 0; i < values.size(); ++i) {
      uint32_t bits = 0;
      for (size_t b = 0; b < 4; ++b)
        bits |= static_cast<uint32_t>(static_cast<unsigned char>(bytes[4 * i + b])) << (8 * b);
      values[i] = std::bit_cast<float>(bits);
    }
    if (!each(rows.integer(0), values)) return Unit{};
  }
}

Result<std::vector<RunInfo>> stored_runs(Database& database) {
  KCAST_TRY(Statement rows,
            database.prepare("SELECT r.collector, r.gpu, gpu_name, driver, toolkit, "
                             "kcast_version, started, options, ended, summary FROM runs "
                             "JOIN readers r ON r.id = runs.reader ORDER BY runs.id"));
  std::vector<RunInfo> out;
  while (true) {
    KCAST_TRY(const bool more, rows.step());
    if (!more) return out;
    out.push_back({text_of(rows, 0), text_of(rows, 1), text_of(rows, 2), text_of(rows, 3),
                   text_of(rows, 4), text_of(rows, 5), text_of(rows, 6), text_of(rows, 7),
                   text_of(rows, 8), text_of(rows, 9)});
  }
}

}  // namespace kcast::dataset
