#include "dataset/sample_tables.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace kcast::dataset {
namespace {

// A column made of every element.
template <typename T, typename Items, typename Get>
Column column_of(std::string name, const Items& items, const Get& get) {
  std::vector<T> values;
  values.reserve(items.size());
  for (const auto& item : items)
    values.push_back(static_cast<T>(get(item)));
  return {std::move(name), std::move(values)};
}

// What every file begins with.
template <typename Items>
std::vector<Column> key_columns(const Items& items) {
  return {
      column_of<std::string>("recipe", items, [](const auto& i) { return i.kernel.recipe; }),
      column_of<std::string>("language", items, [](const auto& i) { return i.kernel.language; }),
      column_of<std::string>("launch", items, [](const auto& i) { return i.launch; }),
      column_of<std::string>("family", items, [](const auto& i) { return i.kernel.family; }),
      column_of<std::string>("gpu", items, [](const auto& i) { return i.gpu; }),
      column_of<std::string>("collector", items, [](const auto& i) { return i.collector; })};
}

// Digits that mean nothing would be a tenth of the file.
double in_steps(double value, double steps) {
  return std::round(value * steps) / steps;
}

bool is_count(const Metric& metric) {
  return metric.unit == "FLOP" || metric.unit == "op" || metric.unit == "B";
}

void add_quantities(const std::vector<Row>& rows, std::vector<Column>& out) {
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    const auto value = [&metric](const Row& row) { return row.reading.values.*metric.base; };
    out.push_back(is_count(metric) ? column_of<double>(std::string(metric.name), rows, value)
                                   : column_of<float>(std::string(metric.name), rows, value));
  }
  out.push_back(column_of<float>(
      "sm_clock_mhz", rows, [](const Row& row) { return in_steps(row.reading.sm_clock_mhz, 10); }));
  out.push_back(column_of<float>("memory_clock_mhz", rows, [](const Row& row) {
    return in_steps(row.reading.memory_clock_mhz, 10);
  }));
}

void add_resources(const std::vector<Row>& rows, std::vector<Column>& out) {
  out.push_back(
      column_of<int32_t>("registers", rows, [](const Row& row) { return row.reading.registers; }));
  out.push_back(column_of<int32_t>("static_shared_bytes", rows,
                                   [](const Row& row) { return row.reading.static_shared_bytes; }));
  out.push_back(column_of<int32_t>("local_bytes", rows,
                                   [](const Row& row) { return row.reading.local_bytes; }));
}

void add_numbers(const std::vector<LabelNumbers>& numbers, std::vector<Column>& out) {
  using Numbers = LabelNumbers;
  out.push_back(column_of<int32_t>("repeats", numbers, [](const Numbers& n) { return n.repeats; }));
  out.push_back(column_of<float>("time_spread", numbers,
                                 [](const Numbers& n) { return in_steps(n.spread, 1e4); }));
  out.push_back(column_of<int64_t>("blocks", numbers, [](const Numbers& n) { return n.blocks; }));
  out.push_back(column_of<int32_t>("threads", numbers, [](const Numbers& n) { return n.threads; }));
  out.push_back(column_of<int32_t>("dynamic_shared_bytes", numbers,
                                   [](const Numbers& n) { return n.shared_bytes; }));
  out.push_back(
      column_of<int64_t>("buffer_bytes", numbers, [](const Numbers& n) { return n.buffer_bytes; }));
}

void add_sides(const SampleSet& set, const SplitRules& rules, std::vector<Column>& out) {
  for (const Split split : kSplits) {
    std::vector<std::string> sides;
    for (size_t i = 0; i < set.labels.size(); ++i) {
      const Row& row = set.labels[i];
      const LabelNumbers& numbers = set.numbers[i];
      sides.emplace_back(
          side_name(rules.side(split, {row.kernel.recipe, row.kernel.language, row.launch,
                                       row.kernel.family, static_cast<double>(numbers.buffer_bytes),
                                       static_cast<double>(numbers.blocks * numbers.threads)})));
    }
    out.push_back({"split_" + std::string(split_name(split)), std::move(sides)});
  }
}

bool has_column(const Table& table, std::string_view name) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [name](const Column& column) { return column.name == name; });
}

