#include "report/predict_tables.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/csv.h"
#include "base/text.h"
#include "predict/classify.h"
#include "report/predict_view.h"
#include "report/si_text.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::report {

namespace {

// Cells in columns; a column is as wide as its widest cell. Numbers go to the right.
class Table {
 public:
  explicit Table(std::vector<std::pair<std::string, bool>> columns) {
    rows_.emplace_back();
    for (auto& [name, right] : columns) {
      rows_[0].push_back(name);
      right_.push_back(right);
    }
  }

  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string text(const TextStyle& style, size_t best_row = 0) const {
    std::vector<size_t> widths(right_.size(), 0);
    for (const auto& row : rows_) {
      for (size_t i = 0; i < row.size(); ++i)
        widths[i] = std::max(widths[i], display_width(row[i]));
    }
    std::string out;
    for (size_t r = 0; r < rows_.size(); ++r) {
      std::string line;
      for (size_t i = 0; i < rows_[r].size(); ++i) {
        line += "  ";
        line += right_[i] ? pad_left(rows_[r][i], widths[i]) : pad_right(rows_[r][i], widths[i]);
      }
      line.erase(line.find_last_not_of(' ') + 1);
      const char* code = r == 0 ? "2" : (r == best_row ? "1;32" : "");
      out += paint(style, code, line) + "\n";
    }
    return out;
  }

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<bool> right_;
};

std::string class_text(const Prediction& p) {
  if (p.bound == Bound::None) return "-";
  return to_text(p.bound) + (p.near_ridge ? " (near ridge)" : "");
}

std::string busiest_part(const Prediction& p) {
  return p.bottleneck.empty() ? "-" : to_text(p.bottleneck[0].part);
}

// A model may claim none.
std::string time_interval(const Prediction& p) {
  if (p.coverage <= 0 || std::isnan(p.values.time_us)) return "-";
  return interval_text(p.low.time_us, p.high.time_us, "us");
}

std::string metric_text(const char* name, const predict::LaunchPrediction& entry) {
  const Metric& metric = *find_metric(name);
  const auto value = predict::metric_value(metric, entry);
  return value ? si_text(*value, metric.unit) : "-";
}

// The position, in a table with one heading row, of the shortest time; 0 for one row.
size_t fastest_row(std::span<const predict::LaunchPrediction* const> entries) {
  if (entries.size() < 2) return 0;
  const auto best =
      std::min_element(entries.begin(), entries.end(), [](const auto* a, const auto* b) {
        return a->prediction.values.time_us < b->prediction.values.time_us;
      });
  return static_cast<size_t>(best - entries.begin()) + 1;
}

// Runs of neighbouring entries for which `same` holds.
template <typename Same>
std::vector<std::vector<const predict::LaunchPrediction*>> groups(
    const predict::PredictReport& report, Same same) {
  std::vector<std::vector<const predict::LaunchPrediction*>> out;
  for (const predict::LaunchPrediction& entry : report.predictions) {
    const auto found = std::find_if(out.begin(), out.end(),
                                    [&](const auto& group) { return same(*group[0], entry); });
    if (found == out.end()) {
      out.push_back({&entry});
    } else {
      found->push_back(&entry);
    }
  }
  return out;
}

// The shortest text that reads back as the same number.
std::string exact(double value) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  return {buffer, end};
}

// "1.3x" the best.
std::string times_text(double time_us, double best) {
  return best > 0 && !std::isnan(time_us) ? three_digits(time_us / best) + "x" : "-";
}

std::string change_text(std::optional<double> before, std::optional<double> after) {
  if (!before || !after) return "";
  const auto relative = predict::relative_change(*before, *after);
  if (!relative) return "new";
  if (*relative == 0) return "same";
  const double percent = *relative * 100;
  if (std::abs(percent) >= 1000) return "x " + three_digits(*after / *before);
  return (percent > 0 ? "+" : "") + three_digits(percent) + " %";
}

}  // namespace

