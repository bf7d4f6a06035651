#include "report/predict_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "base/text.h"
#include "predict/classify.h"
#include "predict/roofline.h"
#include "report/predict_tables.h"
#include "report/si_text.h"
#include "schema/gpu/gpu_json.h"
#include "schema/openmp/offload_geometry.h"

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

// "1 block", "8 blocks".
std::string counted(int64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
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

std::string launch_text(const predict::LaunchPrediction& entry) {
  std::string text = blocks_of_threads(entry.launch);
  if (entry.launch.shared_bytes > 0) {
    text += ", " + std::to_string(entry.launch.shared_bytes) + " B dynamic shared";
  }
  if (!entry.launch.arguments.empty()) {
    std::vector<std::string> words;
    for (const LaunchArgument& argument : entry.launch.arguments) {
      // What OpenMP's runtime passes to every region says nothing.
      if (argument.name != kLaunchEnvironment) words.push_back(argument_text(argument));
    }
    if (!words.empty()) text += ": " + join(words, ", ");
  }
  return text;
}

void append_heading(const predict::LaunchPrediction& entry, const Gpu& gpu, const TextStyle& style,
                    std::string& out) {
  out += paint(style, "1", entry.name) + "  " + file_and_line(entry.file, entry.line) + "  on " +
         gpu.name + predict::conditions_text(entry.conditions);
  if (!gpu.validated) out += paint(style, "33", " (never validated on hardware)");
  out += "\n";
  const std::string where = entry.launch_file.empty() ? "assumed (see notes)"
                                                      : "line " + std::to_string(entry.launch_line);
  const std::string times = entry.count > 1 ? ", " + std::to_string(entry.count) + " times" : "";
  out += "  " + wrap_text("launch " + where + times + ": " + launch_text(entry), 4, style.width) +
         "\n\n";
}

// "34.6 to 118 us" of the time; empty where a model claims none.
std::string time_interval_text(const Prediction& p) {
  if (p.coverage <= 0) return "";
  const std::string ends = interval_text(p.low.time_us, p.high.time_us, "us");
  return " (" + (ends == "exact" ? ends : whole_percent(p.coverage) + " interval " + ends) + ")";
}

// What the longest term does, as the beginning of a sentence.
std::string busiest_text(TimePart part) {
  const std::string name = to_text(part);
  switch (part) {
    case TimePart::Latency:
      return "Waiting for results (latency) takes longest";
    case TimePart::Launch:
      return "Starting the kernel takes longest";
    case TimePart::BlockScheduling:
      return "Block scheduling takes longest";
    case TimePart::Atomics:
    case TimePart::AtomicsOnAddress:
    case TimePart::AtomicsOnLine:
      return "A" + name.substr(1) + " take longest";
    case TimePart::Issue:
      return "The warp schedulers are the busiest part";
    case TimePart::SpecialFunctions:
      return "The special function units are the busiest part";
    case TimePart::TensorCores:
      return "The tensor cores are the busiest part";
    case TimePart::Fp32Pipe:
    case TimePart::IntegerPipe:
    case TimePart::Fp64Pipe:
    case TimePart::LoadStoreUnit:
      return "The " + name + " is the busiest part";
    case TimePart::SharedMemory:
    case TimePart::L1:
    case TimePart::L2:
    case TimePart::Dram:
      break;
  }
  return name + " is the busiest part";
}

// "DRAM is the busiest part: 43.8 us of 64.0 us (68 %)".
void append_busiest(const Prediction& p, std::string& out) {
  if (p.bottleneck.empty()) return;
  const BottleneckTerm& term = p.bottleneck[0];
  out += "  ";
  out += busiest_text(term.part);
  if (term.share > 0) {
    out += ": " + si_text(term.time_us, "us") + " of " + si_text(p.values.time_us, "us") + " (" +
           whole_percent(term.share) + ")";
  }
  out += "\n";
}

// "just left", "left", "far left": where a point lies of the ridge.
std::string side_of_ridge(double intensity, double ridge, bool near) {
  constexpr double kFar = 4;
  const bool left = intensity <= ridge;
  const bool far = left ? intensity * kFar < ridge : intensity > kFar * ridge;
  return std::string(near ? "just " : (far ? "far " : "")) + (left ? "left" : "right");
}

// "67.1 Mop of integer work for 184 MB of HBM traffic: 0.364 op/B, far left of the ridge at 3.48
// op/B".
void append_class(const Prediction& p, const Gpu& gpu, size_t width, std::string& out) {
  if (!predict::can_classify(p.values)) return;
  const BaseQuantities& v = p.values;
  const predict::RooflineClass roofline = predict::classify(v, gpu);
  const bool integer = roofline.type == "integer";
  const double operations =
      integer ? v.int_ops : (roofline.type == "fp64" ? v.flops_fp64 : v.flops_fp32);
  const double bytes = v.hbm_read_bytes + v.hbm_write_bytes;
  const std::string unit = integer ? "op" : "FLOP";
  const std::string traffic = (bytes > 0 ? si_text(bytes, "B") + " of" : "no") + " HBM traffic";
  std::string text;
  if (operations <= 0) {
    text = "No fp32, fp64 or integer work, " + traffic;
  } else if (bytes <= 0) {
    text = si_text(operations, unit) + " of " + roofline.type + " work and " + traffic;
  } else {
    text = si_text(operations, unit) + " of " + roofline.type + " work for " + traffic + ": " +
           three_digits(roofline.intensity) + " " + unit + "/B, " +
           side_of_ridge(roofline.intensity, roofline.ridge, p.near_ridge) + " of the ridge at " +
           three_digits(roofline.ridge) + " " + unit + "/B" +
           (p.near_ridge ? ", so the class may tip" : "");
  }
  out += "  " + wrap_text(text, 2, width) + "\n";
}

// Time and class, then what makes them so.
void append_verdict(const predict::LaunchPrediction& entry, const Gpu& gpu, const TextStyle& style,
                    std::string& out) {
  const Prediction& p = entry.prediction;
  const char* color = p.bound == Bound::Compute ? "1;35" : "1;36";
  const bool has_time = !std::isnan(p.values.time_us);
  out +=
      "  " + paint(style, "1", has_time ? si_text(p.values.time_us, "us") : "time not said") +
      (has_time ? time_interval_text(p) : "") + ", " +
      paint(style, color, p.bound == Bound::None ? "class not said" : to_text(p.bound) + "-bound") +
      "\n";
  append_busiest(p, out);
  append_class(p, gpu, style.width, out);
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

// The parts of the machine that were candidates, as bars; a full bar is the whole time.
void append_bottleneck(const Prediction& p, const TextStyle& style, std::string& out) {
  if (p.bottleneck.empty()) return;
  double full = p.values.time_us;
  size_t width = 8;
  for (const BottleneckTerm& term : p.bottleneck) {
    full = std::max(full, term.time_us);
    width = std::max(width, to_text(term.part).size());
  }
  out += paint(style, "1", "  what takes the time") +
         " (busy time of each part, % of the total; parts overlap)\n";
  const size_t room = std::clamp<size_t>(style.width, 60, 100) - width - 25;
  size_t shown = 0;
  for (const BottleneckTerm& term : p.bottleneck) {
    if (term.time_us <= 0 || ++shown > kMaxTerms) break;
    const size_t length =
        static_cast<size_t>(std::lround(term.time_us / full * static_cast<double>(room)));
    std::string bar;
    for (size_t i = 0; i < std::max<size_t>(length, 1); ++i)
      bar += style.utf8 ? "\u2588" : "#";
    out += "    " + pad_right(to_text(term.part), width + 1) +
           pad_left(si_text(term.time_us, "us"), 10) + pad_left(whole_percent(term.share), 7) +
           "  " + paint(style, shown == 1 ? "36" : "2", bar) + "\n";
  }
  out += "\n";
}

// What the simulated warps did, in the words of a profiler's stall reasons.
void append_warp_time(const Prediction& p, const TextStyle& style, std::string& out) {
  constexpr double kWorthShowing = 0.03;
  std::vector<std::string> parts;
  for (const WarpTime& time : p.warp_time) {
    if (time.share >= kWorthShowing)
      parts.push_back(to_text(time.state) + " " + whole_percent(time.share));
  }
  if (parts.empty()) return;
  out += paint(style, "1", "  what warps do with their time") + "\n    " +
         wrap_text(join(parts, "; "), 4, style.width) + "\n\n";
}

// "62.1 waves, 1 % of the time in the last, partly idle one"; a grid of less than one wave leaves
// units idle all the time.
std::string waves_text(const OccupancyFeatures& o) {
  if (o.waves < 1) return "the grid fills " + whole_percent(o.waves) + " of one wave";
  std::string text = three_digits(o.waves) + " waves";
  if (o.tail_share >= 0.005) {
    text += ", partly idle in the last one for " + whole_percent(o.tail_share) + " of the time";
  }
  return text;
}

void append_occupancy(const predict::LaunchPrediction& entry, const Gpu& gpu,
                      const TextStyle& style, std::string& out) {
  const OccupancyFeatures& o = entry.features.occupancy;
  if (o.blocks_per_unit <= 0) return;
  const std::string unit = gpu.vendor == "amd" ? "CU" : "SM";
  std::string text = counted(o.blocks_per_unit, "block") + " of " +
                     counted(o.warps_per_block, "warp") + " per " + unit + ": " +
                     whole_percent(o.occupancy) + " of its warp slots";
  if (o.limiter != OccupancyLimit::Unknown) text += ", limited by " + to_text(o.limiter);
  text += "; " + waves_text(o);
  if (o.registers > 0) {
    text += std::string("; ") + (o.registers_exact ? "" : "about ") + std::to_string(o.registers) +
            " registers per thread";
  }
  out += paint(style, "1", "  occupancy") + "\n    " + wrap_text(text, 4, style.width) + "\n\n";
}

// "line 12", or "util.h:12" where the kernel is in another file.
std::string reason_place(const Reason& reason, const std::string& kernel_file) {
  if (reason.line <= 0) return "";
  if (reason.file == kernel_file || reason.file.empty()) {
    return "line " + std::to_string(reason.line);
  }
  return file_and_line(reason.file, reason.line);
}

std::string cut_text(const std::string& text, size_t width) {
  return text.size() <= width ? text : text.substr(0, width - 3) + "...";
}

// Reasons of one line stand together under its text, lines in the order of their first reason.
void append_reasons(const predict::LaunchPrediction& entry, const TextStyle& style,
                    const SourceLine& source_line, std::string& out) {
  const std::vector<Reason>& reasons = entry.prediction.reasons;
  if (reasons.empty()) return;
  out += paint(style, "1", "  why") + "\n";
  const size_t count = std::min(reasons.size(), kMaxReasons);
  std::vector<bool> written(count, false);
  for (size_t i = 0; i < count; ++i) {
    if (written[i]) continue;
    const std::string place = reason_place(reasons[i], entry.file);
    if (place.empty()) {
      out += "    " + wrap_text(reasons[i].text, 4, style.width) + "\n";
      continue;
    }
    const std::string code = source_line ? source_line(reasons[i].file, reasons[i].line) : "";
    out += "    " + paint(style, "33", place);
    if (!code.empty()) {
      const size_t taken = std::min<size_t>(place.size(), 40) + 7;
      out += paint(style, "2", " | " + cut_text(code, std::max<size_t>(style.width, 80) - taken));
    }
    out += "\n";
    for (size_t j = i; j < count; ++j) {
      if (reasons[j].file != reasons[i].file || reasons[j].line != reasons[i].line) continue;
      written[j] = true;
      out += "      - " + wrap_text(reasons[j].text, 8, style.width) + "\n";
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

std::string blocks_of_threads(const Launch& launch) {
  const std::string grid = dims_text(launch.grid);
  const std::string block = dims_text(launch.block);
  return grid + (grid == "1" ? " block of " : " blocks of ") + block +
         (block == "1" ? " thread" : " threads");
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
  append_warp_time(entry.prediction, style, out);
  append_occupancy(entry, gpu, style, out);
  append_reasons(entry, style, source_line, out);
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