// Sets a text of every item.
template <typename Item, typename Place>
Status take_texts(const Table& table, std::string_view name, std::vector<Item>& items,
                  const Place& place) {
  KCAST_TRY(const auto* texts, text_column(table, name));
  for (size_t i = 0; i < items.size(); ++i)
    place(items[i]) = (*texts)[i];
  return Unit{};
}

template <typename Item, typename Place>
Status take_numbers(const Table& table, std::string_view name, std::vector<Item>& items,
                    const Place& place) {
  KCAST_TRY(const std::vector<double> numbers, read_numbers(table, name));
  for (size_t i = 0; i < items.size(); ++i) {
    auto& at = place(items[i]);
    using Number = std::decay_t<decltype(at)>;
    const bool fits = std::is_floating_point_v<Number> || std::abs(numbers[i]) < 9e18;
    if (!fits) {
      return Error{ErrorCode::InvalidInput,
                   "column '" + std::string(name) + "' has a value that is no whole number"};
    }
    at = static_cast<Number>(numbers[i]);
  }
  return Unit{};
}

template <typename Item>
Status take_keys(const Table& table, std::vector<Item>& items) {
  const std::pair<const char*, std::string& (*)(Item&)> columns[] = {
      {"recipe", [](Item& i) -> std::string& { return i.kernel.recipe; }},
      {"language", [](Item& i) -> std::string& { return i.kernel.language; }},
      {"launch", [](Item& i) -> std::string& { return i.launch; }},
      {"family", [](Item& i) -> std::string& { return i.kernel.family; }},
      {"gpu", [](Item& i) -> std::string& { return i.gpu; }},
      {"collector", [](Item& i) -> std::string& { return i.collector; }}};
  for (const auto& [name, place] : columns) {
    if (Status taken = take_texts(table, name, items, place); !taken) return taken;
  }
  return Unit{};
}

Status take_quantities(const Table& table, std::vector<Row>& rows) {
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    const auto place = [&metric](Row& row) -> double& { return row.reading.values.*metric.base; };
    if (Status taken = take_numbers(table, metric.name, rows, place); !taken) return taken;
  }
  KCAST_OK(take_numbers(table, "sm_clock_mhz", rows,
                        [](Row& row) -> double& { return row.reading.sm_clock_mhz; }));
  return take_numbers(table, "memory_clock_mhz", rows,
                      [](Row& row) -> double& { return row.reading.memory_clock_mhz; });
}

Status take_resources(const Table& table, std::vector<Row>& rows) {
  const std::pair<const char*, int64_t LaunchReading::*> columns[] = {
      {"registers", &LaunchReading::registers},
      {"static_shared_bytes", &LaunchReading::static_shared_bytes},
      {"local_bytes", &LaunchReading::local_bytes}};
  for (const auto& [name, member] : columns) {
    const auto place = [member](Row& row) -> int64_t& { return row.reading.*member; };
    if (Status taken = take_numbers(table, name, rows, place); !taken) return taken;
  }
  return Unit{};
}

Status take_label_numbers(const Table& table, std::vector<LabelNumbers>& out) {
  const std::pair<const char*, int64_t LabelNumbers::*> columns[] = {
      {"repeats", &LabelNumbers::repeats},
      {"blocks", &LabelNumbers::blocks},
      {"threads", &LabelNumbers::threads},
      {"dynamic_shared_bytes", &LabelNumbers::shared_bytes},
      {"buffer_bytes", &LabelNumbers::buffer_bytes}};
  for (const auto& [name, member] : columns) {
    const auto place = [member](LabelNumbers& numbers) -> int64_t& { return numbers.*member; };
    if (Status taken = take_numbers(table, name, out, place); !taken) return taken;
  }
  return take_numbers(table, "time_spread", out,
                      [](LabelNumbers& numbers) -> double& { return numbers.spread; });
}

