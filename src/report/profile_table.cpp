#include "report/profile_table.h"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.h"
#include "report/si_text.h"

namespace kcast::report {

namespace {

using RowCells = std::vector<std::string>;

constexpr size_t kKernelWidth = 36;

std::string sizes_text(const std::optional<std::array<int64_t, 3>>& sizes, int64_t product) {
  if (!sizes) return std::to_string(product);
  std::string out = std::to_string((*sizes)[0]);
  if ((*sizes)[1] > 1 || (*sizes)[2] > 1) out += "x" + std::to_string((*sizes)[1]);
  if ((*sizes)[2] > 1) out += "x" + std::to_string((*sizes)[2]);
  return out;
}

std::string rate_text(const std::optional<double>& value, std::string_view unit) {
  return value ? si_text(*value, unit) : "-";
}

// The columns that a reading and a prediction have in common.
RowCells quantity_cells(const BaseQuantities& values, Bound bound) {
  const DerivedMetrics derived = derive(values);
  std::optional<double> hbm = derived.hbm_read_bandwidth_gbs;
  if (hbm) hbm = *hbm + derived.hbm_write_bandwidth_gbs.value_or(0);
  return {si_text(values.time_us, "us"),
          format_number(values.l1_hit_rate_pct, 1),
          format_number(values.l2_hit_rate_pct, 1),
          rate_text(derived.l2_bandwidth_gbs, "GB/s"),
          rate_text(hbm, "GB/s"),
          rate_text(derived.gflops, "GFLOP/s"),
          bound == Bound::None ? "-" : to_text(bound)};
}

void add_row(const ProfileRow& row, std::vector<RowCells>& cells) {
  const collect::ProfiledLaunch& launch = row.launch;
  RowCells measured = {
      kernel_cell(launch.kernel), std::to_string(launch.launch.value_or(launch.occurrence) + 1),
      sizes_text(launch.grid, launch.blocks), sizes_text(launch.block, launch.threads_per_block)};
  for (std::string& cell : quantity_cells(launch.reading.values, row.bound))
    measured.push_back(std::move(cell));
  cells.push_back(std::move(measured));
  if (!row.predicted) return;
  RowCells predicted = {row.predicted->assumed ? "  predicted *" : "  predicted", "", "", ""};
  for (std::string& cell : quantity_cells(row.predicted->values, row.predicted->bound))
    predicted.push_back(std::move(cell));
  cells.push_back(std::move(predicted));
}

// The first column to the left, the others to the right.
std::string aligned(const std::vector<RowCells>& cells) {
  std::vector<size_t> widths;
  for (const RowCells& row : cells) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i)
      widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  for (const RowCells& row : cells) {
    std::string line;
    for (size_t i = 0; i < row.size(); ++i)
      line += i == 0 ? pad_right(row[i], widths[i]) : "  " + pad_left(row[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string failures_text(std::span<const ProfileRow> rows) {
  std::map<std::string, int64_t> reasons;
  for (const ProfileRow& row : rows) {
    if (!row.launch.failure) continue;
    const ReadingFailure& failure = *row.launch.failure;
    reasons[kernel_cell(row.launch.kernel) + ": " + failure.reason + ": " + failure.detail] += 1;
  }
  std::string out;
  for (const auto& [reason, count] : reasons)
    out += "  " + reason + (count > 1 ? " (" + std::to_string(count) + " times)" : "") + "\n";
  return out.empty() ? out : "\nwithout a reading\n" + out;
}

}  // namespace

std::string kernel_cell(std::string_view kernel) {
  // The parameters begin at the last bracket that opens outside of template arguments.
  size_t end = kernel.size();
  int depth = 0;
  for (size_t i = 0; i < kernel.size(); ++i) {
    if (kernel[i] == '<' || kernel[i] == '(') {
      if (depth == 0 && kernel[i] == '(') end = i;
      ++depth;
    }
    if (kernel[i] == '>' || kernel[i] == ')') --depth;
  }
  std::string_view name = trim(kernel.substr(0, end == 0 ? kernel.size() : end));
  if (name.starts_with("void ")) name.remove_prefix(5);
  if (name.size() <= kKernelWidth) return std::string(name);
  const size_t half = (kKernelWidth - 2) / 2;
  return std::string(name.substr(0, half)) + ".." + std::string(name.substr(name.size() - half));
}

std::string profile_table(std::span<const ProfileRow> rows) {
  std::vector<RowCells> cells = {{"kernel", "launch", "grid", "block", "time", "L1 hit %",
                                  "L2 hit %", "L2", "HBM", "compute", "class"}};
  bool assumed = false;
  for (const ProfileRow& row : rows) {
    if (!row.launch.failure) add_row(row, cells);
    assumed = assumed || (row.predicted && row.predicted->assumed);
  }
  std::string out = cells.size() > 1 ? aligned(cells) : "no launch was read\n";
  if (assumed) {
    out +=
        "* the source does not say this launch: its grid and block are those that ran, its "
        "arguments are assumed\n";
  }
  return out + failures_text(rows);
}

}  // namespace kcast::report
