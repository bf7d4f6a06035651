#include "eval/report_text.h"

#include <cmath>
#include <cstdio>
#include <numeric>

#include "base/text.h"
#include "eval/score/score_counters.h"
#include "eval/text_table.h"

namespace kcast::eval {
namespace {

constexpr int kTolerances[] = {2, 4, 6, 8, 10};

// Table 4 of the Omniwise paper, within 10 %.
struct Published {
  std::string_view metric;
  double share;
};
constexpr Published kOmniwise[] = {
    {"l1_hit_rate_pct", 0.941},          {"l2_hit_rate_pct", 0.940},
    {"l1_bandwidth_gbs", 0.908},         {"l2_bandwidth_gbs", 0.917},
    {"hbm_read_bandwidth_gbs", 0.929},   {"hbm_write_bandwidth_gbs", 0.938},
    {"l1_arithmetic_intensity", 0.998},  {"l2_arithmetic_intensity", 0.994},
    {"hbm_arithmetic_intensity", 0.982}, {"gflops", 0.917},
    {"mean of counters", 0.946}};

using Figures = std::vector<Figure>;

Estimate figure(const Figures& figures, std::string_view table, std::string_view row,
                std::string_view column) {
  const Figure* found = find_figure(figures, table, row, column);
  return found != nullptr ? found->estimate : Estimate{};
}

std::string interval(const Estimate& estimate, double scale, int decimals) {
  if (std::isnan(estimate.low)) return "-";
  return number_cell(scale * estimate.low, decimals) + ".." +
         number_cell(scale * estimate.high, decimals);
}

std::string percent_interval(const Estimate& estimate) {
  return interval(estimate, 100, 1);
}

std::vector<std::string> counter_rows() {
  std::vector<std::string> out(scored_metrics().begin(), scored_metrics().end());
  out.emplace_back("mean of counters");
  return out;
}

// Launches by reason; nothing where there are none.
std::string counted(const std::string& what, const std::map<std::string, size_t>& reasons) {
  std::string lines;
  size_t all = 0;
  for (const auto& [reason, count] : reasons) {
    all += count;
    lines += "  " + pad_left(std::to_string(count), 7) + "  " + reason + "\n";
  }
  return all > 0 ? what + ": " + std::to_string(all) + " launches\n" + lines : "";
}

std::string heading(const EvalReport& report) {
  std::string out = report.title + "\n" + std::to_string(report.launches) + " launches of " +
                    std::to_string(report.kernels) + " kernels of " +
                    std::to_string(report.families) + " families on " + report.gpu + ", split " +
                    report.split + "\n";
  out += report.halves ? "no train side: baselines are fitted on the other half of the families\n"
                       : std::to_string(report.train_launches) +
                             " launches of the train side fit the baselines\n";
  if (report.repeats == 0) {
    out += "no launch was read twice: no noise floor, no ceiling of the hardware\n";
  }
  if (report.unsteady > 0) {
    out += std::to_string(report.unsteady) + " launches whose times spread by more than " +
           format_number(100 * report.steady_spread, 0) + " % are reported apart\n";
  }
  out += counted("not measured, left out", report.failures) +
         counted("not predicted, misses in every share", report.not_predicted);
  for (size_t i = 1; i < report.predictors.size(); ++i) {
    out += counted("not predicted by " + report.predictors[i].name,
                   report.predictors[i].not_predicted);
  }
  return out;
}

std::string counter_table(const EvalReport& report) {
  const Figures& figures = report.predictors.front().figures;
  TextTable table{{"", "launches", "floor", "under it", "2 %", "4 %", "6 %", "8 %", "10 %", "95 %",
                   "median APE"},
                  {}};
  for (const std::string& metric : counter_rows()) {
    const Estimate within = figure(figures, "counters", metric, "within_10");
    const bool is_mean = metric == "mean of counters";
    std::vector<std::string> row = {metric, is_mean ? "" : std::to_string(within.rows)};
    row.push_back(is_mean ? "" : format_digits(report.floors[metric_index(metric)], 3));
    row.push_back(is_mean ? ""
                          : percent_cell(figure(figures, "counters", metric, "under_floor").value));
    for (const int tolerance : kTolerances) {
      row.push_back(percent_cell(
          figure(figures, "counters", metric, "within_" + std::to_string(tolerance)).value));
    }
    row.push_back(percent_interval(within));
    row.push_back(percent_cell(figure(figures, "counters", metric, "median_ape").value));
    table.rows.push_back(std::move(row));
  }
  return "\nCOUNTERS of " + report.predictors.front().name +
         ": percent of launches within an error; under the noise floor, within it\n" +
         render_table(table);
}

std::string rounded_table(const EvalReport& report) {
  const Figures& figures = report.predictors.front().figures;
  TextTable table{{"", "2 %", "4 %", "6 %", "8 %", "10 %", "95 %", "Omniwise 10 %"}, {}};
  for (const Published& published : kOmniwise) {
    std::vector<std::string> row = {std::string(published.metric)};
    for (const int tolerance : kTolerances) {
      row.push_back(percent_cell(
          figure(figures, "rounded", published.metric, "within_" + std::to_string(tolerance))
              .value));
    }
    row.push_back(percent_interval(figure(figures, "rounded", published.metric, "within_10")));
    row.push_back(percent_cell(published.share));
    table.rows.push_back(std::move(row));
  }
  return "\nCOUNTERS ROUNDED as Omniwise does, to three decimals of " + report.ceilings_of +
         ";\nits own figures are of another GPU and of rows split at random\n" +
         render_table(table);
}

std::string rounded_by_predictor(const EvalReport& report) {
  TextTable table{{"within 10 %"}, {}};
  for (const PredictorScore& predictor : report.predictors)
    table.header.push_back(predictor.name);
  for (const Published& published : kOmniwise) {
    std::vector<std::string> row = {std::string(published.metric)};
    for (const PredictorScore& predictor : report.predictors) {
      row.push_back(
          percent_cell(figure(predictor.figures, "rounded", published.metric, "within_10").value));
    }
    table.rows.push_back(std::move(row));
  }
  return "\nCOUNTERS ROUNDED by predictor\n" + render_table(table);
}

std::string counters_by_predictor(const EvalReport& report) {
  TextTable table{{"within 10 %"}, {}};
  for (const PredictorScore& predictor : report.predictors) {
    if (predictor.name != kRoundedConstant) table.header.push_back(predictor.name);
  }
  if (report.unsteady_score) table.header.push_back(report.predictors.front().name + ", unsteady");
  for (const std::string& metric : counter_rows()) {
    std::vector<std::string> row = {metric};
    for (const PredictorScore& predictor : report.predictors) {
      if (predictor.name == kRoundedConstant) continue;
      row.push_back(percent_cell(figure(predictor.figures, "counters", metric, "within_10").value));
    }
    if (report.unsteady_score) {
      row.push_back(percent_cell(
          figure(report.unsteady_score->figures, "counters", metric, "within_10").value));
    }
    table.rows.push_back(std::move(row));
  }
  return "\nCOUNTERS by predictor, raw values\n" + render_table(table);
}

const std::vector<std::string>& time_header() {
  static const std::vector<std::string> header = {
      "",     "launches", "MAPE",      "median APE",  "|log2|",    "10 %",
      "25 %", "50 %",     "bias log2", "rho kernels", "rho within"};
  return header;
}

std::vector<std::string> time_row(const std::string& name, const Figures& figures) {
  const auto value = [&](const char* column) {
    return figure(figures, "time", "time_us", column).value;
  };
  std::vector<std::string> row = {
      name, std::to_string(figure(figures, "time", "time_us", "within_10").rows)};
  for (const char* column : {"mape", "median_ape"})
    row.push_back(percent_cell(value(column)));
  row.push_back(number_cell(value("log2_error"), 3));
  for (const char* column : {"within_10", "within_25", "within_50"})
    row.push_back(percent_cell(value(column)));
  row.push_back(number_cell(value("bias_log2"), 3));
  for (const char* column : {"rho_kernels", "rho_within"})
    row.push_back(number_cell(value(column), 3));
  return row;
}

// Of the predictor that is evaluated; JSON and CSV have those of all.
std::string time_intervals(const PredictorScore& predictor) {
  const auto of = [&](const char* column) {
    return figure(predictor.figures, "time", "time_us", column);
  };
  return "  95 % of " + predictor.name + ": MAPE " + percent_interval(of("mape")) +
         ", median APE " + percent_interval(of("median_ape")) + ", |log2| " +
         interval(of("log2_error"), 1, 3) + ",\n    within 10 % " +
         percent_interval(of("within_10")) + ", 25 % " + percent_interval(of("within_25")) +
         ", 50 % " + percent_interval(of("within_50")) + ",\n    bias " +
         interval(of("bias_log2"), 1, 3) + ", rho kernels " + interval(of("rho_kernels"), 1, 3) +
         ", rho within " + interval(of("rho_within"), 1, 3) + "\n";
}

std::string stated_intervals(const PredictorScore& predictor) {
  const Estimate inside = figure(predictor.figures, "time", "time_us", "coverage_90");
  const Estimate width = figure(predictor.figures, "time", "time_us", "width_90");
  if (std::isnan(inside.value)) return "";
  return "  intervals that " + predictor.name + " states for 90 %: hold " +
         percent_cell(inside.value) + " % (" + percent_interval(inside) +
         ") of the times; median width a factor of " + number_cell(width.value, 2) + "\n";
}

std::string time_table(const EvalReport& report) {
  TextTable table{time_header(), {}};
  for (const PredictorScore& predictor : report.predictors) {
    if (figure(predictor.figures, "time", "time_us", "within_10").rows > 0)
      table.rows.push_back(time_row(predictor.name, predictor.figures));
  }
  if (report.unsteady_score) {
    table.rows.push_back(time_row("unsteady launches", report.unsteady_score->figures));
  }
  return "\nTIME (errors in percent; within: percent of launches; bias > 0: predicted too long)\n" +
         render_table(table) + time_intervals(report.predictors.front()) +
         stated_intervals(report.predictors.front());
}

std::string class_table(const EvalReport& report) {
  TextTable table{{"", "accuracy", "balanced", "95 %", "MCC", "95 %", "MCC balanced mix",
                   "near ridge", "launches"},
                  {}};
  for (const PredictorScore& predictor : report.predictors) {
    const auto get = [&](const char* row, const char* column) {
      return figure(predictor.figures, "class", row, column);
    };
    if (get("natural", "accuracy").rows == 0) continue;
    table.rows.push_back({predictor.name, percent_cell(get("natural", "accuracy").value),
                          percent_cell(get("natural", "balanced_accuracy").value),
                          percent_interval(get("natural", "balanced_accuracy")),
                          number_cell(get("natural", "mcc").value, 3),
                          interval(get("natural", "mcc"), 1, 3),
                          number_cell(get("balanced", "mcc").value, 3),
                          percent_cell(get("near_ridge", "accuracy").value),
                          std::to_string(get("near_ridge", "accuracy").rows)});
  }
  TextTable confusion{{"measured \\ predicted", "bandwidth", "compute", "none"}, {}};
  for (const char* measured : {"bandwidth", "compute"}) {
    std::vector<std::string> row = {measured};
    for (const char* predicted : {"bandwidth", "compute", "none"}) {
      row.push_back(number_cell(
          figure(report.predictors.front().figures, "confusion", measured, predicted).value, 0));
    }
    confusion.rows.push_back(std::move(row));
  }
  return "\nCLASS: compute- or bandwidth-bound (the accuracy of a balanced mix is the balanced "
         "one)\n" +
         render_table(table) + "  " + report.predictors.front().name + ":\n" +
         render_table(confusion);
}

std::string count_table(const EvalReport& report) {
  TextTable table{{"", "predictor", "launches", "exact", "1 %", "5 %", "10 %", "25 %", "|log10|"},
                  {}};
  for (const char* count :
       {"int_ops", "flops", "flops_fp16", "flops_fp32", "flops_fp64", "flops_tensor"}) {
    for (const PredictorScore& predictor : report.predictors) {
      const auto get = [&](const char* column) {
        return figure(predictor.figures, "counts", count, column);
      };
      if (get("exact").rows == 0) continue;
      std::vector<std::string> row = {count, predictor.name, std::to_string(get("exact").rows)};
      for (const char* column : {"exact", "within_1", "within_5", "within_10", "within_25"})
        row.push_back(percent_cell(get(column).value));
      row.push_back(number_cell(get("log10_error").value, 3));
      table.rows.push_back(std::move(row));
    }
  }
  if (table.rows.empty()) return "";
  return "\nOPERATIONS (percent of the launches that have any)\n" + render_table(table);
}

std::string group_tables(const EvalReport& report) {
  std::string out;
  std::string last;
  TextTable table;
  const auto flush = [&] {
    if (!table.rows.empty()) {
      out += "\nBY " + last + " (" + report.predictors.front().name + ")\n" + render_table(table);
    }
    table.rows.clear();
  };
  for (const GroupScore& group : report.groups) {
    if (group.by != last) {
      flush();
      last = group.by;
      table.header = time_header();
      table.header.insert(table.header.end(), {"counters 10 %", "families"});
    }
    std::vector<std::string> row = time_row(group.name, group.figures);
    row.push_back(
        percent_cell(figure(group.figures, "counters", "mean of counters", "within_10").value));
    row.push_back(std::to_string(group.families));
    table.rows.push_back(std::move(row));
  }
  flush();
  return out;
}

std::string worst_table(const std::string& title, const std::vector<WorstFamily>& worst) {
  if (worst.empty()) return "";
  TextTable table{{"family", "launches", "error", "metric", "predicted", "measured", "recipe"}, {}};
  table.ends_in_text = true;
  for (const WorstFamily& family : worst) {
    table.rows.push_back({family.family, std::to_string(family.rows), number_cell(family.error, 2),
                          family.metric, format_digits(family.predicted, 4),
                          format_digits(family.measured, 4),
                          family.recipe + " " + family.language + " '" + family.launch + "'"});
  }
  return "\n" + title + "\n" + render_table(table);
}

}  // namespace

std::string report_text(const EvalReport& report) {
  std::string out =
      heading(report) + counter_table(report) + rounded_table(report) +
      counters_by_predictor(report) + rounded_by_predictor(report) + time_table(report) +
      class_table(report) + count_table(report) + group_tables(report) +
      worst_table("WORST FAMILIES by time: median |log2(predicted / measured)|",
                  report.worst_time) +
      worst_table("WORST FAMILIES by counters: mean error, each cut to 1", report.worst_counters) +
      "\npredictors:\n";
  for (const PredictorScore& predictor : report.predictors)
    out += "  " + pad_right(predictor.name, 18) + predictor.about + "\n";
  return out;
}

}  // namespace kcast::eval
