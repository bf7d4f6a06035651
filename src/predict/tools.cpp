#include "predict/tools.h"

#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "predict/kernel_alone.h"
#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

constexpr size_t kMaxModules = 16;
constexpr size_t kMaxKernels = 64;  // of a module

// A kernel by itself, and made ready once that is needed.
struct ReadyKernel {
  KernelAlone alone;
  std::shared_ptr<const analyze::PreparedKernel> prepared;

  Result<const analyze::PreparedKernel*> get(const std::string& symbol) {
    if (!prepared) {
      KCAST_TRY(prepared, analyze::prepare_kernel(alone.ptx, symbol));
    }
    return prepared.get();
  }
};

// The kernels of the modules that were asked for last.
class Kernels {
 public:
  Result<ReadyKernel*> get(const Inspection& inspection, const Kernel& kernel) {
    const PtxModule* module = inspection.modules.size() == 1
                                  ? &inspection.modules[0]
                                  : module_with(inspection, kernel.mangled);
    if (module == nullptr) {
      return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel.name};
    }
    Entry& entry = find_module(*module);
    const auto found = entry.kernels.find(kernel.mangled);
    if (found != entry.kernels.end()) return &found->second;
    if (entry.kernels.size() >= kMaxKernels) entry.kernels.clear();
    const ReadyKernel alone{entry.split.kernel_alone(kernel.mangled), nullptr};
    return &entry.kernels.emplace(kernel.mangled, alone).first->second;
  }

  analyze::AnalysisOptions options;

 private:
  struct Entry {
    explicit Entry(const PtxModule& module) : text(module.text), split(text, module.route) {}
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

    const std::string text;
    SplitModule split;  // of the text
    std::map<std::string, ReadyKernel> kernels;
  };

  // The module asked for last comes first.
  Entry& find_module(const PtxModule& module) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.text == module.text; });
    if (found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
    } else {
      if (entries_.size() >= kMaxModules) entries_.pop_back();
      entries_.emplace_front(module);
    }
    return entries_.front();
  }

  std::list<Entry> entries_;
};

Result<analyze::Analysis> analyse(const analyze::PreparedKernel& kernel, const Launch& launch,
                                  const Gpu& gpu, const std::optional<ResourceUse>& resources,
                                  const analyze::AnalysisOptions& options) {
  Launch filled = launch;
  const std::vector<std::string> notes = analyze::infer_fills(kernel, filled);
  KCAST_TRY(analyze::Analysis analysis, analyze::analyze(kernel, filled, gpu, resources, options));
  auto& all = analysis.prediction.notes;
  all.insert(all.end(), notes.begin(), notes.end());
  return analysis;
}

// The analysis with the lines of the source, and so an error.
Result<analyze::Analysis> restored(const std::vector<int64_t>& lines,
                                   Result<analyze::Analysis> analysis) {
  if (analysis) {
    restore_lines(lines, *analysis);
    return analysis;
  }
  Error error = analysis.error();
  restore_lines(lines, error.message);
  return error;
}

// The launches whose kernels can be read, as questions.
std::vector<AnalysisQuestion> questions_of(const std::vector<LaunchQuestion>& launches,
                                           Kernels& kernels) {
  std::vector<AnalysisQuestion> out;
  for (const LaunchQuestion& launch : launches) {
    const Kernel& kernel = launch.kernel;
    const auto ready = kernels.get(launch.inspection, kernel);
    if (!ready) continue;
    out.push_back({(*ready)->alone.ptx, kernel.mangled, kernel.resources, launch.launch, launch.gpu,
                   kernels.options});
  }
  return out;
}

}  // namespace

Result<PredictTools> start_tools() {
  KCAST_TRY(const std::shared_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  return make_tools(frontend);
}

PredictTools make_tools(const std::shared_ptr<frontend::Frontend>& frontend,
                        const std::atomic<bool>* cancelled) {
  PredictTools tools = analysis_tools();
  tools.inspect = [frontend, cancelled](const frontend::InspectRequest& request) {
    return frontend->inspect(request, cancelled);
  };
  return tools;
}

Result<analyze::Analysis> answer_question(const AnalysisQuestion& question) {
  return std::move(answer_questions({question}).front());
}

std::vector<Result<analyze::Analysis>> answer_questions(
    const std::vector<AnalysisQuestion>& questions) {
  std::vector<Result<analyze::Analysis>> out;
  const AnalysisQuestion* last = nullptr;
  Result<std::shared_ptr<const analyze::PreparedKernel>> kernel =
      std::shared_ptr<const analyze::PreparedKernel>();
  for (const AnalysisQuestion& question : questions) {
    const bool same =
        last != nullptr && last->symbol == question.symbol && last->ptx == question.ptx;
    if (!same) kernel = analyze::prepare_kernel(question.ptx, question.symbol);
    last = &question;
    if (!kernel) {
      out.emplace_back(kernel.error());
      continue;
    }
    out.push_back(
        analyse(**kernel, question.launch, question.gpu, question.resources, question.options));
  }
  return out;
}

PredictTools analysis_tools(AnswerQuestion answer, AnswerAhead ahead) {
  auto kernels = std::make_shared<Kernels>();
  PredictTools tools;
  if (ahead) {
    tools.ahead = [kernels, ahead = std::move(ahead)](const std::vector<LaunchQuestion>& launches) {
      ahead(questions_of(launches, *kernels));
    };
  }
  tools.analyze = [kernels, answer = std::move(answer)](
                      const Inspection& inspection, const Kernel& kernel, const Launch& launch,
                      const Gpu& gpu) -> Result<analyze::Analysis> {
    KCAST_TRY(ReadyKernel* const ready, kernels->get(inspection, kernel));
    const analyze::AnalysisOptions& options = kernels->options;
    const KernelAlone& alone = ready->alone;
    if (answer) {
      auto answered = answer({alone.ptx, kernel.mangled, kernel.resources, launch, gpu, options});
      if (answered) return restored(alone.lines, *std::move(answered));
    }
    KCAST_TRY(const analyze::PreparedKernel* const prepared, ready->get(kernel.mangled));
    return restored(alone.lines, analyse(*prepared, launch, gpu, kernel.resources, options));
  };
  tools.limit = [kernels](const analyze::AnalysisOptions& options) { kernels->options = options; };
  tools.fill = [kernels](const Inspection& inspection, const Kernel& kernel,
                         Launch& launch) -> std::vector<std::string> {
    const auto ready = kernels->get(inspection, kernel);
    if (!ready) return {};
    const auto prepared = (*ready)->get(kernel.mangled);
    return prepared ? analyze::infer_fills(**prepared, launch) : std::vector<std::string>();
  };
  return tools;
}

}  // namespace kcast::predict
