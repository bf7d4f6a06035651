#include "workflow/collect/program_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "base/files.h"
#include "base/process/part.h"
#include "base/process/passthrough.h"
#include "base/process/subprocess.h"
#include "base/text.h"
#include "collect/inject/first_launches.h"
#include "collect/inject/inject_settings.h"
#include "collect/rocm/rocm_run.h"
#include "frontend/toolkit/toolkit.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

bool has_ending(const std::string& file, std::initializer_list<std::string_view> endings) {
  const std::string ending = fs::path(file).extension().string();
  return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

bool names_an_architecture(const std::vector<std::string>& flags) {
  return std::any_of(flags.begin(), flags.end(), [](const std::string& flag) {
    return flag.starts_with("-arch") || flag.starts_with("--gpu-architecture") ||
           flag.starts_with("-gencode") || flag.starts_with("--generate-code");
  });
}

// Headers among the files are found by #include.
Status compile_program(const ProgramRun& run, const fs::path& executable) {
  const auto toolkit = frontend::find_toolkit("");
  if (!toolkit || toolkit->nvcc.empty()) {
    return Error{ErrorCode::NotFound,
                 "no nvcc to compile " + run.program +
                     ": install CUDA, set CUDA_HOME, or run scripts/fetch cuda"};
  }
  SubprocessOptions compile;
  compile.command = {toolkit->nvcc.string(), "-O3", "-o", executable.string(), run.program};
  for (const std::string& file : run.files) {
    if (has_ending(file, {".cu", ".cpp", ".cc", ".cxx", ".c"})) compile.command.push_back(file);
  }
  if (!names_an_architecture(run.flags)) compile.command.emplace_back("-arch=native");
  compile.command.insert(compile.command.end(), run.flags.begin(), run.flags.end());
  compile.timeout = std::chrono::minutes(10);
  KCAST_TRY(const SubprocessResult ended, run_subprocess(compile));
  if (ended.ok()) return Unit{};
  return Error{
      ErrorCode::InvalidInput,
      "nvcc " + run.program + ": " + describe_end(ended, compile) + "\n" + ended.error_output};
}

// A program without a slash is looked up in PATH, a source beside us is not.
std::string command_name(const std::string& program) {
  std::error_code ignored;
  if (program.find('/') == std::string::npos && fs::is_regular_file(program, ignored)) {
    return "./" + program;
  }
  return program;
}

std::string problem_in(const fs::path& status) {
  const auto text = read_file(status);
  if (!text) {
    return "the program did not start CUDA, or its driver did not load libkcast-inject.so";
  }
  std::vector<std::string> problems;
  for (const std::string& line : split(trim(*text), '\n')) {
    if (line != collect::kAttached &&
        std::find(problems.begin(), problems.end(), line) == problems.end()) {
      problems.push_back(line);
    }
  }
  return join(problems, "; ");
}

Result<ProgramEnd> run_injected(const ProgramRun& run, const fs::path& library,
                                const fs::path& work) {
  std::string program = command_name(run.program);
  if (is_cuda_source(run.program)) {
    program = (work / fs::path(run.program).stem()).string();
    KCAST_OK(compile_program(run, program));
  }
  const fs::path out = run.out.empty() ? work / "launches.jsonl" : fs::absolute(run.out);
  KCAST_OK(write_file(out, ""));
  const collect::InjectSettings settings{.out = out.string(),
                                         .status = (work / "status").string(),
                                         .launches = run.launches,
                                         .kernel = run.kernel,
                                         .half_types = run.half_types};
  Passthrough start{{program}, collect::inject_environment(settings)};
  start.command.insert(start.command.end(), run.arguments.begin(), run.arguments.end());
  start.environment.push_back("CUDA_INJECTION64_PATH=" + library.string());
  ProgramEnd end;
  KCAST_TRY(end.status, run_passthrough(start));
  KCAST_TRY(end.launches, collect::read_profiled_launches(out));
  end.problem = problem_in(work / "status");
  return end;
}

}  // namespace

bool is_cuda_source(const std::string& file) {
  return has_ending(file, {".cu"});
}

Result<ProgramEnd> run_cuda_program(const ProgramRun& run) {
  KCAST_TRY(const fs::path library, find_part(executable_dir(), "libkcast-inject.so"));
  KCAST_TRY(const TempDir work, TempDir::make("kcast-program"));
  return run_injected(run, library, work.path());
}

Result<std::vector<collect::ProfiledLaunch>> keep_first(
    const std::vector<collect::ProfiledLaunch>& all, const ProgramRun& run) {
  KCAST_TRY(collect::FirstLaunches first,
            collect::FirstLaunches::make({.launches = run.launches, .kernel = run.kernel}));
  std::vector<collect::ProfiledLaunch> kept;
  std::string lines;
  for (const collect::ProfiledLaunch& launch : all) {
    if (!first.next(launch.kernel, {})) continue;
    lines += collect::profiled_launch_line(launch) + "\n";
    kept.push_back(launch);
  }
  if (!run.out.empty()) {
    KCAST_OK(write_file(run.out, lines));
  }
  return kept;
}

Result<ProgramEnd> run_rocm_program(const ProgramRun& run, const RocmProgram& rocm) {
  if (has_ending(run.program, {".cu", ".hip", ".cpp"})) {
    return Error{ErrorCode::InvalidInput,
                 run.program + ": compile it with hipcc and give the executable"};
  }
  collect::RocmRun settings;
  if (rocm.arch.empty()) {
    KCAST_TRY(settings.arch, collect::rocm_arch_here());
  } else {
    KCAST_TRY(settings.arch, collect::parse_rocm_arch(rocm.arch));
  }
  KCAST_TRY(settings.generation, collect::parse_generation(rocm.profiler));
  if (!rocm.version.empty()) {
    KCAST_TRY(settings.version, collect::parse_tool_version(rocm.version));
  }
  settings.profiler = rocm.path;
  settings.command = {command_name(run.program)};
  settings.command.insert(settings.command.end(), run.arguments.begin(), run.arguments.end());
  ProgramEnd end;
  KCAST_TRY(const std::vector<collect::ProfiledLaunch> launches, collect::run_rocm(settings));
  KCAST_TRY(end.launches, keep_first(launches, run));
  return end;
}

}  // namespace kcast::workflow
