#include "plan/program_job.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "plan/kernel_linkage.h"
#include "plan/symbol_values.h"
#include "predict/predict.h"
#include "schema/ptx_text.h"

namespace kcast::plan {
namespace {

constexpr std::string_view kHost = "host:";

frontend::InspectRequest request_for(const KernelSource& source) {
  frontend::InspectRequest request;
  request.files = {{source.language == "hip" ? "program.hip" : "program.cu", source.source}};
  request.flags = source.flags;
  return request;
}

// A launch as predict() takes it; what the host code asks of the device is answered for the GPU.
struct TakenLaunch {
  Kernel kernel;
  Launch launch;
};
struct TakenLaunches {
  Inspection inspection;
  std::vector<TakenLaunch> launches;
};

Result<TakenLaunches> take_launches(const frontend::InspectRequest& request,
                                    const launch::Inspect& inspect, const Gpu& gpu) {
  std::optional<Inspection> read;
  TakenLaunches out;
  predict::PredictTools tools;
  tools.inspect = [&](const frontend::InspectRequest& complete) {
    auto inspection = inspect(complete);
    if (inspection) read = *inspection;
    return inspection;
  };
  tools.analyze = [&](const Inspection&, const Kernel& kernel, const Launch& launch, const Gpu&) {
    out.launches.push_back({kernel, launch});
    return Result<analyze::Analysis>(Error{ErrorCode::Unsupported, "only the launch is wanted"});
  };
  predict::PredictRequest wanted;
  wanted.source = request;
  wanted.gpus = {gpu};
  const auto report = predict::predict(wanted, tools);
  if (!read) return report.error();
  for (const Diagnostic& diagnostic : read->diagnostics) {
    if (diagnostic.severity != Severity::Error) continue;
    return Error{ErrorCode::InvalidInput,
                 "line " + std::to_string(diagnostic.line) + ": " + diagnostic.message};
  }
  out.inspection = *std::move(read);
  return out;
}

// Tables that host code sets become initialisers; why not, where they cannot.
Result<std::string> with_host_symbols(frontend::InspectRequest request,
                                      const launch::Inspect& inspect, const Gpu& gpu) {
  const std::string text = request.files.at(0).text;
  const std::vector<std::string> symbols = symbols_of_host(text);
  if (symbols.empty()) return text;
  request.files[0].text = with_symbol_questions(text, symbols);
  request.lower = false;
  KCAST_TRY(const TakenLaunches answers, take_launches(request, inspect, gpu));
  return with_symbol_values(text, symbols, answers.inspection);
}

bool is_line_with(std::string_view text, std::string_view first, std::string_view second) {
  for (size_t at = text.find(first); at != std::string_view::npos; at = text.find(first, at + 1)) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    if (line.find(second) != std::string_view::npos) return true;
  }
  return false;
}

std::string refusal_of(const Inspection& inspection) {
  for (const PtxModule& module : inspection.modules) {
    const std::string& text = module.slice;
    if (text.empty()) return "its kernels cannot be written without the host code";
    if (text.find("<<<") != std::string::npos) return "its kernels launch kernels";
  }
  for (const Kernel& kernel : inspection.kernels) {
    for (const Parameter& parameter : kernel.parameters) {
      if (is_line_with(parameter.type, "exture", "Object") ||
          is_line_with(parameter.type, "urface", "Object")) {
        return "its kernels read textures";
      }
    }
  }
  return "";
}

std::vector<std::string> names_of(const std::vector<Kernel>& kernels) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernels) {
    const bool is_new = std::find(names.begin(), names.end(), kernel.name) == names.end();
    if (is_new) names.push_back(kernel.name);
  }
  return names;
}

// What all launches of a kernel share.
struct LaunchedKernel {
  std::shared_ptr<const analyze::PreparedKernel> prepared;
  KernelNeeds needs;
};

Result<LaunchedKernel> launched_from(const Inspection& inspection, const Kernel& kernel) {
  const PtxModule* module = module_with(inspection, kernel.mangled);
  if (module == nullptr) {
    return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel.name};
  }
  LaunchedKernel launched;
  KCAST_TRY(launched.prepared, analyze::prepare_kernel(module->text, kernel.mangled));
  launched.needs = kernel_needs(module->text, kernel.mangled);
  return launched;
}

Status add_launches(const TakenLaunches& taken, ReadProgram& out) {
  std::map<std::string, LaunchedKernel> kernels;
  for (const TakenLaunch& launch : taken.launches) {
    LaunchedKernel& kernel = kernels[launch.kernel.mangled];
    if (!kernel.prepared) {
      KCAST_TRY(kernel, launched_from(taken.inspection, launch.kernel));
      if (out.refusal.empty()) out.refusal = kernel.needs.refusal;
    }
    const auto name = std::find(out.kernels.begin(), out.kernels.end(), launch.kernel.name);
    out.launches.push_back({{launch.kernel, kernel.prepared},
                            static_cast<size_t>(name - out.kernels.begin()),
                            launch.launch,
                            kernel.needs});
    analyze::infer_fills(*kernel.prepared, out.launches.back().launch);
  }
  return Unit{};
}

}  // namespace

std::string host_launch_text(size_t number) {
  return std::string(kHost) + std::to_string(number);
}