template <typename T>
void append(std::vector<T>& all, std::vector<T> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

using nlohmann::ordered_json;

constexpr std::pair<const char*, std::string RunInfo::*> kRunFields[] = {
    {"collector", &RunInfo::collector}, {"gpu", &RunInfo::gpu},
    {"gpu_name", &RunInfo::gpu_name},   {"driver", &RunInfo::driver},
    {"toolkit", &RunInfo::toolkit},     {"kcast", &RunInfo::kcast_version},
    {"started", &RunInfo::started},     {"ended", &RunInfo::ended}};

std::string runs_text(const std::vector<RunInfo>& runs) {
  ordered_json out = ordered_json::array();
  for (const RunInfo& run : runs) {
    ordered_json fields = ordered_json::object();
    for (const auto& [name, member] : kRunFields)
      fields[name] = run.*member;
    out.push_back(std::move(fields));
  }
  return out.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// What is no list of runs is left out: the numbers do not depend on it.
void take_runs(const Table& table, std::vector<RunInfo>& runs) {
  for (const auto& [key, value] : table.metadata) {
    const ordered_json list =
        key == "runs" ? ordered_json::parse(value, nullptr, false) : ordered_json();
    if (!list.is_array()) continue;
    for (const ordered_json& fields : list) {
      RunInfo& run = runs.emplace_back();
      for (const auto& [name, member] : kRunFields) {
        const auto field = fields.is_object() ? fields.find(name) : fields.end();
        if (field != fields.end() && field->is_string()) run.*member = *field;
      }
    }
  }
}

Status add_failures(const Table& table, SampleSet& set) {
  std::vector<StoredFailure> failures(row_count(table));
  KCAST_OK(take_keys(table, failures));
  KCAST_OK(take_texts(table, "reason", failures,
                      [](StoredFailure& f) -> std::string& { return f.failure.reason; }));
  KCAST_OK(take_texts(table, "detail", failures,
                      [](StoredFailure& f) -> std::string& { return f.failure.detail; }));
  append(set.failures, std::move(failures));
  return Unit{};
}

Status add_repeats(const Table& table, SampleSet& set) {
  std::vector<Row> rows(row_count(table));
  KCAST_OK(take_keys(table, rows));
  KCAST_OK(take_quantities(table, rows));
  KCAST_OK(take_numbers(table, "attempt", rows, [](Row& row) -> int64_t& { return row.attempt; }));
  append(set.repeats, std::move(rows));
  return Unit{};
}

Status add_labels(const Table& table, SampleSet& set) {
  std::vector<Row> rows(row_count(table));
  std::vector<LabelNumbers> numbers(rows.size());
  KCAST_OK(take_keys(table, rows));
  KCAST_OK(take_quantities(table, rows));
  KCAST_OK(take_texts(table, "text_sha256", rows,
                      [](Row& row) -> std::string& { return row.kernel.text_sha256; }));
  KCAST_OK(take_resources(table, rows));
  KCAST_OK(take_label_numbers(table, numbers));
  append(set.labels, std::move(rows));
  append(set.numbers, std::move(numbers));
  take_runs(table, set.runs);
  return Unit{};
}

}  // namespace

Table launches_table(const SampleSet& set, const SplitRules& rules) {
  Table table;
  table.columns = key_columns(set.labels);
  table.columns.push_back(column_of<std::string>(
      "text_sha256", set.labels, [](const Row& row) { return row.kernel.text_sha256; }));
  add_sides(set, rules, table.columns);
  add_numbers(set.numbers, table.columns);
  add_resources(set.labels, table.columns);
  add_quantities(set.labels, table.columns);
  table.metadata = {{"split_rules", "1"}, {"runs", runs_text(set.runs)}};
  return table;
}

Table repeats_table(const SampleSet& set) {
  Table table;
  table.columns = key_columns(set.repeats);
  table.columns.push_back(
      column_of<int32_t>("attempt", set.repeats, [](const Row& row) { return row.attempt; }));
  add_quantities(set.repeats, table.columns);
  return table;
}

Table failures_table(const SampleSet& set) {
  Table table;
  table.columns = key_columns(set.failures);
  table.columns.push_back(column_of<std::string>(
      "reason", set.failures, [](const StoredFailure& f) { return f.failure.reason; }));
  table.columns.push_back(column_of<std::string>(
      "detail", set.failures, [](const StoredFailure& f) { return f.failure.detail; }));
  return table;
}

Status add_table(const Table& table, SampleSet& set) {
  if (has_column(table, "reason")) return add_failures(table, set);
  return has_column(table, "attempt") ? add_repeats(table, set) : add_labels(table, set);
}

}  // namespace kcast::dataset
