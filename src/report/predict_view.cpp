#include "report/predict_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "predict/classify.h"
#include "predict/roofline.h"
#include "report/predict_tables.h"
#include "report/si_text.h"
#include "schema/gpu_json.h"

namespace kcast::report {

namespace {

constexpr size_t kMaxTerms = 5;
constexpr size_t kMaxReasons = 8;

std::string file_and_line(const std::string& file, int64_t line) {
  return line > 0 ? file + ":" + std::to_string(line) : file;
}

// 96 %; a percentage of a share needs no more.
std::string whole_percent(double share) {
  return std::to_string(std::lround(share * 100)) + " %";
}

// 3, 2.5, 1e-05.
std::string plain_number(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

std::string argument_text(const LaunchArgument& argument) {
  if (!argument.members.empty()) {
    std::vector<std::string> members;
    for (const LaunchArgument& member : argument.members)
      members.push_back(argument_text(member));
    return join(members, ", ");
  }
  if (argument.elements > 0) {
    return argument.name + "[" + std::to_string(argument.elements) + "]";
  }
  if (argument.real) return argument.name + "=" + plain_number(*argument.real);
  if (argument.local_bytes > 0) {
    return argument.name + "[" + std::to_string(argument.local_bytes) + " B local]";
  }
  return argument.name + "=" + std::to_string(argument.integer.value_or(0));
}

std::string launch_text(const predict::LaunchPrediction& entry, size_t indent, size_t width) {
  std::string text =
      dims_text(entry.launch.grid) + " blocks of " + dims_text(entry.launch.block) + " threads";
  if (entry.launch.shared_bytes > 0) {
    text += ", " + std::to_string(entry.launch.shared_bytes) + " B dynamic shared";
  }
  if (!entry.launch.arguments.empty()) {
    std::vector<std::string> words;
    for (const LaunchArgument& argument : entry.launch.arguments)
      words.push_back(argument_text(argument));
    text += ": " + join(words, ", ");
  }
  return wrap_text(text, indent, width);
}

void append_heading(const predict::LaunchPrediction& entry, const Gpu& gpu, const TextStyle& style,
                    std::string& out) {
  out += paint(style, "1", entry.name) + "  " + file_and_line(entry.file, entry.line) + "  on " +
         gpu.name;
  if (!gpu.validated) out += paint(style, "33", " (never validated on hardware)");
  out += "\n";
  const std::string where =
      entry.launch_file.empty() ? "assumed" : "line " + std::to_string(entry.launch_line);
  out += "  launch " + where +
         (entry.count > 1 ? ", " + std::to_string(entry.count) + " times" : "") + ": ";
  const size_t column = 11 + where.size();
  out += launch_text(entry, std::min<size_t>(column, 20), style.width) + "\n\n";
}

// "0.0833 fp32 FLOP/B at HBM; the ridge is 13.9, 167 times higher".
void append_ridge(const Prediction& p, const Gpu& gpu, std::string& out) {
  if (!predict::can_classify(p.values)) return;
  const predict::RooflineClass roofline = predict::classify(p.values, gpu);
  out += "  ";
  if (std::isinf(roofline.intensity)) {
    out += "no byte reaches HBM";
  } else {
    const double ratio = roofline.intensity > 0 ? roofline.ridge / roofline.intensity : 0;
    const char* unit = roofline.type == "integer" ? " op/B" : " FLOP/B";
    out += three_digits(roofline.intensity) + " " + roofline.type + unit +
           " at HBM; the ridge is " + three_digits(roofline.ridge);
    if (ratio > 1) out += ", " + three_digits(ratio) + " times higher";
    if (ratio > 0 && ratio <= 1) out += ", " + three_digits(1 / ratio) + " times lower";
    if (p.near_ridge) out += "; the class may tip";
  }
  out += "\n";
}

// "bandwidth-bound: DRAM decides".
void append_verdict(const predict::LaunchPrediction& entry, const Gpu& gpu, const TextStyle& style,
                    std::string& out) {
  const Prediction& p = entry.prediction;
  const char* color = p.bound == "compute" ? "1;35" : "1;36";
  const bool has_time = !std::isnan(p.values.time_us);
  out += "  " + paint(style, "1", has_time ? si_text(p.values.time_us, "us") : "time not said") +
         "  " + paint(style, color, p.bound.empty() ? "class not said" : p.bound + "-bound");
  if (!p.bottleneck.empty()) {
    const BottleneckTerm& first = p.bottleneck[0];
    out += "  " + to_text(first.part) + " decides";
    if (first.share > 0) out += " (" + whole_percent(first.share) + " of the time)";
    if (p.bottleneck.size() > 1) {
      const BottleneckTerm& second = p.bottleneck[1];
      out += ", then " + to_text(second.part) + " (" + whole_percent(second.share) + ")";
    }
  }
  out += "\n";
  append_ridge(p, gpu, out);
  out += "\n";
}

struct Row {
  std::string label;
  const char* metric;
  bool only_if_used;  // left out when zero
};

void append_metrics(const predict::LaunchPrediction& entry, const Gpu& gpu, const TextStyle& style,
                    std::string& out) {
  const double coverage = entry.prediction.coverage;
  const Row rows[] = {{"time", "time_us", false},
                      {"compute", "gflops", false},
                      {"  fp16", "flops_fp16", true},
                      {"  fp32", "flops_fp32", true},
                      {"  fp64", "flops_fp64", true},
                      {"  tensor", "flops_tensor", true},
                      {"integer", "int_ops", true},
                      {"L1 traffic", "l1_bytes", false},
                      {"  bandwidth", "l1_bandwidth_gbs", false},
                      {"  hit rate", "l1_hit_rate_pct", false},
                      {"  intensity", "l1_arithmetic_intensity", false},
                      {"L2 traffic", "l2_bytes", false},
                      {"  bandwidth", "l2_bandwidth_gbs", false},
                      {"  hit rate", "l2_hit_rate_pct", false},
                      {"  intensity", "l2_arithmetic_intensity", false},
                      {"HBM read", "hbm_read_bytes", false},
                      {"  bandwidth", "hbm_read_bandwidth_gbs", false},
                      {"HBM write", "hbm_write_bytes", false},
                      {"  bandwidth", "hbm_write_bandwidth_gbs", false},
                      {"HBM intensity", "hbm_arithmetic_intensity", false}};
  out += paint(style, "2",
               "  " + pad_right("", 14) + pad_left("predicted", 14) +
                   (coverage > 0 ? "   " + whole_percent(coverage) + " interval" : "")) +
         "\n";
  for (const Row& row : rows) {
    const Metric& metric = *find_metric(row.metric);
    const auto value = predict::metric_value(metric, entry);
    if (row.only_if_used && value.value_or(0) == 0) continue;
    out += "  " + pad_right(row.label, 14);
    if (!value) {
      out += pad_left("-", 14) + "\n";
      continue;
    }
    out += pad_left(si_text(*value, metric.unit), 14);
    const auto ends = predict::metric_interval(metric, entry, gpu);
    if (coverage > 0) {
      out += "   " + paint(style, "2", interval_text(ends->low, ends->high, metric.unit));
    }
    out += "\n";
  }
  out += "\n";
}

// The parts of the machine that were candidates, as bars.
void append_bottleneck(const Prediction& p, const TextStyle& style, std::string& out) {
  if (p.bottleneck.empty()) return;
  double longest = 0;
  size_t width = 8;
  for (const BottleneckTerm& term : p.bottleneck) {
    longest = std::max(longest, term.time_us);
    width = std::max(width, to_text(term.part).size());
  }
  out += paint(style, "1", "  what takes the time") + "\n";
  const size_t room = std::clamp<size_t>(style.width, 60, 100) - width - 18;
  size_t shown = 0;
  for (const BottleneckTerm& term : p.bottleneck) {
    if (term.time_us <= 0 || ++shown > kMaxTerms) break;
    const size_t length =
        static_cast<size_t>(std::lround(term.time_us / longest * static_cast<double>(room)));
    std::string bar;
    for (size_t i = 0; i < std::max<size_t>(length, 1); ++i)
      bar += style.utf8 ? "\u2588" : "#";
    out += "    " + pad_right(to_text(term.part), width + 1) +
           pad_left(si_text(term.time_us, "us"), 10) + "  " +
           paint(style, shown == 1 ? "36" : "2", bar) + "\n";
  }
  out += "\n";
}

void append_occupancy(const predict::LaunchPrediction& entry, const Gpu& gpu,
                      const TextStyle& style, std::string& out) {
  const OccupancyFeatures& o = entry.features.occupancy;
  if (o.blocks_per_unit <= 0) return;
  const std::string unit = gpu.vendor == "amd" ? "CU" : "SM";
  std::string text = std::to_string(o.blocks_per_unit) + " blocks of " +
                     std::to_string(o.warps_per_block) + " warps per " + unit + " (" +
                     whole_percent(o.occupancy) + ")";
  if (o.limiter != OccupancyLimit::Unknown) text += ", limited by " + to_text(o.limiter);
  text += "; " + three_digits(o.waves) + " waves";
  if (o.tail_share >= 0.005)
    text += ", " + whole_percent(o.tail_share) + " of the time in the tail";
  if (o.registers > 0) {
    text += std::string("; ") + (o.registers_exact ? "" : "about ") + std::to_string(o.registers) +
            " registers";
  }
  out += paint(style, "1", "  occupancy") + "\n    " + wrap_text(text, 4, style.width) + "\n\n";
}

void append_reasons(const Prediction& p, const TextStyle& style, const SourceLine& source_line,
                    std::string& out) {
  if (p.reasons.empty()) return;
  out += paint(style, "1", "  why") + "\n";
  for (size_t i = 0; i < p.reasons.size() && i < kMaxReasons; ++i) {
    const Reason& reason = p.reasons[i];
    const std::string where = reason.line > 0 ? "line " + std::to_string(reason.line) + ":" : "";
    std::string text =
        wrap_text(where.empty() ? reason.text : where + " " + reason.text, 11, style.width);
    if (!where.empty()) text = paint(style, "33", where) + text.substr(where.size());
    out += "    " + pad_left(reason.share > 0 ? whole_percent(reason.share) : "", 5) + "  " + text +
           "\n";
    const std::string code = source_line ? source_line(reason.file, reason.line) : "";
    if (!code.empty()) {
      const size_t room = std::max<size_t>(style.width, 40) - 13;
      out += paint(style, "2", "           | " + code.substr(0, room)) + "\n";
    }
  }
  out += "\n";
}

void append_notes(const Prediction& p, const TextStyle& style, std::string& out) {
  if (p.notes.empty()) return;
  out += paint(style, "1", "  notes") + "\n";
  for (const std::string& note : p.notes)
    out += "    - " + wrap_text(note, 6, style.width) + "\n";
  out += "\n";
}

void append_skipped(const predict::PredictReport& report, const TextStyle& style,
                    std::string& out) {
  for (const predict::SkippedKernel& skipped : report.skipped) {
    out += paint(style, "33", "not predicted: ") +
           wrap_text(skipped.name + ": " + skipped.reason, 4, style.width) + "\n";
  }
}

bool is_sweep(const predict::PredictReport& report) {
  return std::any_of(
      report.predictions.begin(), report.predictions.end(),
      [](const predict::LaunchPrediction& entry) { return !entry.settings.empty(); });
}

}  // namespace

std::string dims_text(const std::array<int64_t, 3>& dims) {
  std::string out = std::to_string(dims[0]);
  if (dims[1] != 1 || dims[2] != 1) out += " x " + std::to_string(dims[1]);
  if (dims[2] != 1) out += " x " + std::to_string(dims[2]);
  return out;
}

std::string render_launch_text(const predict::LaunchPrediction& entry, const Gpu& gpu,
                               const TextStyle& style, const SourceLine& source_line) {
  std::string out;
  append_heading(entry, gpu, style, out);
  append_verdict(entry, gpu, style, out);
  append_metrics(entry, gpu, style, out);
  if (const auto roofline = predict::make_roofline(entry, gpu)) {
    out += plot_roofline(*roofline, style) + "\n";
  }
  append_bottleneck(entry.prediction, style, out);
  append_occupancy(entry, gpu, style, out);
  append_reasons(entry.prediction, style, source_line, out);
  append_notes(entry.prediction, style, out);
  // The last blank line would only push the prompt away.
  out.pop_back();
  return out;
}

std::string render_report_text(const predict::PredictReport& report, std::span<const Gpu> gpus,
                               const TextStyle& style, const SourceLine& source_line) {
  std::string out;
  if (is_sweep(report)) {
    out = render_sweep_text(report, style);
  } else if (gpus.size() > 1) {
    out = render_gpus_comparison(report, style);
  } else {
    if (report.predictions.size() > 1) out += render_summary_text(report, style) + "\n";
    for (size_t i = 0; i < report.predictions.size(); ++i) {
      const Gpu* gpu = find_gpu(gpus, report.predictions[i].prediction.gpu);
      if (gpu == nullptr) continue;
      if (i > 0) out += "\n";
      out += render_launch_text(report.predictions[i], *gpu, style, source_line);
    }
  }
  append_skipped(report, style, out);
  return out;
}

}  // namespace kcast::report
