#include "dataset/sample_set.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/files.h"
#include "dataset/parquet.h"
#include "dataset/sample_tables.h"

namespace kcast::dataset {
namespace {

namespace fs = std::filesystem;

enum class FileKind { Store, Parquet, Other };

FileKind kind_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string head(15, '\0');
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  if (head == "SQLite format 3") return FileKind::Store;
  return head.starts_with("PAR1") ? FileKind::Parquet : FileKind::Other;
}

Status add_store(const fs::path& file, SampleSet& set) {
  KCAST_TRY(const Store store, Store::open_to_read(file));
  KCAST_OK(store.each_row([&set](const Row& row) {
    if (row.attempt == 0) {
      set.labels.push_back(row);
      LabelNumbers numbers;
      numbers.repeats = static_cast<int64_t>(row.reading.times_us.size());
      numbers.spread = time_spread(row.reading);
      set.numbers.push_back(numbers);
    } else {
      set.repeats.push_back(row);
    }
    return true;
  }));
  KCAST_TRY(const std::vector<RunInfo> runs, store.runs());
  set.runs.insert(set.runs.end(), runs.begin(), runs.end());
  return store.each_failure([&set](const StoredFailure& failure) {
    set.failures.push_back(failure);
    return true;
  });
}

// Loads the module when the first Parquet file comes.
class SampleReader {
 public:
  explicit SampleReader(const fs::path& modules) : modules_(modules) {}

  Status add(const fs::path& file, SampleSet& set) {
    const FileKind kind = kind_of(file);
    if (kind == FileKind::Store) return add_store(file, set);
    if (kind == FileKind::Other) {
      return Error{ErrorCode::InvalidInput, file.string() + " is neither a store nor Parquet"};
    }
    if (!parquet_) {
      KCAST_TRY(Parquet loaded, Parquet::load(modules_));
      parquet_ = loaded;
    }
    KCAST_TRY(const Table table, parquet_->read(file));
    Status added = add_table(table, set);
    if (!added) return std::move(added).error().context(file.string());
    return Unit{};
  }

 private:
  fs::path modules_;
  std::optional<Parquet> parquet_;
};

auto order_of(const Row& row) {
  return std::tie(row.kernel.recipe, row.kernel.language, row.launch, row.gpu, row.collector,
                  row.attempt);
}

auto order_of(const StoredFailure& failure) {
  return std::tie(failure.kernel.recipe, failure.kernel.language, failure.launch, failure.gpu,
                  failure.collector);
}

template <typename T>
void sort_once(std::vector<T>& rows) {
  std::stable_sort(rows.begin(), rows.end(),
                   [](const T& a, const T& b) { return order_of(a) < order_of(b); });
  rows.erase(std::unique(rows.begin(), rows.end(),
                         [](const T& a, const T& b) { return order_of(a) == order_of(b); }),
             rows.end());
}

}  // namespace

Result<SampleSet> read_samples(const fs::path& set, const fs::path& modules) {
  std::error_code ignored;
  SampleSet out;
  SampleReader reader(modules);
  if (!fs::is_directory(set, ignored)) {
    if (!fs::exists(set, ignored)) {
      return Error{ErrorCode::NotFound, "there is no data set " + set.string()};
    }
    KCAST_OK(reader.add(set, out));
    return out;
  }
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(set, ignored)) {
    if (!entry.is_regular_file(ignored)) continue;
    KCAST_TRY(const fs::path file, path_inside(set, entry.path().filename()));
    if (kind_of(file) != FileKind::Other) files.push_back(file);
  }
  if (files.empty()) {
    return Error{ErrorCode::NotFound, set.string() + " has neither stores nor Parquet files"};
  }
  std::sort(files.begin(), files.end());
  for (const fs::path& file : files) {
    KCAST_OK(reader.add(file, out));
  }
  return out;
}

bool has_counters(const BaseQuantities& values) {
  return std::any_of(metrics().begin(), metrics().end(), [&values](const Metric& metric) {
    return metric.base != nullptr && metric.base != &BaseQuantities::time_us &&
           values.*metric.base != 0 && !std::isnan(values.*metric.base);
  });
}

void sort_samples(SampleSet& set) {
  std::vector<size_t> order(set.labels.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&set](size_t a, size_t b) {
    return order_of(set.labels[a]) < order_of(set.labels[b]);
  });
  order.erase(std::unique(order.begin(), order.end(),
                          [&set](size_t a, size_t b) {
                            return order_of(set.labels[a]) == order_of(set.labels[b]);
                          }),
              order.end());
  SampleSet sorted;
  for (const size_t i : order) {
    sorted.labels.push_back(std::move(set.labels[i]));
    sorted.numbers.push_back(set.numbers[i]);
  }
  set.labels = std::move(sorted.labels);
  set.numbers = std::move(sorted.numbers);
  sort_once(set.repeats);
  sort_once(set.failures);
}

}  // namespace kcast::dataset
