#include "collect/rocm/rocm_run.h"

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/text.h"
#include "collect/rocm/counter_passes.h"
#include "collect/rocm/rocm_folder.h"
#include "collect/rocm/rocm_formulas.h"

namespace kcast::collect {

namespace fs = std::filesystem;

namespace {

struct GenerationName {
  RocprofGeneration generation;
  const char* program;
};
constexpr GenerationName kGenerations[] = {{RocprofGeneration::V1, "rocprof"},
                                           {RocprofGeneration::V2, "rocprofv2"},
                                           {RocprofGeneration::V3, "rocprofv3"}};

std::string program_of(const RocmRun& run) {
  if (!run.profiler.empty()) return run.profiler;
  for (const GenerationName& known : kGenerations) {
    if (known.generation == run.generation) return known.program;
  }
  return "";
}

// A word as the shell needs it: rocprof (v1) takes the program as one text.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string out = "'";
  for (const char c : word)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string as_one_text(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words)
    out.push_back(quoted(word));
  return join(out, " ");
}

// One start for each run of the program, as v1 writes one table whatever it was asked.
void add_v1(const RocmRun& run, const fs::path& folder,
            const std::vector<std::vector<std::string>>& passes, RocmCommands& out) {
  for (size_t i = 0; i < passes.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    const std::string input = "pass_" + number + ".txt";
    out.folders.push_back("pass_" + number);
    out.inputs.emplace_back(input, pmc_lines({passes[i]}));
    out.commands.push_back({program_of(run), "-i", (folder / input).string(), "--timestamp", "on",
                            "-o", (folder / ("pass_" + number) / "results_rocprof.csv").string(),
                            as_one_text(run.command)});
  }
}

// The profiler starts the program once for each line.
void add_v2_or_v3(const RocmRun& run, const fs::path& folder,
                  const std::vector<std::vector<std::string>>& passes, RocmCommands& out) {
  out.inputs.emplace_back("counters.txt", pmc_lines(passes));
  std::vector<std::string> command = {program_of(run), "-i", (folder / "counters.txt").string(),
                                      "-d", (folder / "out").string()};
  if (run.generation == RocprofGeneration::V3) {
    for (const char* word : {"--kernel-trace", "--output-format", "csv", "--"})
      command.emplace_back(word);
  }
  command.insert(command.end(), run.command.begin(), run.command.end());
  out.commands.push_back(std::move(command));
}

// The last line that is not empty, for a message of one line.
std::string last_line(std::string_view text) {
  text = trim(text);
  return std::string(trim(text.substr(text.find_last_of('\n') + 1)));
}

Status start_profiler(const RocmRun& run, const std::vector<std::string>& command) {
  SubprocessOptions options;
  options.command = command;
  options.timeout = run.timeout;
  Result<SubprocessResult> result = run_subprocess(options);
  if (!result) {
    if (result.error().code != ErrorCode::NotFound) return std::move(result).error();
    return Error{ErrorCode::NotFound, result.error().message +
                                          ": install ROCm's profiler, or add /opt/rocm/bin to "
                                          "PATH"};
  }
  if (result->ok()) return Unit{};
  std::string message =
      command[0] + " on " + run.command[0] + ": " + describe_end(*result, options);
  const std::string said =
      last_line(result->error_output.empty() ? result->output : result->error_output);
  if (!said.empty()) message += ": " + said;
  return Error{ErrorCode::External, std::move(message)};
}

Status make_folders(const RocmCommands& commands, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && !fs::is_empty(folder, error)) {
    return Error{ErrorCode::InvalidInput,
                 folder.string() + ": not empty; what an earlier run left there would be read too"};
  }
  for (size_t i = 0; !error && i < commands.folders.size(); ++i)
    fs::create_directories(folder / commands.folders[i], error);
  if (error) return Error{ErrorCode::Io, "make " + folder.string() + ": " + error.message()};
  for (const auto& [name, text] : commands.inputs) {
    if (Status written = write_file(folder / name, text); !written) return written;
  }
  return Unit{};
}

std::vector<ProfiledLaunch> readings_of(const std::vector<RocmDispatch>& dispatches,
                                        const RocmFormulas& formulas) {
  std::vector<ProfiledLaunch> out;
  out.reserve(dispatches.size());
  for (const RocmDispatch& dispatch : dispatches)
    out.push_back(rocm_reading(dispatch, formulas));
  return out;
}

Result<std::vector<ProfiledLaunch>> run_in(const RocmRun& run, const fs::path& folder) {
  KCAST_TRY(const RocmCommands commands, rocm_commands(run, folder));
  if (const Status made = make_folders(commands, folder); !made) return made.error();
  for (const std::vector<std::string>& command : commands.commands) {
    if (const Status done = start_profiler(run, command); !done) return done.error();
  }
  Result<std::vector<ProfiledLaunch>> launches =
      read_rocm({.path = folder, .arch = run.arch, .version = run.version});
  if (!launches) {
    return std::move(launches).error().context(program_of(run) + " ended without an error");
  }
  return launches;
}

}  // namespace

Result<RocprofGeneration> parse_generation(std::string_view text) {
  for (const GenerationName& known : kGenerations) {
    if (text == known.program) return known.generation;
  }
  return Error{ErrorCode::InvalidInput, "'" + std::string(text) +
                                            "' is no profiler that is known here: rocprof, "
                                            "rocprofv2, rocprofv3"};
}

Result<RocmCommands> rocm_commands(const RocmRun& run, const fs::path& folder) {
  if (run.command.empty() || run.command[0].empty()) {
    return Error{ErrorCode::InvalidInput, "no program to profile: name it after --"};
  }
  const std::vector<CounterGroup> groups = needed_counters(run.arch);
  KCAST_TRY(const auto passes, plan_passes(groups));
  RocmCommands out;
  if (run.generation == RocprofGeneration::V1) {
    add_v1(run, folder, passes, out);
  } else {
    add_v2_or_v3(run, folder, passes, out);
  }
  return out;
}

Result<std::vector<ProfiledLaunch>> run_rocm(const RocmRun& run) {
  if (!run.folder.empty()) {
    std::error_code error;
    const fs::path folder = fs::absolute(run.folder, error);
    if (error) return Error{ErrorCode::Io, run.folder.string() + ": " + error.message()};
    return run_in(run, folder);
  }
  KCAST_TRY(const TempDir temporary, TempDir::make("kcast-rocm"));
  return run_in(run, temporary.path());
}

Result<std::vector<ProfiledLaunch>> read_rocm(const RocmRead& read) {
  KCAST_TRY(const RocmFolder folder, read_rocm_folder(read.path));
  if (read.arch && folder.arch && *read.arch != *folder.arch) {
    return Error{ErrorCode::InvalidInput, read.path.string() + ": measured on " +
                                              std::string(arch_name(*folder.arch)) + ", not " +
                                              std::string(arch_name(*read.arch))};
  }
  if (!read.arch && !folder.arch) {
    return Error{ErrorCode::InvalidInput,
                 read.path.string() + ": no file says which GPU it was; give --arch"};
  }
  RocmFormulas formulas;
  formulas.arch = read.arch ? *read.arch : *folder.arch;
  formulas.version = read.version.value_or(folder.version.value_or(RocmToolVersion{}));
  formulas.gpu_name = folder.gpu_name;
  formulas.timed_without_counters = folder.timed_without_counters;
  return readings_of(folder.dispatches, formulas);
}

}  // namespace kcast::collect
