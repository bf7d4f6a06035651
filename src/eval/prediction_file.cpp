#include "eval/prediction_file.h"

#include <charconv>
#include <utility>
#include <vector>

#include "base/io/line_reader.h"
#include "base/text.h"

namespace kcast::eval {
namespace {

constexpr std::string_view kFirstLine = "kcast predictions 2";
constexpr size_t kWaitingBytes = size_t{1} << 16;
constexpr size_t kKeyColumns = 5;
constexpr size_t kNumberColumns = 6;
constexpr size_t kIntervalColumns = 2;

// The base quantities, in the order of metrics().
std::vector<double BaseQuantities::*> base_fields() {
  std::vector<double BaseQuantities::*> out;
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) out.push_back(metric.base);
  }
  return out;
}

// The shortest text that reads back as the same number.
std::string exact_text(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  return {text, end};
}

std::optional<double> exact_value(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// A message of a compiler may hold anything.
std::string one_cell(std::string text) {
  for (char& c : text) {
    if (c == '\t' || c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

// Numbers of the columns from `at` on; nothing where the first is empty, or one cannot be read.
std::optional<std::vector<double>> read_numbers(const std::vector<std::string>& cells, size_t at,
                                                size_t count) {
  std::vector<double> out;
  for (size_t i = at; i < at + count; ++i) {
    const auto value = exact_value(cells[i]);
    if (!value) return std::nullopt;
    out.push_back(*value);
  }
  return out;
}

size_t value_columns() {
  return base_fields().size() + kIntervalColumns;
}

std::optional<KnownValues> read_values(const std::vector<std::string>& cells, size_t at) {
  const std::vector<double BaseQuantities::*> fields = base_fields();
  const auto numbers = read_numbers(cells, at, fields.size() + kIntervalColumns);
  if (!numbers) return std::nullopt;
  KnownValues out;
  for (size_t i = 0; i < fields.size(); ++i)
    out.values.*fields[i] = (*numbers)[i];
  out.time_low_us = (*numbers)[fields.size()];
  out.time_high_us = (*numbers)[fields.size() + 1];
  return out;
}

void add_values(const std::optional<KnownValues>& known, std::vector<std::string>& cells) {
  for (double BaseQuantities::* field : base_fields())
    cells.push_back(known ? exact_text(known->values.*field) : "");
  cells.push_back(known ? exact_text(known->time_low_us) : "");
  cells.push_back(known ? exact_text(known->time_high_us) : "");
}

KnownPrediction parse_cells(const std::vector<std::string>& cells) {
  KnownPrediction out;
  if (const auto launch = read_numbers(cells, kKeyColumns, kNumberColumns)) {
    const std::vector<double>& n = *launch;
    out.numbers = LaunchNumbers{n[0], n[1], n[2], {n[3], n[4], n[5]}};
  }
  const size_t first_value = kKeyColumns + kNumberColumns;
  out.analytic = read_values(cells, first_value);
  out.corrected = read_values(cells, first_value + value_columns());
  const size_t problem = first_value + 2 * value_columns();
  out.problem = cells[problem];
  out.sketch = parse_sketch(cells[problem + 1]);
  return out;
}

std::vector<std::string> cells_of(const KnownPrediction& prediction) {
  std::vector<std::string> cells;
  if (prediction.numbers) {
    const LaunchNumbers& n = *prediction.numbers;
    for (const double value :
         {n.blocks, n.threads, n.bytes, n.scalars[0], n.scalars[1], n.scalars[2]})
      cells.push_back(exact_text(value));
  } else {
    cells.resize(kNumberColumns);
  }
  add_values(prediction.analytic, cells);
  add_values(prediction.corrected, cells);
  cells.push_back(one_cell(prediction.problem));
  cells.push_back(prediction.sketch ? sketch_text(*prediction.sketch) : "");
  return cells;
}

}  // namespace

Result<PredictionFile> PredictionFile::open(const std::filesystem::path& path, std::string analysis,
                                            std::string gpu) {
  PredictionFile file;
  file.path_ = path;
  file.analysis_ = std::move(analysis);
  file.gpu_ = std::move(gpu);
  if (path.empty()) return file;
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) {
    KCAST_TRY(const uint64_t whole, file.read());
    // Half a line: its writer was killed.
    if (std::filesystem::file_size(path, ignored) > whole) {
      std::filesystem::resize_file(path, whole, ignored);
    }
  }
  KCAST_TRY(file.out_, AppendedFile::open(path));
  if (std::filesystem::file_size(path, ignored) == 0) {
    file.waiting_ = std::string(kFirstLine) + "\n";
  }
  KCAST_OK(file.flush());
  return file;
}

Result<uint64_t> PredictionFile::read() {
  const size_t columns = kKeyColumns + kNumberColumns + 2 * value_columns() + 2;
  KCAST_TRY(LineReader reader, LineReader::open(path_));
  uint64_t whole = 0;
  for (;;) {
    KCAST_TRY(const auto line, reader.next());
    if (!line || (!reader.has_end() && reader.number() > 1)) return whole;
    whole = reader.offset();
    if (reader.number() == 1) {
      if (*line == kFirstLine && reader.has_end()) continue;
      return Error{ErrorCode::InvalidInput,
                   path_.string() + " is no file of predictions; name another one"};
    }
    const std::vector<std::string> cells = split(*line, '\t');
    if (cells.size() != columns) {
      return Error{ErrorCode::InvalidInput, path_.string() + ":" + std::to_string(reader.number()) +
                                                " has not " + std::to_string(columns) +
                                                " columns; remove the file"};
    }
    if (cells[0] == analysis_ && cells[1] == gpu_) {
      known_.insert_or_assign({cells[2], cells[3], cells[4]}, parse_cells(cells));
    }
  }
}

const KnownPrediction* PredictionFile::find(const LaunchKey& key) const {
  const auto found = known_.find(key);
  return found != known_.end() ? &found->second : nullptr;
}

Status PredictionFile::add(const LaunchKey& key, KnownPrediction prediction) {
  if (!path_.empty()) {
    const auto& [recipe, language, launch] = key;
    waiting_ += analysis_ + '\t' + gpu_ + '\t' + recipe + '\t' + language + '\t' + launch + '\t' +
                join(cells_of(prediction), "\t") + '\n';
  }
  known_.insert_or_assign(key, std::move(prediction));
  return waiting_.size() >= kWaitingBytes ? flush() : Unit{};
}

Status PredictionFile::flush() {
  if (waiting_.empty()) return Unit{};
  return out_.add(std::exchange(waiting_, {}));
}

}  // namespace kcast::eval
