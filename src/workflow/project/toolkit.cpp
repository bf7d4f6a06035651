#include "workflow/project/toolkit.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/process/part.h"
#include "frontend/parse/flags.h"
#include "frontend/toolkit/apply_toolkit.h"
#include "predict/states/device_answers.h"
#include "predict/toolkit/machine_code.h"
#include "schema/ptx_text.h"

namespace kcast::workflow {

Result<frontend::Toolkit> toolkit_in(const std::string& cuda_path) {
  if (auto found = frontend::find_toolkit(cuda_path)) return *std::move(found);
  if (!cuda_path.empty()) {
    return Error{ErrorCode::NotFound, "no CUDA toolkit in " + cuda_path};
  }
  const Status fetched = fetch_group("cuda");
  if (!fetched) {
    return Error{fetched.error().code, "no CUDA toolkit found: " + fetched.error().message +
                                           "; install one, or name it with --cuda-path"};
  }
  if (auto found = frontend::find_toolkit("")) return *std::move(found);
  return Error{ErrorCode::External, "the CUDA toolkit that was fetched is incomplete"};
}

namespace {

// As a worker will read it.
frontend::InspectRequest source_for(const predict::PredictRequest& request, const Gpu& gpu) {
  frontend::InspectRequest source = request.source;
  source.arch = predict::arch_of(gpu);
  source.assume = true;
  source.slice = true;
  for (auto& answer : predict::device_answers(gpu))
    source.device.push_back(std::move(answer));
  return source;
}

std::string note_on(const frontend::Toolkit& toolkit, const Inspection& inspection) {
  const auto by = [&inspection](const char* route) {
    return std::any_of(inspection.modules.begin(), inspection.modules.end(),
                       [route](const PtxModule& module) { return module.route == route; });
  };
  const bool has_registers =
      std::any_of(inspection.kernels.begin(), inspection.kernels.end(),
                  [](const Kernel& kernel) { return kernel.resources.has_value(); });
  const std::string ptx = by("nvrtc") ? "PTX by NVRTC" : by("nvcc") ? "PTX by nvcc" : "";
  const bool has_code =
      std::any_of(inspection.modules.begin(), inspection.modules.end(),
                  [](const PtxModule& module) { return has_machine_code(module.text); });
  const std::string registers = has_code        ? "machine code by ptxas"
                                : has_registers ? "registers by ptxas"
                                                : "";
  if (ptx.empty() && registers.empty()) return "";
  return ptx + (ptx.empty() || registers.empty() ? "" : ", ") + registers + ", of CUDA " +
         toolkit.version;
}

}  // namespace

Status add_toolkit(predict::Predictor& predictor, const std::string& cuda_path,
                   predict::PredictRequest& request) {
  KCAST_TRY(const frontend::Toolkit toolkit, toolkit_in(cuda_path));
  std::set<std::string> done;
  for (const Gpu& gpu : request.gpus) {
    // Kernels of AMD's GPUs have other registers.
    if (gpu.vendor != "nvidia" || !done.insert(predict::arch_of(gpu)).second) continue;
    const frontend::InspectRequest source = source_for(request, gpu);
    KCAST_TRY(const frontend::BuildSettings settings, frontend::read_flags(source));
    KCAST_TRY(Inspection inspection, predictor.inspect(source));
    inspection.diagnostics.clear();
    KCAST_OK(frontend::apply_toolkit(source, settings, toolkit, inspection, /*take_ptx=*/true,
                                     /*disassemble=*/true));
    predict::lift_listings(inspection);
    predict::add_toolkit_code(inspection, request.toolkit);
    for (const Diagnostic& diagnostic : inspection.diagnostics)
      request.notes.push_back(diagnostic.file + ": " + diagnostic.message);
    const std::string note = note_on(toolkit, inspection);
    if (!note.empty()) request.notes.push_back(note);
  }
  return Unit{};
}

}  // namespace kcast::workflow