std::string render_summary_text(const predict::PredictReport& report, const TextStyle& style) {
  Table table({{"of total", true},
               {"per launch", true},
               {"launches", true},
               {"class", false},
               {"busiest", false},
               {"blocks", true},
               {"threads", true},
               {"kernel", false},
               {"line", true}});
  for (const predict::LaunchPrediction& entry : report.predictions) {
    const Prediction& p = entry.prediction;
    table.add({entry.in_program ? three_digits(entry.time_share * 100) + " %" : "-",
               metric_text("time_us", entry), entry.in_program ? std::to_string(entry.count) : "-",
               class_text(p), busiest_part(p), dims_text(entry.launch.grid),
               dims_text(entry.launch.block), entry.name,
               entry.launch_line > 0 ? std::to_string(entry.launch_line) : "-"});
  }
  return table.text(style);
}

std::string render_sweep_text(const predict::PredictReport& report, const TextStyle& style) {
  const auto same = [](const predict::LaunchPrediction& a, const predict::LaunchPrediction& b) {
    return a.name == b.name && a.prediction.gpu == b.prediction.gpu &&
           a.launch_line == b.launch_line;
  };
  std::string out;
  for (const auto& group : groups(report, same)) {
    const predict::LaunchPrediction& first = *group[0];
    std::vector<std::pair<std::string, bool>> columns;
    for (const auto& [name, value] : first.settings)
      columns.emplace_back(name, true);
    for (const char* name : {"time", "interval", "compute", "HBM read"})
      columns.emplace_back(name, true);
    for (const char* name : {"class", "busiest"})
      columns.emplace_back(name, false);
    columns.emplace_back("blocks", true);
    columns.emplace_back("threads", true);
    Table table(columns);
    for (const predict::LaunchPrediction* entry : group) {
      const Prediction& p = entry->prediction;
      std::vector<std::string> row;
      for (const auto& [name, value] : entry->settings)
        row.push_back(value);
      for (std::string& cell : std::vector<std::string>{
               metric_text("time_us", *entry), time_interval(p), metric_text("gflops", *entry),
               metric_text("hbm_read_bandwidth_gbs", *entry), class_text(p), busiest_part(p),
               dims_text(entry->launch.grid), dims_text(entry->launch.block)}) {
        row.push_back(std::move(cell));
      }
      table.add(std::move(row));
    }
    if (!out.empty()) out += "\n";
    out += paint(style, "1", first.name) + " on " + first.prediction.gpu +
           predict::conditions_text(first.conditions) +
           (first.launch_line > 0 ? ", launch in line " + std::to_string(first.launch_line) : "") +
           "\n" + table.text(style, fastest_row(group));
  }
  return out;
}

std::string render_gpus_comparison(const predict::PredictReport& report, const TextStyle& style) {
  const auto same = [](const predict::LaunchPrediction& a, const predict::LaunchPrediction& b) {
    return a.name == b.name && a.launch.arguments == b.launch.arguments &&
           a.launch.grid == b.launch.grid && a.launch.block == b.launch.block;
  };
  std::string out;
  bool unvalidated = false;
  for (const auto& group : groups(report, same)) {
    const predict::LaunchPrediction& first = *group[0];
    Table table({{"gpu", false},
                 {"time", true},
                 {"interval", true},
                 {"vs best", true},
                 {"compute", true},
                 {"HBM read", true},
                 {"HBM write", true},
                 {"class", false},
                 {"busiest", false}});
    double best = first.prediction.values.time_us;
    for (const predict::LaunchPrediction* entry : group)
      best = std::min(best, entry->prediction.values.time_us);
    for (const predict::LaunchPrediction* entry : group) {
      const Prediction& p = entry->prediction;
      unvalidated |= !entry->validated;
      table.add({p.gpu + (entry->validated ? "" : " *"), metric_text("time_us", *entry),
                 time_interval(p), times_text(p.values.time_us, best),
                 metric_text("gflops", *entry), metric_text("hbm_read_bandwidth_gbs", *entry),
                 metric_text("hbm_write_bandwidth_gbs", *entry), class_text(p), busiest_part(p)});
    }
    if (!out.empty()) out += "\n";
    out += paint(style, "1", first.name) + "  " + blocks_of_threads(first.launch) + "\n" +
           table.text(style, fastest_row(group));
  }
  if (unvalidated) out += "\n* predictions for this GPU were never validated on hardware\n";
  return out;
}

