#include "plan/launch_table.h"

#include <array>
#include <charconv>
#include <cstdio>

#include "base/text.h"

namespace kcast::plan {
namespace {

// One column: its name and the field it holds.
template <typename Field>
struct Column {
  const char* name;
  Field PlannedLaunch::* field;
};

constexpr Column<std::string> kFirst[] = {{"recipe", &PlannedLaunch::recipe},
                                          {"language", &PlannedLaunch::language},
                                          {"launch", &PlannedLaunch::launch}};
constexpr Column<int64_t> kIntegers[] = {{"blocks", &PlannedLaunch::blocks},
                                         {"threads", &PlannedLaunch::threads},
                                         {"bytes", &PlannedLaunch::bytes},
                                         {"shared", &PlannedLaunch::shared}};
constexpr Column<double> kReals[] = {{"time_us", &PlannedLaunch::time_us},
                                     {"flops", &PlannedLaunch::flops},
                                     {"int_ops", &PlannedLaunch::int_ops},
                                     {"l1_bytes", &PlannedLaunch::l1_bytes},
                                     {"l2_bytes", &PlannedLaunch::l2_bytes},
                                     {"hbm_bytes", &PlannedLaunch::hbm_bytes},
                                     {"l1_hit", &PlannedLaunch::l1_hit},
                                     {"l2_hit", &PlannedLaunch::l2_hit},
                                     {"instructions", &PlannedLaunch::instructions},
                                     {"fma", &PlannedLaunch::fma},
                                     {"alu", &PlannedLaunch::alu},
                                     {"fp64", &PlannedLaunch::fp64},
                                     {"xu", &PlannedLaunch::xu},
                                     {"lsu", &PlannedLaunch::lsu}};
constexpr Column<std::string> kLast[] = {{"bound", &PlannedLaunch::bound},
                                         {"chosen", &PlannedLaunch::chosen}};
constexpr size_t kColumns =
    std::size(kFirst) + std::size(kIntegers) + std::size(kReals) + std::size(kLast);

template <typename Visit>
void for_all_columns(Visit visit) {
  for (const auto& column : kFirst)
    visit(column);
  for (const auto& column : kIntegers)
    visit(column);
  for (const auto& column : kReals)
    visit(column);
  for (const auto& column : kLast)
    visit(column);
}

std::string cell_text(const std::string& value) {
  return value;
}

std::string cell_text(int64_t value) {
  return std::to_string(value);
}

// Four digits describe a corpus well enough.
std::string cell_text(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.4g", value);
  return buffer.data();
}

bool read_cell(const std::string& text, std::string& out) {
  out = text;
  return true;
}

template <typename Number>
bool read_cell(const std::string& text, Number& out) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  return error == std::errc{} && stop == end;
}

}  // namespace

PlannedLaunch planned(const Launch& launch, const analyze::Analysis& analysis) {
  PlannedLaunch row;
  row.blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  row.threads = launch.block[0] * launch.block[1] * launch.block[2];
  row.shared = analysis.features.occupancy.shared_bytes;
  for (const LaunchArgument& argument : launch.arguments)
    row.bytes += argument.elements * argument.element_bytes;
  const BaseQuantities& values = analysis.prediction.values;
  row.time_us = values.time_us;
  row.flops = values.flops_fp16 + values.flops_fp32 + values.flops_fp64 + values.flops_tensor;
  row.int_ops = values.int_ops;
  row.l1_bytes = values.l1_bytes;
  row.l2_bytes = values.l2_bytes;
  row.hbm_bytes = values.hbm_read_bytes + values.hbm_write_bytes;
  row.l1_hit = values.l1_hit_rate_pct;
  row.l2_hit = values.l2_hit_rate_pct;
  const OperationCounts& operations = analysis.features.operations;
  row.instructions = operations.warp_instructions;
  const double all = operations.warp_instructions > 0 ? operations.warp_instructions : 1;
  row.fma = operations.pipe_fma / all;
  row.alu = operations.pipe_alu / all;
  row.fp64 = operations.pipe_fp64 / all;
  row.xu = operations.pipe_xu / all;
  row.lsu = operations.pipe_lsu / all;
  row.bound = to_text(analysis.prediction.bound);
  return row;
}

std::string plan_header() {
  std::vector<std::string> names;
  for_all_columns([&](const auto& column) { names.emplace_back(column.name); });
  return join(names, "\t") + "\n";
}

std::string plan_line(const PlannedLaunch& row) {
  std::vector<std::string> cells;
  for_all_columns([&](const auto& column) { cells.push_back(cell_text(row.*column.field)); });
  return join(cells, "\t") + "\n";
}

std::optional<PlannedLaunch> parse_plan_line(std::string_view line) {
  const std::vector<std::string> cells = split(line, '\t');
  PlannedLaunch row;
  size_t at = 0;
  bool good = cells.size() == kColumns;
  if (good) {
    for_all_columns(
        [&](const auto& column) { good = good && read_cell(cells[at++], row.*column.field); });
  }
  return good ? std::optional(std::move(row)) : std::nullopt;
}

Result<std::vector<PlannedLaunch>> parse_plan(std::string_view text) {
  std::vector<PlannedLaunch> rows;
  const std::vector<std::string> lines = split(text, '\n');
  if (lines.empty() || lines[0] + "\n" != plan_header()) {
    return Error{ErrorCode::InvalidInput, "this is no plan: its first line is not the header"};
  }
  for (size_t i = 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    auto row = parse_plan_line(lines[i]);
    if (!row) {
      return Error{ErrorCode::InvalidInput,
                   "line " + std::to_string(i + 1) + " of the plan is damaged"};
    }
    rows.push_back(*std::move(row));
  }
  return rows;
}

}  // namespace kcast::plan
