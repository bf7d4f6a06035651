#include "eval/checks.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>

#include "base/quantile.h"
#include "base/rng.h"
#include "base/text.h"
#include "eval/bootstrap.h"
#include "predict/classify.h"

namespace kcast::eval {

namespace {

using Rows = std::vector<CheckRow>;
// Whether a row is right; empty: the criterion does not apply to it.
using Verdict = std::function<std::optional<bool>(const CheckRow&)>;

constexpr double kMinReadFootprint = 4e6;
constexpr double kSmallCount = 0.5;

double error_of(double predicted, double measured) {
  if (measured == 0) return predicted == 0 ? 0 : 1;
  return std::abs(predicted - measured) / std::abs(measured);
}

Criterion share(std::string name, double target, const Rows& rows, const Verdict& verdict) {
  Criterion out{std::move(name), target, false, std::nullopt, 0};
  size_t right = 0;
  for (const CheckRow& row : rows) {
    const std::optional<bool> is_right = verdict(row);
    if (!is_right) continue;
    ++out.rows;
    right += *is_right ? 1 : 0;
  }
  if (out.rows > 0) out.reached = static_cast<double>(right) / static_cast<double>(out.rows);
  return out;
}

Verdict within(double BaseQuantities::* field, double tolerance) {
  return [field, tolerance](const CheckRow& row) -> std::optional<bool> {
    if (row.measured.*field < kSmallCount && row.predicted.*field < kSmallCount)
      return std::nullopt;
    return error_of(row.predicted.*field, row.measured.*field) <= tolerance;
  };
}

std::optional<bool> flops_right(const CheckRow& row) {
  const auto one = [&](double BaseQuantities::* field) {
    return row.measured.*field < kSmallCount && row.predicted.*field < kSmallCount
               ? true
               : error_of(row.predicted.*field, row.measured.*field) <= 0.005;
  };
  const double any = row.measured.flops_fp32 + row.measured.flops_fp64 + row.predicted.flops_fp32 +
                     row.predicted.flops_fp64;
  if (any < kSmallCount) return std::nullopt;
  return one(&BaseQuantities::flops_fp32) && one(&BaseQuantities::flops_fp64);
}

Verdict points(double BaseQuantities::* field, double tolerance) {
  return [field, tolerance](const CheckRow& row) -> std::optional<bool> {
    // ncu's rates go a little over 100 %.
    const double measured = std::clamp(row.measured.*field, 0.0, 100.0);
    return std::abs(row.predicted.*field - measured) <= tolerance;
  };
}

std::optional<bool> dram_read_right(const CheckRow& row) {
  if (row.unique_read_bytes < kMinReadFootprint) return std::nullopt;
  return error_of(row.predicted.hbm_read_bytes, row.measured.hbm_read_bytes) <= 0.1;
}

std::optional<bool> dram_write_right(const CheckRow& row, const Gpu& gpu) {
  const double l2 = static_cast<double>(gpu.l2.size_bytes);
  if (row.unique_write_bytes >= 2 * l2) {
    return error_of(row.predicted.hbm_write_bytes, row.measured.hbm_write_bytes) <= 0.15;
  }
  return std::abs(row.predicted.hbm_write_bytes - row.measured.hbm_write_bytes) <= 0.05 * l2;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return quantile_of(values, q);
}

// Mean over the kernels that have at least two launches.
Criterion order_within_kernels(const Rows& rows) {
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> kernels;
  for (const CheckRow& row : rows) {
    kernels[row.kernel].first.push_back(row.predicted.time_us);
    kernels[row.kernel].second.push_back(row.measured.time_us);
  }
  Criterion out{"time: Spearman within a kernel's launches, mean", 0.9, false, std::nullopt, 0};
  double sum = 0;
  for (const auto& [name, times] : kernels) {
    if (times.first.size() < 2) continue;
    const double order = rank_correlation(times.first, times.second);
    if (std::isnan(order)) continue;
    sum += order;
    ++out.rows;
  }
  if (out.rows > 0) out.reached = sum / static_cast<double>(out.rows);
  return out;
}

// How far a time is off, over the rows; empty without rows.
std::optional<double> error_quantile(const Rows& rows, double q,
                                     const std::function<double(const CheckRow&)>& time_us) {
  std::vector<double> errors;
  for (const CheckRow& row : rows) {
    errors.push_back(error_of(time_us(row), row.measured.time_us));
  }
  return errors.empty() ? std::nullopt : std::optional<double>(quantile(errors, q));
}

double predicted_time(const CheckRow& row) {
  return row.predicted.time_us;
}

Criterion over_roofline(const Rows& rows, const Gpu& gpu) {
  const std::optional<double> plain = error_quantile(
      rows, 0.5, [&gpu](const CheckRow& row) { return roofline_time_us(row.measured, gpu); });
  Criterion out{"time: median error over that of a roofline with measured counters", 0.5, true,
                std::nullopt, rows.size()};
  if (plain && *plain > 0) out.reached = *error_quantile(rows, 0.5, predicted_time) / *plain;
  return out;
}

std::string percent(std::optional<double> value) {
  return value ? format_number(100 * *value, 1) + " %" : "-";
}

void append_criteria(const std::vector<Criterion>& held_out, const std::vector<Criterion>& open,
                     std::string& out) {
  out +=
      "| criterion | target | held-out third | rows | open part | rows "
      "|\n|---|---|---|---|---|---|\n";
  for (size_t i = 0; i < held_out.size(); ++i) {
    const Criterion& target = held_out[i];
    out += "| " + target.name + " | " + (target.at_most ? "<= " : ">= ") + percent(target.target) +
           " | " + percent(target.reached) + (target.met() ? "" : " (missed)") + " | " +
           std::to_string(target.rows) + " | " + percent(open[i].reached) +
           (open[i].met() ? "" : " (missed)") + " | " + std::to_string(open[i].rows) + " |\n";
  }
}

std::string cell(double predicted, double measured) {
  if (measured < kSmallCount && predicted < kSmallCount) return "0";
  if (measured < kSmallCount) return "+" + format_number(predicted, 0);
  return format_number(predicted / measured, 3);
}

void sort_worst_first(Rows& rows) {
  std::stable_sort(rows.begin(), rows.end(), [](const CheckRow& a, const CheckRow& b) {
    const auto error = [](const CheckRow& row) {
      return std::abs(std::log(std::max(1e-9, row.predicted.time_us / row.measured.time_us)));
    };
    return error(a) > error(b);
  });
}

std::string launch_cell(const CheckRow& row) {
  return std::to_string(row.launch) + (row.estimated ? " (estimated)" : "") +
         (row.irregular ? " (irregular)" : "");
}

void append_rows(Rows rows, const Gpu& gpu, const std::map<std::string, std::string>& reasons,
                 std::string& out) {
  sort_worst_first(rows);
  out +=
      "\n| kernel | launch | time us | time | fp32 | fp64 | int | L1 B | L2 B | read | write | "
      "L1 hit | L2 hit | class | busiest part | remark |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
  for (const CheckRow& row : rows) {
    const BaseQuantities& p = row.predicted;
    const BaseQuantities& m = row.measured;
    const bool same = predict::classify(p, gpu).bound == predict::classify(m, gpu).bound;
    out += "| " + row.kernel + " | " + launch_cell(row) + " | " + format_number(m.time_us, 1) +
           " | " + cell(p.time_us, m.time_us) + " | " + cell(p.flops_fp32, m.flops_fp32) + " | " +
           cell(p.flops_fp64, m.flops_fp64) + " | " + cell(p.int_ops, m.int_ops) + " | " +
           cell(p.l1_bytes, m.l1_bytes) + " | " + cell(p.l2_bytes, m.l2_bytes) + " | " +
           cell(p.hbm_read_bytes, m.hbm_read_bytes) + " | " +
           format_number((p.hbm_write_bytes - m.hbm_write_bytes) / 1e6, 1) + " MB | " +
           format_number(p.l1_hit_rate_pct - m.l1_hit_rate_pct, 1) + " | " +
           format_number(p.l2_hit_rate_pct - m.l2_hit_rate_pct, 1) + " | " +
           (same ? "right" : "wrong") + " | " + row.decided_by + " | " +
           (reasons.contains(row.kernel) ? reasons.at(row.kernel) : "") + " |\n";
  }
}

}  // namespace

bool is_held_out(std::string_view kernel) {
  return stable_hash(kernel) % 3 == 0;
}

double roofline_time_us(const BaseQuantities& values, const Gpu& gpu) {
  const double compute = std::max({values.flops_fp32 / gpu.peaks.fp32_gflops,
                                   values.flops_fp64 / gpu.peaks.fp64_gflops,
                                   values.flops_tensor / gpu.peaks.tensor_fp16_gflops});
  const double memory = (values.hbm_read_bytes + values.hbm_write_bytes) / gpu.bandwidth.dram_gbs;
  const double overhead = gpu.measured && gpu.measured->launch_us ? *gpu.measured->launch_us : 1.6;
  return std::max(compute, memory) / 1000 + overhead;
}

std::vector<Criterion> judge(const std::vector<CheckRow>& all, const Gpu& gpu) {
  Rows rows;     // known control flow
  Rows regular;  // and without gathers near the L2's size
  for (const CheckRow& row : all) {
    if (row.estimated) continue;
    rows.push_back(row);
    if (!row.irregular) regular.push_back(row);
  }
  using Base = BaseQuantities;
  std::vector<Criterion> out;
  out.push_back(share("fp32 and fp64 FLOPs within 0.5 %", 0.95, rows, flops_right));
  out.push_back(share("integer operations within 10 %", 0.7, rows, within(&Base::int_ops, 0.1)));
  out.push_back(share("L1 bytes within 1 %", 0.9, rows, within(&Base::l1_bytes, 0.01)));
  out.push_back(share("L2 bytes within 10 %", 0.8, regular, within(&Base::l2_bytes, 0.1)));
  out.push_back(
      share("DRAM read within 10 % (footprint over 4 MB)", 0.8, regular, dram_read_right));
  out.push_back(share("DRAM write within 15 %, or 5 % of L2", 0.8, regular,
                      [&gpu](const CheckRow& row) { return dram_write_right(row, gpu); }));
  out.push_back(
      share("L1 hit rate within 5 points", 0.8, regular, points(&Base::l1_hit_rate_pct, 5)));
  out.push_back(
      share("L2 hit rate within 5 points", 0.8, regular, points(&Base::l2_hit_rate_pct, 5)));
  out.push_back(share("roofline class", 0.9, rows, [&gpu](const CheckRow& row) {
    return std::optional<bool>(predict::classify(row.predicted, gpu).bound ==
                               predict::classify(row.measured, gpu).bound);
  }));
  for (Criterion& criterion : judge_times(rows)) {
    out.push_back(std::move(criterion));
  }
  out.push_back(over_roofline(rows, gpu));
  return out;
}

std::vector<Criterion> judge_times(const std::vector<CheckRow>& all) {
  Rows rows;
  std::copy_if(all.begin(), all.end(), std::back_inserter(rows),
               [](const CheckRow& row) { return !row.estimated; });
  return {{"time: median error", 0.2, true, error_quantile(rows, 0.5, predicted_time), rows.size()},
          {"time: 90th percentile of the error", 0.6, true,
           error_quantile(rows, 0.9, predicted_time), rows.size()},
          order_within_kernels(rows)};
}

std::vector<CheckRow> rows_of_part(const std::vector<CheckRow>& rows, bool held_out) {
  Rows out;
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(out),
               [held_out](const CheckRow& row) { return row.held_out() == held_out; });
  return out;
}

std::string check_report(const std::vector<CheckRow>& rows, const Gpu& gpu,
                         const std::map<std::string, std::string>& reasons) {
  std::string out;
  const Rows open = rows_of_part(rows, false);
  append_criteria(judge(rows_of_part(rows, true), gpu), judge(open, gpu), out);
  append_rows(open, gpu, reasons, out);
  return out;
}

std::string time_report(const std::vector<CheckRow>& rows) {
  std::string out;
  Rows open = rows_of_part(rows, false);
  append_criteria(judge_times(rows_of_part(rows, true)), judge_times(open), out);
  sort_worst_first(open);
  out += "\n| kernel | launch | time us | time | busiest part |\n|---|---|---|---|---|\n";
  for (const CheckRow& row : open) {
    out += "| " + row.kernel + " | " + launch_cell(row) + " | " +
           format_number(row.measured.time_us, 1) + " | " +
           cell(row.predicted.time_us, row.measured.time_us) + " | " + row.decided_by + " |\n";
  }
  return out;
}

}  // namespace kcast::eval