std::string render_report_csv(const predict::PredictReport& report, std::span<const Gpu> gpus) {
  std::string out =
      "kernel,file,line,gpu,validated,settings,grid_x,grid_y,grid_z,block_x,block_y,block_z,"
      "shared_bytes,count,time_share,class,near_ridge,decides";
  for (const Metric& metric : metrics()) {
    const std::string name(metric.name);
    out += "," + name + "," + name + "_low," + name + "_high";
  }
  out += "\n";
  const Gpu none;
  for (const predict::LaunchPrediction& entry : report.predictions) {
    const Prediction& p = entry.prediction;
    std::vector<std::string> settings;
    for (const auto& [name, value] : entry.settings)
      settings.push_back(name + "=" + value);
    std::vector<std::string> row = {csv_cell(entry.name),           csv_cell(entry.file),
                                    std::to_string(entry.line),     p.gpu,
                                    entry.validated ? "yes" : "no", csv_cell(join(settings, " "))};
    for (const int64_t size : entry.launch.grid)
      row.push_back(std::to_string(size));
    for (const int64_t size : entry.launch.block)
      row.push_back(std::to_string(size));
    row.push_back(std::to_string(entry.launch.shared_bytes));
    row.push_back(std::to_string(entry.count));
    row.push_back(exact(entry.time_share));
    row.push_back(p.bound == Bound::None ? "" : to_text(p.bound) + "-bound");
    row.emplace_back(p.near_ridge ? "yes" : "no");
    row.push_back(csv_cell(p.bottleneck.empty() ? "" : to_text(p.bottleneck[0].part)));
    const Gpu* gpu = find_gpu(gpus, p.gpu);
    for (const Metric& metric : metrics()) {
      const auto value = predict::metric_value(metric, entry);
      const auto ends = predict::metric_interval(metric, entry, gpu != nullptr ? *gpu : none);
      row.push_back(value ? exact(*value) : "");
      row.push_back(ends ? exact(ends->low) : "");
      row.push_back(ends ? exact(ends->high) : "");
    }
    out += join(row, ",") + "\n";
  }
  return out;
}

bool less_is_better(const Metric& metric) {
  return metric.base != nullptr && metric.unit != "%";
}

void sort_by_metric(predict::PredictReport& report, const Metric& metric) {
  const bool ascending = less_is_better(metric);
  std::stable_sort(report.predictions.begin(), report.predictions.end(),
                   [&](const predict::LaunchPrediction& a, const predict::LaunchPrediction& b) {
                     const auto x = predict::metric_value(metric, a);
                     const auto y = predict::metric_value(metric, b);
                     // What is not defined comes last.
                     if (!x || !y) return x.has_value() && !y.has_value();
                     return ascending ? *x < *y : *x > *y;
                   });
}

