#include "frontend/toolkit/toolkit_programs.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>
#include <iostream>
#include <iterator>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/sanitizers.h"
#include "base/text.h"
#include "frontend/parse/file_names.h"

namespace kcast::frontend {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWorkerWord = "--nvrtc-worker";
// Set in the worker's environment: a worker that asks for NVRTC is a program that missed its
// arguments, and would start itself for ever.
constexpr const char* kWorkerVariable = "KCAST_NVRTC_WORKER";
// What a worker says first, so that another program's output is not taken for PTX.
constexpr std::string_view kWorkerGreeting = "// kcast NVRTC worker\n";
constexpr const char* kNoWorker =
    "NVRTC was not run: a program that asks for it must begin with run_as_nvrtc_worker";
constexpr size_t kMemoryBytes = size_t{8} << 30;
#if defined(KCAST_SANITIZED)
// The worker is this program, and sanitizers reserve terabytes of address space.
constexpr size_t kWorkerMemoryBytes = 0;
#else
constexpr size_t kWorkerMemoryBytes = kMemoryBytes;
#endif
constexpr auto kTimeout = std::chrono::seconds(120);

// The functions of nvrtc.h that are used, with its types.
struct Nvrtc {
  using Program = void*;
  int (*create)(Program*, const char* source, const char* name, int n_headers,
                const char* const* headers, const char* const* names) = nullptr;
  int (*compile)(Program, int n_options, const char* const* options) = nullptr;
  int (*log_size)(Program, size_t*) = nullptr;
  int (*log)(Program, char*) = nullptr;
  int (*ptx_size)(Program, size_t*) = nullptr;
  int (*ptx)(Program, char*) = nullptr;
};

template <typename Function>
bool load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

// NVRTC opens its builtins by name alone; once they are loaded that succeeds.
void load_builtins(const fs::path& library) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(library.parent_path(), error)) {
    const std::string name = entry.path().filename();
    if (name.starts_with("libnvrtc-builtins.so"))
      dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL);
  }
}

bool load_nvrtc(const fs::path& library, Nvrtc& nvrtc) {
  load_builtins(library);
  void* handle = dlopen(library.c_str(), RTLD_NOW);
  if (handle == nullptr) {
    std::cerr << dlerror() << "\n";
    return false;
  }
  return load(handle, "nvrtcCreateProgram", nvrtc.create) &&
         load(handle, "nvrtcCompileProgram", nvrtc.compile) &&
         load(handle, "nvrtcGetProgramLogSize", nvrtc.log_size) &&
         load(handle, "nvrtcGetProgramLog", nvrtc.log) &&
         load(handle, "nvrtcGetPTXSize", nvrtc.ptx_size) && load(handle, "nvrtcGetPTX", nvrtc.ptx);
}

// Source on standard input, PTX on standard output, the compiler's log on the error output.
int nvrtc_worker(const fs::path& library, std::span<const std::string_view> options) {
  std::cout << kWorkerGreeting << std::flush;
  Nvrtc nvrtc;
  if (!load_nvrtc(library, nvrtc)) return 2;
  const std::string source((std::istreambuf_iterator<char>(std::cin)), {});
  const std::vector<std::string> words(options.begin(), options.end());
  std::vector<const char*> pointers;
  for (const std::string& word : words)
    pointers.push_back(word.c_str());
  Nvrtc::Program program = nullptr;
  if (nvrtc.create(&program, source.c_str(), "slice.cu", 0, nullptr, nullptr) != 0) return 2;
  const int status = nvrtc.compile(program, static_cast<int>(pointers.size()), pointers.data());
  size_t size = 0;
  if (nvrtc.log_size(program, &size) == 0 && size > 1) {
    std::string log(size, '\0');
    nvrtc.log(program, log.data());
    std::cerr << log.c_str() << "\n";
  }
  if (status != 0) return 1;
  if (nvrtc.ptx_size(program, &size) != 0) return 2;
  std::string ptx(size, '\0');
  if (nvrtc.ptx(program, ptx.data()) != 0) return 2;
  std::cout << ptx.c_str() << std::flush;
  return 0;
}

// The first line that says what went wrong, without the name of a temporary file.
std::string first_message(const std::string& log, const std::string& folder) {
  std::string first;
  for (std::string& line : split(log, '\n')) {
    const std::string_view text = trim(line);
    if (text.empty()) continue;
    const bool is_error = text.find("error") != std::string_view::npos ||
                          text.find("fatal") != std::string_view::npos;
    if (first.empty() || is_error) first = text;
    if (is_error) break;
  }
  for (size_t at = first.find(folder); !folder.empty() && at != std::string::npos;
       at = first.find(folder)) {
    first.erase(at, folder.size() + 1);
  }
  return first.empty() ? "no message" : first;
}

