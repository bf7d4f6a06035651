#include "collect/import/ncu_table.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "base/csv.h"
#include "base/text.h"

namespace kcast::collect {

namespace {

// The names of units changed over the years; both generations are here.
constexpr std::pair<std::string_view, double> kUnits[] = {
    {"ns", 1},
    {"nsecond", 1},
    {"us", 1e3},
    {"usecond", 1e3},
    {"ms", 1e6},
    {"msecond", 1e6},
    {"s", 1e9},
    {"second", 1e9},
    {"byte", 1},
    {"Kbyte", 1e3},
    {"Mbyte", 1e6},
    {"Gbyte", 1e9},
    {"Tbyte", 1e12},
    {"byte/block", 1},
    {"Kbyte/block", 1e3},
    {"hz", 1},
    {"Khz", 1e3},
    {"Mhz", 1e6},
    {"Ghz", 1e9},
    {"cycle/second", 1},
    {"cycle/msecond", 1e3},
    {"cycle/usecond", 1e6},
    {"cycle/nsecond", 1e9},
    {"cycle/s", 1},
    {"cycle/ms", 1e3},
    {"cycle/us", 1e6},
    {"cycle/ns", 1e9},
    {"", 1},
    {"%", 1},
    {"inst", 1},
    {"sector", 1},
    {"register/thread", 1},
    {"request", 1},
    {"cycle", 1},
};

// A table in the text: from its header to the next line of ncu's own, or the next header.
struct TableText {
  std::string_view text;
  size_t first_line = 1;
};

bool is_header(std::string_view line) {
  return line.starts_with("\"ID\",") || line.starts_with("ID,");
}

// Outputs of several runs may stand in one text.
std::vector<TableText> find_tables(std::string_view text) {
  std::vector<TableText> tables;
  bool inside = false;
  size_t start = 0;
  size_t line = 1;
  for (size_t at = 0; at < text.size(); ++line) {
    const std::string_view rest = text.substr(at);
    const bool header = is_header(rest);
    if (inside && (header || rest.starts_with("=="))) {
      tables.back().text = text.substr(start, at - start);
      inside = false;
    }
    if (header) {
      tables.push_back({{}, line});
      start = at;
      inside = true;
    }
    const size_t end = rest.find('\n');
    at = end == std::string_view::npos ? text.size() : at + end + 1;
  }
  if (inside) tables.back().text = text.substr(start);
  return tables;
}

// "(256, 1, 1)"; older releases print "256, 1, 1".
std::optional<std::array<int64_t, 3>> parse_extent(std::string_view text) {
  text = trim(text);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  const std::vector<std::string> parts = split(text, ',');
  if (parts.size() != 3) return std::nullopt;
  constexpr std::array<int64_t, 3> kLargest = {2147483647, 65535, 65535};  // CUDA's
  std::array<int64_t, 3> extent{};
  for (size_t i = 0; i < 3; ++i) {
    const std::optional<int64_t> value = parse_int(parts[i]);
    if (!value || *value < 1 || *value > kLargest[i]) return std::nullopt;
    extent[i] = *value;
  }
  return extent;
}

// Where the cells of a launch are, and the metrics with what they are multiplied by.
struct NcuColumns {
  size_t kernel = 0;
  size_t grid = 0;
  size_t block = 0;
  std::optional<size_t> capability;
  std::optional<size_t> gpu_name;
  std::vector<std::pair<size_t, double>> metrics;
};

Result<NcuColumns> find_columns(const CsvReader& table) {
  NcuColumns columns;
  if (table.find("Metric Name")) {
    return Error{ErrorCode::InvalidInput,
                 table.name() + ": this is not the raw page: print it with --csv --page raw"};
  }
  KCAST_TRY(columns.kernel, table.column("Kernel Name"));
  KCAST_TRY(columns.grid, table.column("Grid Size"));
  KCAST_TRY(columns.block, table.column("Block Size"));
  columns.capability = table.find("CC");
  columns.gpu_name = table.find("device__attribute_display_name");
  return columns;
}

// The row of units names no kernel.
Status read_units(const CsvReader& table, bool (*wanted)(std::string_view), NcuColumns& columns) {
  if (!table.text(columns.kernel).empty()) {
    return Error{ErrorCode::InvalidInput,
                 table.name() + ":" + std::to_string(table.line()) +
                     ": no row of units below the header: print it with --csv --page raw"};
  }
  for (size_t i = 0; i < table.header().size(); ++i) {
    if (!wanted(table.header()[i])) continue;
    const Result<double> factor = ncu_unit_factor(trim(table.text(i)));
    if (!factor) return table.error_at(i, factor.error().message);
    columns.metrics.emplace_back(i, *factor);
  }
  return Unit{};
}

Result<NcuLaunch> read_launch(const CsvReader& table, const NcuColumns& columns) {
  NcuLaunch launch;
  launch.kernel = table.text(columns.kernel);
  if (columns.capability) launch.compute_capability = table.text(*columns.capability);
  if (columns.gpu_name) launch.gpu_name = table.text(*columns.gpu_name);
  const auto grid = parse_extent(table.text(columns.grid));
  if (!grid) return table.error_at(columns.grid, "'" + table.text(columns.grid) + "' is no size");
  const auto block = parse_extent(table.text(columns.block));
  if (!block) {
    return table.error_at(columns.block, "'" + table.text(columns.block) + "' is no size");
  }
  launch.grid = *grid;
  launch.block = *block;
  for (const auto& [column, factor] : columns.metrics) {
    const std::string_view cell = trim(table.text(column));
    if (cell.empty() || to_lower(cell) == "n/a" || to_lower(cell) == "nan") continue;
    KCAST_TRY(const double value, table.number(column));
    launch.metrics[table.header()[column]] = value * factor;
  }
  return launch;
}

Result<std::vector<NcuLaunch>> read_table(const TableText& text, const std::string& name,
                                          bool (*wanted)(std::string_view)) {
  KCAST_TRY(CsvReader table, CsvReader::open(text.text, name, text.first_line));
  KCAST_TRY(NcuColumns columns, find_columns(table));
  std::vector<NcuLaunch> launches;
  KCAST_TRY(bool any, table.next());
  if (!any) return launches;
  if (const Status units = read_units(table, wanted, columns); !units) return units.error();
  for (;;) {
    KCAST_TRY(any, table.next());
    if (!any) return launches;
    KCAST_TRY(NcuLaunch launch, read_launch(table, columns));
    launches.push_back(std::move(launch));
  }
}

}  // namespace

Result<double> ncu_unit_factor(std::string_view unit) {
  for (const auto& [name, factor] : kUnits) {
    if (name == unit) return factor;
  }
  return Error{ErrorCode::InvalidInput,
               "unknown unit '" + std::string(unit) + "': print it with --print-units base"};
}

Result<std::vector<NcuLaunch>> parse_ncu_table(std::string_view text, const std::string& name,
                                               bool (*wanted)(std::string_view metric)) {
  const std::vector<TableText> tables = find_tables(text);
  if (tables.empty()) {
    return Error{ErrorCode::InvalidInput,
                 name +
                     ": no table of ncu: print it with --csv --page raw, and see whether ncu "
                     "says why there is none"};
  }
  std::vector<NcuLaunch> launches;
  for (const TableText& table : tables) {
    KCAST_TRY(std::vector<NcuLaunch> found, read_table(table, name, wanted));
    std::move(found.begin(), found.end(), std::back_inserter(launches));
  }
  if (launches.empty()) {
    return Error{ErrorCode::InvalidInput, name + ": no launches below the header"};
  }
  return launches;
}

}  // namespace kcast::collect
