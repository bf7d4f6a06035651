#include "report/markdown_view.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "predict/classify.h"
#include "report/predict_view.h"
#include "report/si_text.h"
#include "report/summary_line.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::report {

namespace {

// Characters that Markdown would take for its own.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\`*_<>|[]#").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string rounded_percent(double share) {
  return std::to_string(std::lround(100 * share)) + " %";
}

struct MarkdownRow {
  const char* label;
  const char* metric;
};

constexpr MarkdownRow kMarkdownRows[] = {
    {"time", "time_us"},
    {"compute", "gflops"},
    {"HBM read", "hbm_read_bandwidth_gbs"},
    {"HBM write", "hbm_write_bandwidth_gbs"},
    {"L2 bandwidth", "l2_bandwidth_gbs"},
    {"L2 hit rate", "l2_hit_rate_pct"},
    {"L1 hit rate", "l1_hit_rate_pct"},
    {"intensity (HBM)", "hbm_arithmetic_intensity"},
};

void append_metric_rows(const predict::LaunchPrediction& entry, const Gpu& gpu, std::string& out) {
  const double coverage = entry.prediction.coverage;
  out += "| | predicted | " + rounded_percent(coverage > 0 ? coverage : 0.9) +
         " interval |\n|---|---:|---|\n";
  for (const MarkdownRow& row : kMarkdownRows) {
    const Metric* metric = find_metric(row.metric);
    const auto value = predict::metric_value(*metric, entry);
    const auto ends = predict::metric_interval(*metric, entry, gpu);
    if (!value || !ends || !std::isfinite(*value)) continue;
    out += "| " + std::string(row.label) + " | " + si_text(*value, metric->unit) + " | " +
           (coverage > 0 ? interval_text(ends->low, ends->high, metric->unit) : "") + " |\n";
  }
  const OccupancyFeatures& occupancy = entry.features.occupancy;
  if (occupancy.blocks_per_unit > 0) {
    out += "| occupancy | " + rounded_percent(occupancy.occupancy) + " | limited by " +
           to_text(occupancy.limiter) + "; " + std::to_string(occupancy.registers) +
           " registers a thread |\n";
  }
}

void append_parts(const Prediction& p, size_t most, std::string& out) {
  std::vector<std::string> parts;
  for (const BottleneckTerm& term : p.bottleneck) {
    if (parts.size() == most) break;
    if (term.share >= 0.05) parts.push_back(to_text(term.part) + " " + rounded_percent(term.share));
  }
  if (!parts.empty()) out += "\nBusy: " + join(parts, ", ") + " of the time.\n";
}

void append_list(const std::string& title, const std::vector<std::string>& lines, size_t most,
                 std::string& out) {
  if (lines.empty()) return;
  out += "\n" + title + "\n\n";
  for (size_t i = 0; i < std::min(lines.size(), most); ++i)
    out += "- " + lines[i] + "\n";
  if (lines.size() > most) out += "- ... " + std::to_string(lines.size() - most) + " more\n";
}

}  // namespace

std::string render_launch_markdown(const predict::LaunchPrediction& entry, const Gpu& gpu,
                                   size_t reasons) {
  const Prediction& p = entry.prediction;
  std::string out = "**" + plain(entry.name) + "**: " + summary_line(entry, gpu) + "\n\n";
  out += blocks_of_threads(entry.launch);
  out += entry.launch_file.empty() ? ", launch assumed"
                                   : ", launched in line " + std::to_string(entry.launch_line);
  if (entry.count > 1) out += ", " + std::to_string(entry.count) + " times";
  if (!gpu.validated) out += "; never validated on this GPU";
  out += "\n\n";
  append_metric_rows(entry, gpu, out);
  append_parts(p, 4, out);
  std::vector<std::string> why;
  for (const Reason& reason : p.reasons) {
    const std::string place = reason.line > 0 ? "line " + std::to_string(reason.line) + ": " : "";
    why.push_back(place + plain(reason.text));
  }
  append_list("Why", why, reasons, out);
  std::vector<std::string> notes;
  for (const std::string& note : p.notes)
    notes.push_back(plain(note));
  append_list("Assumed or estimated", notes, reasons, out);
  return out;
}

std::string render_gpus_markdown(std::span<const predict::LaunchPrediction* const> entries,
                                 std::span<const Gpu> gpus) {
  std::string out = "| GPU | time | 90 % interval | class |\n|---|---:|---|---|\n";
  for (const predict::LaunchPrediction* entry : entries) {
    const Prediction& p = entry->prediction;
    const Gpu* gpu = find_gpu(gpus, p.gpu);
    out += "| " + (gpu != nullptr ? short_gpu_name(*gpu) : p.gpu) + " | " +
           si_text(p.values.time_us, "us") + " | " +
           interval_text(p.low.time_us, p.high.time_us, "us") + " | " + to_text(p.bound) +
           "-bound |\n";
  }
  return out;
}

}  // namespace kcast::report
