#include "plan/plan_program.h"

#include "plan/program_job.h"
#include "predict/classify.h"
#include "predict/predict.h"

namespace kcast::plan {
namespace {

Result<analyze::Analysis> analyze_launch(const Inspection& inspection, const Kernel& kernel,
                                         Launch launch, const Gpu& gpu,
                                         std::vector<PlannedLaunch>& rows) {
  for (const PtxModule& module : inspection.modules) {
    const auto prepared = analyze::prepare_kernel(module.text, kernel.mangled);
    if (!prepared) continue;
    analyze::infer_fills(**prepared, launch);
    KCAST_TRY(analyze::Analysis analysis,
              analyze::analyze(**prepared, launch, gpu, kernel.resources));
    PlannedLaunch row = planned(launch, analysis);
    row.bound = to_text(predict::classify(analysis.prediction.values, gpu).bound);
    row.chosen = "host";
    rows.push_back(std::move(row));
    return analysis;
  }
  return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel.name};
}

}  // namespace

std::string program_language(const std::string& file) {
  if (file.ends_with(".cl")) return "opencl";
  if (file.ends_with(".c") || file.ends_with(".cpp")) return "openmp";
  return file.ends_with(".hip") ? "hip" : "cuda";
}

Result<std::vector<PlannedLaunch>> plan_program(const std::string& recipe, const std::string& file,
                                                const std::string& text,
                                                const launch::Inspect& inspect, const Gpu& gpu) {
  std::vector<PlannedLaunch> rows;
  predict::PredictTools tools;
  tools.inspect = inspect;
  size_t taken = 0;
  // A launch that cannot be analysed has its number all the same.
  tools.analyze = [&](const Inspection& inspection, const Kernel& kernel, const Launch& launch,
                      const Gpu& on) {
    auto analysis = analyze_launch(inspection, kernel, launch, on, rows);
    if (analysis) rows.back().launch = host_launch_text(taken);
    ++taken;
    return analysis;
  };
  predict::PredictRequest request;
  request.source.files = {{file, text}};
  request.gpus = {gpu};
  KCAST_TRY(const predict::PredictReport report, predict::predict(request, tools));
  for (PlannedLaunch& row : rows) {
    row.recipe = recipe;
    row.language = program_language(file);
  }
  return rows;
}

}  // namespace kcast::plan
