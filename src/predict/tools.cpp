#include "predict/tools.h"

#include <map>
#include <string>
#include <utility>

#include "schema/ptx_text.h"

namespace kcast::predict {

namespace {

constexpr size_t kMaxPrepared = 64;

// Kernels made ready, by their PTX and symbol.
class Kernels {
 public:
  Result<std::shared_ptr<const analyze::PreparedKernel>> get(const Inspection& inspection,
                                                             const Kernel& kernel) {
    const PtxModule* module = module_with(inspection, kernel.mangled);
    if (module == nullptr) {
      return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel.name};
    }
    const auto key = std::pair(kernel.mangled, module->text);
    const auto found = prepared_.find(key);
    if (found != prepared_.end()) return found->second;
    KCAST_TRY(auto ready, analyze::prepare_kernel(module->text, kernel.mangled));
    if (prepared_.size() >= kMaxPrepared) prepared_.clear();
    prepared_.emplace(key, ready);
    return ready;
  }

 private:
  std::map<std::pair<std::string, std::string>, std::shared_ptr<const analyze::PreparedKernel>>
      prepared_;
};

}  // namespace

Result<PredictTools> start_tools() {
  KCAST_TRY(const std::shared_ptr<frontend::Frontend> frontend, frontend::Frontend::start());
  return make_tools(frontend);
}

PredictTools make_tools(const std::shared_ptr<frontend::Frontend>& frontend,
                        const std::atomic<bool>* cancelled) {
  auto kernels = std::make_shared<Kernels>();
  PredictTools tools;
  tools.inspect = [frontend, cancelled](const frontend::InspectRequest& request) {
    return frontend->inspect(request, cancelled);
  };
  tools.analyze = [kernels](const Inspection& inspection, const Kernel& kernel,
                            const Launch& launch, const Gpu& gpu) -> Result<analyze::Analysis> {
    KCAST_TRY(const auto ready, kernels->get(inspection, kernel));
    Launch filled = launch;
    const std::vector<std::string> notes = analyze::infer_fills(*ready, filled);
    KCAST_TRY(analyze::Analysis analysis, analyze::analyze(*ready, filled, gpu, kernel.resources));
    auto& all = analysis.prediction.notes;
    all.insert(all.end(), notes.begin(), notes.end());
    return analysis;
  };
  tools.fill = [kernels](const Inspection& inspection, const Kernel& kernel,
                         Launch& launch) -> std::vector<std::string> {
    const auto ready = kernels->get(inspection, kernel);
    return ready ? analyze::infer_fills(**ready, launch) : std::vector<std::string>();
  };
  return tools;
}

}  // namespace kcast::predict
