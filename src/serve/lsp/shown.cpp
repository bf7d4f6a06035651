#include "serve/lsp/shown.h"

#include <algorithm>

#include "predict/line_shares.h"
#include "report/summary_line.h"

namespace kcast::lsp {

namespace {

// The first error of the text itself, as one line.
const Diagnostic* first_error(const predict::PredictReport& report, const std::string& file) {
  for (const Diagnostic& diagnostic : report.diagnostics) {
    if (diagnostic.severity == Severity::Error && diagnostic.file == file) return &diagnostic;
  }
  return nullptr;
}

class ShownMaker {
 public:
  ShownMaker(const Answer& answer, const ShownSource& source, const Shown* before)
      : answer_(answer),
        source_(source),
        before_(before),
        places_(source.text, source.encoding),
        out_(std::make_shared<Shown>()) {}

  std::shared_ptr<Shown> make() {
    out_->version = source_.version;
    out_->gpus = answer_.gpus;
    out_->report = answer_.report;
    add_predicted();
    add_skipped();
    if (answer_.error || first_error(answer_.report, source_.name) != nullptr ||
        !answer_.report.skipped.empty()) {
      keep_older();
    }
    std::stable_sort(out_->kernels.begin(), out_->kernels.end(),
                     [](const ShownKernel& a, const ShownKernel& b) {
                       return a.place.range.start < b.place.range.start;
                     });
    for (ShownKernel& kernel : out_->kernels)
      describe(kernel);
    set_problem();
    return std::move(out_);
  }

 private:
  ShownKernel* find(const std::string& name) {
    for (ShownKernel& kernel : out_->kernels) {
      if (kernel.name == name) return &kernel;
    }
    return nullptr;
  }

  void add_predicted() {
    for (size_t i = 0; i < out_->report.predictions.size(); ++i)
      add_prediction(i, out_->report.predictions[i].line, false);
  }

  void add_prediction(size_t index, int64_t line, bool kept) {
    const predict::LaunchPrediction& entry = out_->report.predictions[index];
    if (ShownKernel* kernel = find(entry.name)) {
      kernel->predictions.push_back(index);
      return;
    }
    // Kernels of headers have no place in this text.
    if (entry.file != source_.name) return;
    const auto place = places_.find(entry.name, line);
    if (!place) return;
    out_->kernels.push_back({entry.name, entry.prediction.kernel, *place, {index}, "", "", kept});
  }

  void add_skipped() {
    for (const predict::SkippedKernel& skipped : answer_.report.skipped) {
      if (find(skipped.name) != nullptr) continue;
      const auto place = places_.find(skipped.name, 0);
      if (place) out_->kernels.push_back({skipped.name, "", *place, {}, "", skipped.reason, false});
    }
  }

  // Kernels that stand in the text and have no prediction any more keep the one they had.
  void keep_older() {
    if (before_ == nullptr) return;
    const Gpu* gpu = out_->first_gpu();
    if (gpu == nullptr || before_->first_gpu() == nullptr || gpu->id != before_->gpus[0].id) return;
    for (const ShownKernel& old : before_->kernels) {
      if (old.predictions.empty()) continue;
      ShownKernel* now = find(old.name);
      if (now != nullptr && !now->predictions.empty()) continue;
      const auto place = places_.find(old.name, 0);
      if (!place) continue;
      ShownKernel kept = old;
      kept.place = *place;
      kept.kept = true;
      kept.predictions.clear();
      for (const size_t index : old.predictions) {
        kept.predictions.push_back(out_->report.predictions.size());
        out_->report.predictions.push_back(before_->report.predictions[index]);
      }
      if (now != nullptr) {
        kept.skipped = now->skipped;
        *now = std::move(kept);
      } else {
        out_->kernels.push_back(std::move(kept));
      }
    }
  }

  void describe(ShownKernel& kernel) {
    const predict::LaunchPrediction* main = main_prediction(*out_, kernel);
    const Gpu* gpu = out_->first_gpu();
    if (main == nullptr || gpu == nullptr) {
      kernel.summary = "not predicted: " + kernel.skipped;
      return;
    }
    kernel.summary = report::summary_line(*main, *gpu);
    const auto launches = std::count_if(
        kernel.predictions.begin(), kernel.predictions.end(),
        [&](size_t i) { return out_->report.predictions[i].prediction.gpu == gpu->id; });
    if (launches > 1)
      kernel.summary += " (the longest of " + std::to_string(launches) + " launches)";
    if (main->launch_file.empty() && main->launch.assumed.launch)
      kernel.summary += " (launch assumed)";
    add_lines(kernel, *main);
    add_launches(kernel, *gpu);
    if (!kernel.kept) add_findings(kernel, *main, *gpu);
  }