Result<size_t> parse_host_launch(std::string_view text) {
  const auto number = text.starts_with(kHost) ? parse_int(text.substr(kHost.size())) : std::nullopt;
  if (number && *number >= 0) return static_cast<size_t>(*number);
  return Error{ErrorCode::InvalidInput, "launch '" + std::string(text) +
                                            "': launches of authored programs are host:0, host:1, "
                                            "..."};
}

Result<std::string> offloaded_ptx(frontend::InspectRequest request, const std::string& kernel,
                                  const launch::Inspect& inspect) {
  request.environment_argument = true;
  KCAST_TRY(const Inspection inspection, inspect(request));
  const PtxModule* module = module_with(inspection, kernel);
  if (module == nullptr) return Error{ErrorCode::Internal, "no PTX holds kernel " + kernel};
  return module->text;
}

Result<ReadProgram> read_offloaded(const frontend::InspectRequest& request,
                                   const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const TakenLaunches taken, take_launches(request, inspect, gpu));
  ReadProgram out;
  out.language = "openmp";
  out.flags = request.flags;
  out.device_text = request.files.at(0).text;
  out.kernels = names_of(taken.inspection.kernels);
  if (auto status = add_launches(taken, out); !status) return std::move(status).error();
  if (taken.launches.empty()) return out;
  KCAST_TRY(out.ptx, offloaded_ptx(request, taken.launches[0].kernel.mangled, inspect));
  return out;
}

Result<ReadProgram> read_program(const corpus::KernelRecipe& recipe, corpus::Language language,
                                 const launch::Inspect& inspect, const Gpu& gpu) {
  if (recipe.generator != corpus::Generator::Authored) {
    return Error{ErrorCode::InvalidInput,
                 corpus::recipe_text(recipe) + " is no authored program: it has no host code"};
  }
  KCAST_TRY(KernelSource source, corpus::source_of_recipe(recipe, language, /*with_host=*/true));
  if (language == corpus::Language::OpenMp) {
    frontend::InspectRequest request = request_for(source);
    KCAST_TRY(const corpus::AuthoredProgram* program, corpus::find_authored(recipe.name));
    request.files[0].name = "program" + std::string(program->ending);
    request.language = source.language;
    auto offloaded = read_offloaded(request, inspect, gpu);
    if (!offloaded) return std::move(offloaded).error().context(corpus::recipe_text(recipe));
    return offloaded;
  }
  source.source = with_visible_kernels(source.source);
  ReadProgram out;
  out.language = source.language;
  out.flags = source.flags;
  auto with_symbols = with_host_symbols(request_for(source), inspect, gpu);
  if (with_symbols) {
    source.source = *std::move(with_symbols);
  } else {
    out.refusal = with_symbols.error().message;
  }
  frontend::InspectRequest request = request_for(source);
  request.slice = true;
  auto taken = take_launches(request, inspect, gpu);
  if (!taken) return std::move(taken).error().context(corpus::recipe_text(recipe));
  out.kernels = names_of(taken->inspection.kernels);
  if (!taken->inspection.modules.empty()) out.device_text = taken->inspection.modules[0].slice;
  if (out.refusal.empty()) out.refusal = refusal_of(taken->inspection);
  if (auto status = add_launches(*taken, out); !status) return std::move(status).error();
  return out;
}

frontend::InspectRequest as_collected(frontend::InspectRequest request,
                                      const launch::Inspect& inspect, const Gpu& gpu) {
  if (request.files.empty() || request.language == "opencl") return request;
  std::string& text = request.files[0].text;
  if (request.language.empty() && request.files[0].name.ends_with(".cl")) return request;
  text = with_visible_kernels(text);
  auto with_symbols = with_host_symbols(request, inspect, gpu);
  if (with_symbols) text = *std::move(with_symbols);
  return request;
}

Result<Inspection> host_inspection(const corpus::KernelRecipe& recipe,
                                   const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const KernelSource source,
            corpus::source_of_recipe(recipe, corpus::Language::Cuda, /*with_host=*/true));
  frontend::InspectRequest request = request_for(source);
  request.lower = false;
  KCAST_TRY(TakenLaunches taken, take_launches(request, inspect, gpu));
  return std::move(taken.inspection);
}

Result<AuthoredJob> job_of(const ReadProgram& program, std::string_view launch) {
  KCAST_TRY(const size_t number, parse_host_launch(launch));
  if (number >= program.launches.size()) {
    return Error{ErrorCode::NotFound, "no launch '" + std::string(launch) + "': host code makes " +
                                          std::to_string(program.launches.size())};
  }
  if (!program.refusal.empty()) return Error{ErrorCode::Unsupported, program.refusal};
  const ProgramLaunch& chosen = program.launches[number];
  AuthoredJob job;
  job.source.name = chosen.kernel.kernel.mangled;
  job.source.language = program.language;
  job.source.source = program.device_text;
  job.ptx = program.ptx;
  job.source.flags = program.flags;
  job.source.zeroed = chosen.needs.zeroed;
  job.source.cooperative = chosen.needs.cooperative;
  job.launch = chosen.launch;
  return job;
}

Result<AuthoredJob> authored_job(std::string_view recipe, std::string_view launch,
                                 const launch::Inspect& inspect, const Gpu& gpu) {
  KCAST_TRY(const corpus::KernelRecipe parsed, corpus::parse_recipe(recipe));
  KCAST_TRY(const ReadProgram program, read_program(parsed, corpus::Language::Cuda, inspect, gpu));
  auto job = job_of(program, launch);
  if (!job) return std::move(job).error().context(recipe);
  return job;
}

}  // namespace kcast::plan