Error failure(const std::string& program, const SubprocessResult& result,
              const SubprocessOptions& options, const std::string& folder) {
  const std::string log = result.error_output.empty() ? result.output : result.error_output;
  if (result.end != SubprocessEnd::Exited) {
    return Error{ErrorCode::External, program + " " + describe_end(result, options)};
  }
  return Error{ErrorCode::External, first_message(log, folder)};
}

// NVRTC and nvcc know no gnu++ standards in common with Clang's spelling.
std::string standard_flag(const BuildSettings& settings) {
  std::string standard = settings.standard.empty() ? "c++17" : settings.standard;
  if (standard.starts_with("gnu++")) standard = "c++" + standard.substr(5);
  return "-std=" + standard;
}

std::string virtual_arch(const std::string& arch) {
  return "compute_" + arch.substr(3);
}

std::optional<std::string> text_between(std::string_view text, std::string_view before,
                                        std::string_view after) {
  const size_t start = text.find(before);
  if (start == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(start + before.size());
  const size_t end = rest.find(after);
  if (end == std::string_view::npos) return std::nullopt;
  return std::string(rest.substr(0, end));
}

// The number in front of `unit`, as in "16 bytes spill stores".
int64_t number_before(std::string_view text, std::string_view unit) {
  const size_t at = text.find(unit);
  if (at == std::string_view::npos) return 0;
  const std::string_view before = trim(text.substr(0, at));
  const size_t blank = before.find_last_not_of("0123456789");
  return parse_int(before.substr(blank == std::string_view::npos ? 0 : blank + 1)).value_or(0);
}

}  // namespace

std::optional<int> run_as_nvrtc_worker(std::span<const std::string_view> args) {
  if (args.size() < 2 || args[0] != kWorkerWord) return std::nullopt;
  return nvrtc_worker(fs::path(args[1]), args.subspan(2));
}

Result<std::string> nvrtc_ptx(const Toolkit& toolkit, const std::string& slice,
                              const BuildSettings& settings, const std::string& arch) {
  if (toolkit.nvrtc.empty()) {
    return Error{ErrorCode::NotFound, "the toolkit in " + toolkit.root.string() + " has no NVRTC"};
  }
  if (std::getenv(kWorkerVariable) != nullptr) return Error{ErrorCode::Internal, kNoWorker};
  SubprocessOptions options;
  KCAST_TRY(const TempDir folder, TempDir::make());
  options.working_dir = folder.path();
  options.environment = {std::string(kWorkerVariable) + "=1"};
  options.command = {"/proc/self/exe", std::string(kWorkerWord),
                     fs::absolute(toolkit.nvrtc).string(), "-arch=" + virtual_arch(arch),
                     standard_flag(settings)};
  // Functions and constants without a word for the device are usable there when
  // they are constexpr; NVRTC otherwise refuses their definitions.
  options.command.insert(options.command.end(), {"-default-device", "-w", "-lineinfo"});
  for (const std::string& flag : settings.toolkit_flags)
    options.command.push_back(flag);
  if (!toolkit.include.empty()) {
    const fs::path include = fs::absolute(toolkit.include);
    options.command.push_back("-I" + include.string());
    options.command.push_back("-I" + (include / "cccl").string());
  }
  options.input = slice;
  options.timeout = kTimeout;
  options.memory_bytes = kWorkerMemoryBytes;
  KCAST_TRY(SubprocessResult result, run_subprocess(options));
  const bool greeted = result.output.starts_with(kWorkerGreeting);
  if (!greeted && result.end == SubprocessEnd::Exited) return Error{ErrorCode::Internal, kNoWorker};
  if (!result.ok()) return failure("NVRTC", result, options, "");
  result.output.erase(0, kWorkerGreeting.size());
  return with_request_names(result.output, {}, folder.path());
}

