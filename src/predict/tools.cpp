#include "predict/tools.h"

#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <utility>

#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

constexpr size_t kMaxModules = 16;
constexpr size_t kMaxKernels = 64;  // of a module

// Modules parsed and kernels made ready. The module asked for last comes first.
class Kernels {
 public:
  Result<std::shared_ptr<const analyze::PreparedKernel>> get(const Inspection& inspection,
                                                             const Kernel& kernel) {
    const PtxModule* module = inspection.modules.size() == 1
                                  ? &inspection.modules[0]
                                  : module_with(inspection, kernel.mangled);
    if (module == nullptr) {
      return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel.name};
    }
    KCAST_TRY(Entry* const entry, find_module(module->text));
    const auto found = entry->kernels.find(kernel.mangled);
    if (found != entry->kernels.end()) return found->second;
    KCAST_TRY(auto ready, analyze::prepare_kernel(entry->module, kernel.mangled));
    if (entry->kernels.size() >= kMaxKernels) entry->kernels.clear();
    entry->kernels.emplace(kernel.mangled, ready);
    return ready;
  }

  analyze::AnalysisOptions options;

 private:
  struct Entry {
    std::string text;
    std::shared_ptr<analyze::PreparedModule> module;
    std::map<std::string, std::shared_ptr<const analyze::PreparedKernel>> kernels;
  };

  Result<Entry*> find_module(const std::string& text) {
    const auto found = std::find_if(entries_.begin(), entries_.end(),
                                    [&](const Entry& entry) { return entry.text == text; });
    if (found != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, found);
      return &entries_.front();
    }
    KCAST_TRY(std::shared_ptr<analyze::PreparedModule> module, analyze::prepare_module(text));
    if (entries_.size() >= kMaxModules) entries_.pop_back();
    entries_.push_front({text, std::move(module), {}});
    return &entries_.front();
  }

  std::list<Entry> entries_;
};

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

PredictTools analysis_tools() {
  auto kernels = std::make_shared<Kernels>();
  PredictTools tools;
  tools.analyze = [kernels](const Inspection& inspection, const Kernel& kernel,
                            const Launch& launch, const Gpu& gpu) -> Result<analyze::Analysis> {
    KCAST_TRY(const auto ready, kernels->get(inspection, kernel));
    Launch filled = launch;
    const std::vector<std::string> notes = analyze::infer_fills(*ready, filled);
    KCAST_TRY(analyze::Analysis analysis,
              analyze::analyze(*ready, filled, gpu, kernel.resources, kernels->options));
    auto& all = analysis.prediction.notes;
    all.insert(all.end(), notes.begin(), notes.end());
    return analysis;
  };
  tools.limit = [kernels](const analyze::AnalysisOptions& options) { kernels->options = options; };
  tools.fill = [kernels](const Inspection& inspection, const Kernel& kernel,
                         Launch& launch) -> std::vector<std::string> {
    const auto ready = kernels->get(inspection, kernel);
    return ready ? analyze::infer_fills(**ready, launch) : std::vector<std::string>();
  };
  return tools;
}

}  // namespace kcast::predict
