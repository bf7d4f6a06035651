#include "plan/plan_job.h"

#include <algorithm>
#include <functional>

#include "base/sha256.h"
#include "corpus/kernel_maker.h"
#include "corpus/typical_launch.h"
#include "launch/contract_launch.h"
#include "plan/program_job.h"
#include "schema/launch_point.h"

namespace kcast::plan {
namespace {

using LaunchMaker = std::function<Result<Launch>(const std::string&)>;

Result<Launch> launch_of(const corpus::MadeKernel& made, const std::string& text,
                         corpus::Language language) {
  KCAST_TRY(const LaunchPoint point, parse_point(text));
  return corpus::launch_at(made.program, point, language);
}

// Launches of a target region need the compiler, which decides what a region is given and how.
Result<LaunchMaker> launch_maker(const corpus::MadeKernel& made, corpus::Language language,
                                 PlanKernel& kernel, const launch::Inspect& inspect,
                                 const Gpu& gpu) {
  if (language != corpus::Language::OpenMp) {
    return LaunchMaker(
        [&made, language](const std::string& text) { return launch_of(made, text, language); });
  }
  KernelSource& source = kernel.kernel;
  KCAST_TRY(const launch::ReadyKernel ready, launch::ready_kernel(inspect, source, gpu));
  KCAST_TRY(const KernelContract contract, corpus::contract_of(made, language));
  KCAST_TRY(kernel.ptx,
            offloaded_ptx(launch::request_for(source, gpu), ready.kernel.mangled, inspect));
  source.name = ready.kernel.mangled;
  return LaunchMaker([ready, contract](const std::string& text) -> Result<Launch> {
    KCAST_TRY(const LaunchPoint point, parse_point(text));
    return launch::launch_of(contract, ready.kernel, point);
  });
}

Result<PlanJob> generated_job(const std::vector<PlannedLaunch>& rows,
                              const corpus::KernelRecipe& recipe, corpus::Language language,
                              const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const corpus::MadeKernel made, corpus::make_kernel(recipe));
  PlanJob job;
  PlanKernel kernel;
  KCAST_TRY(kernel.kernel, corpus::print_kernel(made, language));
  job.text_sha256 = sha256_hex(kernel.kernel.source);
  KCAST_TRY(const LaunchMaker launch_at, launch_maker(made, language, kernel, inspect, gpu));
  for (size_t i = 0; i < rows.size(); ++i) {
    auto launch = launch_at(rows[i].launch);
    if (launch) {
      kernel.launches.emplace_back(i, *std::move(launch));
    } else {
      job.refused.emplace_back(i, launch.error().message);
    }
  }
  if (!kernel.launches.empty()) job.kernels.push_back(std::move(kernel));
  return job;
}

Result<PlanJob> program_job(const std::vector<PlannedLaunch>& rows,
                            const corpus::KernelRecipe& recipe, corpus::Language language,
                            const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const ReadProgram program, read_program(recipe, language, inspect, gpu));
  PlanJob job;
  job.text_sha256 = sha256_hex(program.device_text);
  for (size_t i = 0; i < rows.size(); ++i) {
    auto made = job_of(program, rows[i].launch);
    if (!made) {
      job.refused.emplace_back(i, made.error().message);
      continue;
    }
    auto same = std::find_if(job.kernels.begin(), job.kernels.end(), [&](const PlanKernel& kernel) {
      return kernel.kernel.name == made->source.name;
    });
    if (same == job.kernels.end()) {
      same = job.kernels.insert(same, {std::move(made->source), std::move(made->ptx), {}});
    }
    same->launches.emplace_back(i, std::move(made->launch));
  }
  return job;
}

}  // namespace

Result<PlanJob> plan_job(const std::vector<PlannedLaunch>& rows, const launch::Inspect& inspect,
                         const Gpu& gpu) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(rows.at(0).recipe));
  const auto language = corpus::language_named(rows.at(0).language);
  if (!language) {
    return Error{ErrorCode::InvalidInput, "'" + rows.at(0).language + "' is no language"};
  }
  const bool program = recipe.generator == corpus::Generator::Authored;
  auto job = program ? program_job(rows, recipe, *language, inspect, gpu)
                     : generated_job(rows, recipe, *language, inspect, gpu);
  if (job) job->family = corpus::recipe_family(recipe);
  return job;
}

}  // namespace kcast::plan
