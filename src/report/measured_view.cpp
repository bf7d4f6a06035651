#include "report/measured_view.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/csv.h"
#include "base/quantile.h"
#include "base/text.h"
#include "report/predict_view.h"
#include "report/si_text.h"
#include "schema/metrics.h"
#include "schema/sample_json.h"

namespace kcast::report {

namespace {

using FileJson = nlohmann::ordered_json;

std::string local_text(const Dims3& local) {
  std::string out = std::to_string(local[0]);
  if (local[1] != 1 || local[2] != 1) out += "x" + std::to_string(local[1]);
  if (local[2] != 1) out += "x" + std::to_string(local[2]);
  return out;
}

double relative_error(const FileRow& row) {
  return row.prediction->values.time_us / row.reading->values.time_us - 1;
}

std::string error_text(const FileRow& row) {
  const double percent = 100 * relative_error(row);
  const std::string text = format_number(percent, std::abs(percent) < 10 ? 1 : 0);
  return (percent >= 0 ? "+" : "") + text + " %";
}

std::string file_heading(const FileReport& report) {
  std::string out = report.kernel + "  " + report.file + "  ";
  out += report.device.empty() ? "not measured"
                               : "on " + report.device + " (" + report.collector + ", median of " +
                                     std::to_string(report.repeats) + ")";
  out += "\n";
  const auto add = [&](const std::string& text) { out += "  " + wrap_text(text, 2, 96) + "\n"; };
  if (!report.arguments.empty()) {
    add(join(report.arguments, ", ") + (report.has_choices ? "; give others with --arg" : ""));
  }
  if (report.gpu.empty()) {
    add("no prediction: " +
        (report.device.empty() ? "" : "no GPU of data/gpus is called '" + report.device + "'; ") +
        "--gpu names one");
  } else {
    add("predicted for " + report.gpu_name +
        (report.is_same_device
             ? ""
             : ": another device than the one that measured, so the times are not compared"));
  }
  for (const std::string& note : report.notes)
    add(note);
  return out + "\n";
}

std::string times_table(const FileReport& report) {
  const bool predicted = !report.gpu.empty();
  std::string out = "  " + pad_left("size", 11) + pad_left("local", 9) + pad_left("blocks", 11) +
                    pad_left("measured", 11) + pad_left("spread", 9);
  if (predicted) out += pad_left("predicted", 12) + pad_left("90 % interval", 20);
  if (report.is_same_device) out += pad_left("ratio", 8) + pad_left("error", 9);
  out += "\n";
  for (const FileRow& row : report.rows) {
    const Dims3& grid = row.launch.grid;
    out += "  " + pad_left(std::to_string(row.size), 11) + pad_left(local_text(row.local), 9) +
           pad_left(std::to_string(grid[0] * grid[1] * grid[2]), 11);
    if (row.reading) {
      out += pad_left(si_text(row.reading->values.time_us, "us"), 11) +
             pad_left(format_number(100 * time_spread(*row.reading), 0) + " %", 9);
    } else {
      out += pad_left(row.failure ? row.failure->reason : "-", 11) + pad_left("", 9);
    }
    if (predicted && row.prediction) {
      const Prediction& p = *row.prediction;
      out += pad_left(si_text(p.values.time_us, "us"), 12) +
             pad_left(interval_text(p.low.time_us, p.high.time_us, "us"), 20);
      if (report.is_same_device && row.reading && row.reading->values.time_us > 0) {
        out += pad_left(three_digits(p.values.time_us / row.reading->values.time_us), 8) +
               pad_left(error_text(row), 9);
      }
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += "\n";
  }
  return out;
}

// Why launches have no reading, each reason once.
std::string failure_lines(const FileReport& report) {
  std::map<std::string, int> counts;
  std::vector<std::string> order;
  for (const FileRow& row : report.rows) {
    if (!row.failure) continue;
    const std::string text = row.failure->reason + ": " + row.failure->detail;
    if (counts[text]++ == 0) order.push_back(text);
  }
  std::string out;
  for (const std::string& text : order) {
    const int count = counts[text];
    out += "  " +
           wrap_text(std::to_string(count) + (count == 1 ? " launch, " : " launches, ") + text, 4,
                     96) +
           "\n";
  }
  return out;
}

struct CounterColumn {
  const char* title;
  const char* metric;
};
constexpr CounterColumn kCounterColumns[] = {{"L1 hits", "l1_hit_rate_pct"},
                                             {"L2 hits", "l2_hit_rate_pct"},
                                             {"HBM read", "hbm_read_bandwidth_gbs"},
                                             {"HBM write", "hbm_write_bandwidth_gbs"},
                                             {"compute", "gflops"}};

std::string counter_cells(const BaseQuantities& values) {
  std::string out;
  for (const CounterColumn& column : kCounterColumns) {
    const Metric& metric = *find_metric(column.metric);
    const auto value = metric_value(metric, values);
    out += pad_left(value ? si_text(*value, metric.unit) : "-", 14);
  }
  return out + "\n";
}

// A line of what was measured, and one of what was predicted.
std::string counters_table(const FileReport& report) {
  const auto counted = [](const FileRow& row) { return row.reading && has_counters(*row.reading); };
  if (std::none_of(report.rows.begin(), report.rows.end(), counted)) return "";
  std::string out = "\n  " + pad_left("size", 11) + pad_left("local", 9) + pad_left("", 11);
  for (const CounterColumn& column : kCounterColumns)
    out += pad_left(column.title, 14);
  out += "\n";
  for (const FileRow& row : report.rows) {
    if (!counted(row)) continue;
    out += "  " + pad_left(std::to_string(row.size), 11) + pad_left(local_text(row.local), 9) +
           pad_left("measured", 11) + counter_cells(row.reading->values);
    if (!row.prediction) continue;
    out += pad_left("predicted", 33) + counter_cells(row.prediction->values);
  }
  return out;
}

// How far off predictions for this device are.
std::string score_line(const FileReport& report) {
  if (!report.is_same_device) return "";
  std::vector<double> errors;
  size_t inside = 0;
  for (const FileRow& row : report.rows) {
    if (!row.reading || !row.prediction || row.reading->values.time_us <= 0) continue;
    errors.push_back(std::abs(relative_error(row)));
    const double time = row.reading->values.time_us;
    inside += row.prediction->low.time_us <= time && time <= row.prediction->high.time_us ? 1 : 0;
  }
  if (errors.empty()) return "";
  std::sort(errors.begin(), errors.end());
  const double median = quantile_of(errors, 0.5);
  return "  median error " + format_number(100 * median, 1) + " %; " + std::to_string(inside) +
         " of " + std::to_string(errors.size()) + " measured times lie in the predicted interval\n";
}

FileJson metrics_of(const BaseQuantities& values) {
  FileJson json = FileJson::object();
  for (const Metric& metric : metrics()) {
    const auto value = metric_value(metric, values);
    json[std::string(metric.name)] = value ? FileJson(*value) : FileJson(nullptr);
  }
  return json;
}

// Without counters, what they would have said is left out.
FileJson measured_json(const LaunchReading& reading) {
  FileJson json = has_counters(reading) ? metrics_of(reading.values)
                                        : FileJson{{"time_us", reading.values.time_us}};
  json["times_us"] = reading.times_us;
  if (reading.registers > 0) json["registers"] = reading.registers;
  if (reading.sm_clock_mhz > 0) json["sm_clock_mhz"] = reading.sm_clock_mhz;
  return json;
}

FileJson row_json(const FileRow& row) {
  FileJson json = {{"size", row.size}, {"local", row.local}};
  json["launch"] = to_json_document(row.launch);
  json["measured"] = row.reading ? measured_json(*row.reading) : FileJson(nullptr);
  json["failure"] = row.failure
                        ? FileJson{{"reason", row.failure->reason}, {"detail", row.failure->detail}}
                        : FileJson(nullptr);
  return json;
}

FileJson predicted_json(const Prediction& prediction) {
  FileJson json = metrics_of(prediction.values);
  json["time_us_low"] = prediction.low.time_us;
  json["time_us_high"] = prediction.high.time_us;
  json["class"] = to_text(prediction.bound) + "-bound";
  json["bottleneck"] = prediction.bottleneck.empty() ? "" : to_text(prediction.bottleneck[0].part);
  return json;
}

std::string csv_number(std::optional<double> value) {
  return value ? format_digits(*value, 9) : "";
}

}  // namespace

bool has_counters(const LaunchReading& reading) {
  const BaseQuantities& v = reading.values;
  return v.l1_bytes + v.l2_bytes + v.hbm_read_bytes + v.hbm_write_bytes + v.int_ops +
             total_flops(v) >
         0;
}

LogPlot time_plot(const FileReport& report) {
  LogPlot plot;
  plot.title = report.kernel + " on " + report.device;
  plot.remark = report.gpu.empty() ? "measured"
                                   : "measured, and predicted for " + report.gpu_name +
                                         (report.is_same_device ? "" : ", another device");
  plot.x_name = "size";
  plot.y_name = "time";
  plot.y_unit = "us";
  std::vector<Dims3> locals;
  for (const FileRow& row : report.rows) {
    const auto found = std::find(locals.begin(), locals.end(), row.local);
    const auto place = static_cast<size_t>(found - locals.begin());
    if (found == locals.end()) {
      locals.push_back(row.local);
      plot.series.push_back({"local " + local_text(row.local), {}, {}});
    }
    const auto size = static_cast<double>(row.size);
    LogSeries& series = plot.series[place];
    if (row.reading) series.measured.emplace_back(size, row.reading->values.time_us);
    if (row.prediction) series.predicted.emplace_back(size, row.prediction->values.time_us);
  }
  return plot;
}

std::string render_file_text(const FileReport& report, const TextStyle& style) {
  std::string out = file_heading(report) + times_table(report) + failure_lines(report) +
                    score_line(report) + counters_table(report);
  const std::string plot = plot_log(time_plot(report), style);
  return plot.empty() ? out : out + "\n" + plot;
}

std::string render_file_json(const FileReport& report) {
  FileJson json = {{"format", "kcast-collected-1"},
                   {"kernel", report.kernel},
                   {"file", report.file},
                   {"collector", report.collector},
                   {"device", report.device},
                   {"gpu", report.gpu.empty() ? FileJson(nullptr) : FileJson(report.gpu)},
                   {"same_device", report.is_same_device},
                   {"arguments", report.arguments},
                   {"notes", report.notes},
                   {"launches", FileJson::array()}};
  for (const FileRow& row : report.rows) {
    FileJson entry = row_json(row);
    entry["predicted"] = row.prediction ? predicted_json(*row.prediction) : FileJson(nullptr);
    json["launches"].push_back(std::move(entry));
  }
  return json.dump(2, ' ', false, FileJson::error_handler_t::replace) + "\n";
}

std::string render_file_csv(const FileReport& report) {
  std::string out = "size,local,blocks,device,gpu,failure,spread";
  for (const char* kind : {"measured_", "predicted_"}) {
    for (const Metric& metric : metrics())
      out += "," + (kind + std::string(metric.name));
  }
  out += ",predicted_time_us_low,predicted_time_us_high\n";
  for (const FileRow& row : report.rows) {
    const Dims3& grid = row.launch.grid;
    std::vector<std::string> cells = {
        std::to_string(row.size),
        local_text(row.local),
        std::to_string(grid[0] * grid[1] * grid[2]),
        csv_cell(report.device),
        csv_cell(report.gpu),
        csv_cell(row.failure ? row.failure->reason + ": " + row.failure->detail : ""),
        row.reading ? csv_number(time_spread(*row.reading)) : ""};
    for (const Metric& metric : metrics()) {
      const bool is_read = row.reading && (has_counters(*row.reading) || metric.name == "time_us");
      cells.push_back(is_read ? csv_number(metric_value(metric, row.reading->values)) : "");
    }
    for (const Metric& metric : metrics()) {
      cells.push_back(row.prediction ? csv_number(metric_value(metric, row.prediction->values))
                                     : "");
    }
    cells.push_back(row.prediction ? csv_number(row.prediction->low.time_us) : "");
    cells.push_back(row.prediction ? csv_number(row.prediction->high.time_us) : "");
    out += join(cells, ",") + "\n";
  }
  return out;
}

std::string reading_line(const FileReport& report, const FileRow& row) {
  FileJson json = {{"kernel", report.kernel},
                   {"file", report.file},
                   {"collector", report.collector},
                   {"device", report.device}};
  json.update(row_json(row));
  return json.dump(-1, ' ', false, FileJson::error_handler_t::replace);
}

}  // namespace kcast::report
