#include "serve/lsp/features.h"

#include <algorithm>
#include <cmath>

#include "report/markdown_view.h"
#include "report/si_text.h"

namespace kcast::lsp {

namespace {

constexpr int kSeverityWarning = 2;
constexpr int kSeverityInformation = 3;

// "transpose<float>: " where the text shows no arguments, or several kernels share a place.
std::string lens_title(const ShownKernel& kernel, const LensOptions& options) {
  const bool instance = kernel.name.find('<') != std::string::npos;
  std::string title = (instance ? kernel.name + ": " : "") + kernel.summary;
  if (kernel.kept) {
    title += " (last good; the text does not compile)";
  } else if (options.outdated) {
    title += " (before the last edit)";
  }
  return title;
}

bool begins_on_line(const ShownKernel& kernel, const Position& position) {
  return kernel.place.selection.start.line == position.line;
}

std::string line_markdown(const ShownLine& line) {
  return "**" + std::to_string(std::lround(100 * line.share)) + " %** of the cost of `" +
         line.kernel + "`" + (line.text.empty() ? "" : ": " + line.text) + "\n";
}

Json hover_json(const std::string& markdown) {
  return {{"contents", {{"kind", "markdown"}, {"value", markdown}}}};
}

}  // namespace

Json code_lenses(const Shown& shown, const LensOptions& options) {
  Json out = Json::array();
  for (const ShownKernel& kernel : shown.kernels) {
    Json command = {{"title", lens_title(kernel, options)},
                    {"command", options.command},
                    {"arguments", Json::array({options.uri, kernel.name})}};
    out.push_back({{"range", to_json(kernel.place.selection)}, {"command", std::move(command)}});
  }
  return out;
}

std::string kernel_markdown(const Shown& shown, const ShownKernel& kernel) {
  const predict::LaunchPrediction* main = main_prediction(shown, kernel);
  if (main == nullptr) return "**" + kernel.name + "**: " + kernel.summary + "\n";
  std::string out = report::render_launch_markdown(*main, shown.gpus[0]);
  if (kernel.kept) {
    out += "\nThe text does not compile; this is the last prediction that worked.\n";
  }
  std::vector<const predict::LaunchPrediction*> others;
  for (const size_t i : kernel.predictions) {
    const predict::LaunchPrediction& entry = shown.report.predictions[i];
    const bool same_launch =
        entry.launch_line == main->launch_line && entry.settings == main->settings;
    if (same_launch) others.push_back(&entry);
  }
  if (shown.gpus.size() > 1) out += "\n" + report::render_gpus_markdown(others, shown.gpus);
  return out;
}

Json hover_at(const Shown& shown, const Text& text, const Position& position) {
  for (const ShownKernel& kernel : shown.kernels) {
    if (begins_on_line(kernel, position)) return hover_json(kernel_markdown(shown, kernel));
  }
  for (const ShownLaunch& launch : shown.launches) {
    if (launch.position.line != position.line) continue;
    const predict::LaunchPrediction& entry = shown.report.predictions[launch.prediction];
    return hover_json(report::render_launch_markdown(entry, shown.gpus[0]));
  }
  std::string lines;
  for (const ShownLine& line : shown.lines) {
    if (line.position.line != position.line || line.share < 0.02) continue;
    lines += (lines.empty() ? "" : "\n") + line_markdown(line);
  }
  if (lines.empty() || text.line(position.line).empty()) return nullptr;
  return hover_json(lines);
}

Json inlay_hints(const Shown& shown, const Text& text, const Range& range, Encoding encoding) {
  Json out = Json::array();
  for (const ShownLaunch& launch : shown.launches) {
    const int64_t line = launch.position.line;
    if (line < range.start.line || line > range.end.line) continue;
    const predict::LaunchPrediction& entry = shown.report.predictions[launch.prediction];
    std::string label = report::si_text(entry.prediction.values.time_us, "us");
    if (entry.count > 1) label += " x " + std::to_string(entry.count);
    out.push_back({{"position", to_json(text.line_range(line, encoding).end)},
                   {"label", label},
                   {"paddingLeft", true}});
  }
  return out;
}

Json diagnostics_json(const Shown& shown) {
  Json out = Json::array();
  for (const ShownFinding& item : shown.findings) {
    out.push_back({{"range", to_json(item.range)},
                   {"severity", item.finding.grave ? kSeverityWarning : kSeverityInformation},
                   {"code", item.finding.code},
                   {"source", "kernelcast"},
                   {"message", item.finding.message}});
  }
  if (!shown.problem.empty() && shown.problem_at) {
    out.push_back({{"range", to_json(*shown.problem_at)},
                   {"severity", kSeverityInformation},
                   {"code", "not-predicted"},
                   {"source", "kernelcast"},
                   {"message", "not predicted, older results are shown: " + shown.problem}});
  }
  return out;
}

}  // namespace kcast::lsp