std::string render_ranking_text(const predict::PredictReport& report, const Metric& metric,
                                const TextStyle& style) {
  const bool by_time = metric.name == "time_us";
  std::vector<std::pair<std::string, bool>> columns = {{"", true}};
  if (!by_time) columns.emplace_back(std::string(metric.name), true);
  for (const char* name : {"time", "interval", "vs best"})
    columns.emplace_back(name, true);
  for (const char* name : {"class", "busiest", "kernel", "launch", "file"})
    columns.emplace_back(name, false);
  Table table(columns);
  const double best =
      report.predictions.empty() ? 0 : report.predictions.front().prediction.values.time_us;
  int rank = 0;
  for (const predict::LaunchPrediction& entry : report.predictions) {
    const Prediction& p = entry.prediction;
    std::vector<std::string> row = {std::to_string(++rank)};
    if (!by_time) row.push_back(metric_text(std::string(metric.name).c_str(), entry));
    row.push_back(metric_text("time_us", entry));
    row.push_back(time_interval(p));
    row.push_back(times_text(p.values.time_us, best));
    row.push_back(class_text(p));
    row.push_back(busiest_part(p));
    row.push_back(entry.name);
    std::string launch = dims_text(entry.launch.grid) + " of " + dims_text(entry.launch.block);
    for (const auto& [name, value] : entry.settings)
      launch += " " + name + "=" + value;
    row.push_back(launch);
    row.push_back(entry.file);
    table.add(std::move(row));
  }
  return table.text(style);
}

std::string render_comparison_text(const predict::Comparison& comparison, const TextStyle& style) {
  std::string out;
  for (const predict::LaunchChange& change : comparison.changes) {
    const Prediction& before = change.before.prediction;
    const Prediction& after = change.after.prediction;
    if (!out.empty()) out += "\n";
    out += paint(style, "1",
                 change.before.name == change.after.name
                     ? change.after.name
                     : change.before.name + " -> " + change.after.name) +
           " on " + after.gpu + "\n";
    Table table({{"metric", false}, {"before", true}, {"after", true}, {"change", true}});
    for (const Metric& metric : metrics()) {
      const auto x = predict::metric_value(metric, change.before);
      const auto y = predict::metric_value(metric, change.after);
      if (x.value_or(0) == 0 && y.value_or(0) == 0) continue;
      table.add({std::string(metric.name), x ? si_text(*x, metric.unit) : "-",
                 y ? si_text(*y, metric.unit) : "-", change_text(x, y)});
    }
    table.add({"class", class_text(before), class_text(after),
               before.bound == after.bound ? "same" : "changed"});
    out += table.text(style);
    // An improvement within the noise of both predictions is no improvement.
    if (before.low.time_us <= after.high.time_us && after.low.time_us <= before.high.time_us &&
        before.values.time_us != after.values.time_us) {
      out += "  the intervals of both times overlap\n";
    }
  }
  for (const std::string& name : comparison.only_before)
    out += "only before: " + name + "\n";
  for (const std::string& name : comparison.only_after)
    out += "only after: " + name + "\n";
  return out;
}

std::string render_comparison_json(const predict::Comparison& comparison,
                                   std::span<const std::string> broken_rules) {
  using Json = nlohmann::ordered_json;
  const auto number = [](std::optional<double> value) { return value ? Json(*value) : Json(); };
  Json json;
  json["format"] = "kcast-comparison-1";
  json["changes"] = Json::array();
  for (const predict::LaunchChange& change : comparison.changes) {
    Json entry;
    entry["before"] = change.before.name;
    entry["after"] = change.after.name;
    entry["gpu"] = change.after.prediction.gpu;
    entry["class_before"] = to_text(change.before.prediction.bound) + "-bound";
    entry["class_after"] = to_text(change.after.prediction.bound) + "-bound";
    for (const Metric& metric : metrics()) {
      const auto x = predict::metric_value(metric, change.before);
      const auto y = predict::metric_value(metric, change.after);
      entry["metrics"][std::string(metric.name)] = {
          {"before", number(x)},
          {"after", number(y)},
          {"change", number(x && y ? predict::relative_change(*x, *y) : std::nullopt)}};
    }
    json["changes"].push_back(std::move(entry));
  }
  json["only_before"] = comparison.only_before;
  json["only_after"] = comparison.only_after;
  json["broken_rules"] = std::vector<std::string>(broken_rules.begin(), broken_rules.end());
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kcast::report