  void add_lines(const ShownKernel& kernel, const predict::LaunchPrediction& main) {
    constexpr double kWorthShowing = 0.005;
    for (const predict::LineShare& cost : predict::line_shares(main)) {
      if (cost.file != source_.name || cost.line <= 0 || cost.share < kWorthShowing) continue;
      std::string text;
      for (const Reason& reason : main.prediction.reasons) {
        if (reason.line != cost.line || reason.file != source_.name) continue;
        text += (text.empty() ? "" : "; ") + reason.text;
      }
      out_->lines.push_back({{cost.line - 1, 0}, kernel.name, cost.share, std::move(text)});
    }
  }

  void add_launches(const ShownKernel& kernel, const Gpu& gpu) {
    for (const size_t i : kernel.predictions) {
      const predict::LaunchPrediction& entry = out_->report.predictions[i];
      if (entry.prediction.gpu != gpu.id || entry.launch_file != source_.name) continue;
      if (entry.launch_line > 0) out_->launches.push_back({{entry.launch_line - 1, 0}, i});
    }
  }

  void add_findings(const ShownKernel& kernel, const predict::LaunchPrediction& main,
                    const Gpu& gpu) {
    for (report::Cause& finding : report::find_causes(main, gpu)) {
      Range range = kernel.place.selection;
      if (finding.line > 0 && finding.file == source_.name) {
        range = source_.text.line_range(finding.line - 1, source_.encoding);
      } else if (finding.line > 0) {
        finding.message += " (" + finding.file + ":" + std::to_string(finding.line) + ")";
      }
      finding.message = kernel.name + ": " + finding.message;
      out_->findings.push_back({range, std::move(finding)});
    }
  }

  void set_problem() {
    const Diagnostic* error = first_error(answer_.report, source_.name);
    const bool lost =
        std::any_of(out_->kernels.begin(), out_->kernels.end(),
                    [](const ShownKernel& k) { return k.kept || k.predictions.empty(); });
    if (!answer_.error && !(lost && error != nullptr)) return;
    if (error != nullptr) {
      out_->problem = "line " + std::to_string(error->line) + ": " + error->message;
      if (error->line > 0) {
        out_->problem_at = source_.text.line_range(error->line - 1, source_.encoding);
      }
    } else {
      out_->problem = answer_.error->message;
    }
  }

  const Answer& answer_;
  const ShownSource& source_;
  const Shown* before_;
  const KernelFinder places_;
  std::shared_ptr<Shown> out_;
};

}  // namespace

std::shared_ptr<Shown> make_shown(const Answer& answer, const ShownSource& source,
                                  const Shown* before) {
  return ShownMaker(answer, source, before).make();
}

void shift_shown(Shown& shown, const Range& range, std::string_view text, Encoding encoding) {
  const auto move = [&](Position& position) {
    position = shifted(position, range, text, encoding);
  };
  const auto move_range = [&](Range& both) {
    move(both.start);
    move(both.end);
  };
  for (ShownKernel& kernel : shown.kernels) {
    move_range(kernel.place.range);
    move_range(kernel.place.selection);
  }
  for (ShownLine& line : shown.lines)
    move(line.position);
  for (ShownLaunch& launch : shown.launches)
    move(launch.position);
  for (ShownFinding& finding : shown.findings)
    move_range(finding.range);
  if (shown.problem_at) move_range(*shown.problem_at);
}

const ShownKernel* kernel_at(const Shown& shown, const Position& position) {
  for (const ShownKernel& kernel : shown.kernels) {
    if (contains(kernel.place.range, position)) return &kernel;
  }
  for (const ShownLaunch& launch : shown.launches) {
    if (launch.position.line != position.line) continue;
    return kernel_named(shown, shown.report.predictions[launch.prediction].name);
  }
  return nullptr;
}

const ShownKernel* kernel_named(const Shown& shown, const std::string& name) {
  for (const ShownKernel& kernel : shown.kernels) {
    if (kernel.name == name || kernel.symbol == name) return &kernel;
  }
  for (const ShownKernel& kernel : shown.kernels) {
    if (plain_kernel_name(kernel.name) == name) return &kernel;
  }
  return nullptr;
}

const predict::LaunchPrediction* main_prediction(const Shown& shown, const ShownKernel& kernel) {
  const predict::LaunchPrediction* best = nullptr;
  for (const size_t i : kernel.predictions) {
    const predict::LaunchPrediction& entry = shown.report.predictions[i];
    if (shown.gpus.empty() || entry.prediction.gpu != shown.gpus[0].id) continue;
    if (best == nullptr || entry.prediction.values.time_us > best->prediction.values.time_us) {
      best = &entry;
    }
  }
  return best;
}

}  // namespace kcast::lsp