Result<std::string> nvcc_ptx(const Toolkit& toolkit, const InspectRequest& request,
                             const BuildSettings& settings, const std::string& file,
                             const std::string& arch) {
  if (toolkit.nvcc.empty()) {
    return Error{ErrorCode::NotFound, "the toolkit in " + toolkit.root.string() + " has no nvcc"};
  }
  KCAST_TRY(const TempDir folder, TempDir::make());
  const fs::path sources = folder.path() / "sources";
  for (const SourceFile& source : request.files) {
    const fs::path place = sources / path_below(source.name);
    std::error_code error;
    fs::create_directories(place.parent_path(), error);
    KCAST_OK(write_file(place, source.text));
  }
  const fs::path output = folder.path() / "out.ptx";
  SubprocessOptions options;
  options.command = {toolkit.nvcc.string(),      "-ptx",     "-arch=" + virtual_arch(arch),
                     standard_flag(settings),    "-w",       "--extended-lambda",
                     "--expt-relaxed-constexpr", "-lineinfo"};
  for (const std::string& flag : settings.toolkit_flags)
    options.command.push_back(flag);
  for (const auto* defines : {&settings.defines, &request.defines}) {
    for (const auto& [name, value] : *defines)
      options.command.push_back("-D" + name + "=" + value);
  }
  for (const std::string& name : settings.undefines)
    options.command.push_back("-U" + name);
  for (const auto* dirs : {&request.include_dirs, &request.readable_dirs}) {
    for (const std::string& dir : *dirs) {
      options.command.push_back("-I" + (fs::path(request.working_dir) / dir).string());
    }
  }
  const fs::path input = sources / path_below(file);
  options.command.insert(options.command.end(),
                         {"-x", "cu", input.string(), "-o", output.string()});
  options.timeout = kTimeout;
  options.memory_bytes = kMemoryBytes;
  KCAST_TRY(const SubprocessResult result, run_subprocess(options));
  if (!result.ok()) return failure("nvcc", result, options, sources.string());
  KCAST_TRY(const std::string ptx, read_file(output));
  return with_request_names(ptx, {}, sources);
}

namespace {

Result<std::string> disassembled(const Toolkit& toolkit, const fs::path& folder) {
  if (toolkit.nvdisasm.empty()) return Error{ErrorCode::NotFound, "the toolkit has no nvdisasm"};
  SubprocessOptions options;
  options.command = {toolkit.nvdisasm.string(), "-gi", "-hex", (folder / "kernel.cubin").string()};
  options.timeout = kTimeout;
  options.memory_bytes = kMemoryBytes;
  KCAST_TRY(SubprocessResult result, run_subprocess(options));
  if (!result.ok()) return failure("nvdisasm", result, options, folder.string());
  return std::move(result.output);
}

}  // namespace

Result<std::map<std::string, ResourceUse>> ptxas_resources(const Toolkit& toolkit,
                                                           const std::string& ptx,
                                                           const std::string& arch,
                                                           int max_registers) {
  KCAST_TRY(PtxasOutput output, run_ptxas(toolkit, ptx, arch, max_registers, false));
  return std::move(output.resources);
}

Result<PtxasOutput> run_ptxas(const Toolkit& toolkit, const std::string& ptx,
                              const std::string& arch, int max_registers, bool disassemble) {
  const std::string refusal = arch_refusal(toolkit, arch);
  if (!refusal.empty()) return Error{ErrorCode::Unsupported, refusal};
  KCAST_TRY(const TempDir folder, TempDir::make());
  const fs::path input = folder.path() / "kernel.ptx";
  KCAST_OK(write_file(input, ptx));
  SubprocessOptions options;
  options.command = {toolkit.ptxas.string(), "-v", "-arch=" + arch,
                     input.string(),         "-o", (folder.path() / "kernel.cubin").string()};
  if (max_registers > 0) {
    options.command.push_back("-maxrregcount=" + std::to_string(max_registers));
  }
  if (disassemble) options.command.emplace_back("-lineinfo");
  options.timeout = kTimeout;
  options.memory_bytes = kMemoryBytes;
  KCAST_TRY(const SubprocessResult result, run_subprocess(options));
  if (!result.ok()) return failure("ptxas", result, options, folder.path().string());
  PtxasOutput output;
  output.resources = parse_ptxas_report(result.error_output + "\n" + result.output);
  if (!disassemble) return output;
  Result<std::string> listing = disassembled(toolkit, folder.path());
  if (listing) {
    output.listing = *std::move(listing);
  } else {
    output.no_listing = listing.error().message;
  }
  return output;
}

std::map<std::string, ResourceUse> parse_ptxas_report(std::string_view report) {
  std::map<std::string, ResourceUse> out;
  std::string entry;      // the kernel that is being compiled
  std::string described;  // the function that the next line is about
  for (const std::string& line : split(report, '\n')) {
    if (const auto name = text_between(line, "Compiling entry function '", "'")) {
      entry = *name;
      out[entry] = {};
    } else if (const size_t at = line.find("Function properties for "); at != std::string::npos) {
      described = trim(std::string_view(line).substr(at + 24));
    } else if (line.find("bytes stack frame") != std::string::npos) {
      if (described != entry || entry.empty()) continue;
      out[entry].stack_bytes = number_before(line, " bytes stack frame");
      out[entry].spill_store_bytes = number_before(line, " bytes spill stores");
      out[entry].spill_load_bytes = number_before(line, " bytes spill loads");
    } else if (line.find("Used ") != std::string::npos && !entry.empty()) {
      out[entry].registers = number_before(line, " registers");
      out[entry].static_shared_bytes = number_before(line, " bytes smem");
    }
  }
  return out;
}

}  // namespace kcast::frontend
