#include "collect/cuda/nvrtc.h"

#include <cxxabi.h>
#include <dlfcn.h>
#include <nvrtc.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <string_view>

#include "base/text.h"
#include "collect/cuda/toolkit_folders.h"

#define KCAST_NVRTC_FUNCTIONS(X) \
  X(nvrtcVersion)                \
  X(nvrtcGetErrorString)         \
  X(nvrtcCreateProgram)          \
  X(nvrtcDestroyProgram)         \
  X(nvrtcAddNameExpression)      \
  X(nvrtcCompileProgram)         \
  X(nvrtcGetProgramLogSize)      \
  X(nvrtcGetProgramLog)          \
  X(nvrtcGetCUBINSize)           \
  X(nvrtcGetCUBIN)               \
  X(nvrtcGetLoweredName)

namespace kcast::collect {

namespace {

namespace fs = std::filesystem;

struct Nvrtc {
#define KCAST_NVRTC_FIELD(function) decltype(&::function) function = nullptr;
  // NOLINTNEXTLINE(readability-identifier-naming): NVIDIA's names.
  KCAST_NVRTC_FUNCTIONS(KCAST_NVRTC_FIELD)
#undef KCAST_NVRTC_FIELD
  fs::path include;  // the toolkit's headers; empty when they are not there
};

void* open_library() {
  constexpr const char* kFolders[] = {"lib64", "lib"};
  constexpr const char* kNames[] = {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"};
  fs::path folder;
  void* library = open_toolkit_library(kFolders, kNames, &folder);
  // NVRTC opens its second half by the name alone. Once it is loaded, its name is known.
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    if (entry.path().filename().string().starts_with("libnvrtc-builtins.so.")) {
      ::dlopen(entry.path().c_str(), RTLD_NOW | RTLD_GLOBAL);
    }
  }
  return library;
}

Result<Nvrtc> open_nvrtc() {
  void* library = open_library();
  if (library == nullptr) {
    return Error{ErrorCode::Unsupported,
                 "no NVRTC: install a CUDA toolkit, set CUDA_HOME, or run scripts/fetch cuda"};
  }
  Nvrtc nvrtc;
#define KCAST_NVRTC_LOAD(function)                                                          \
  nvrtc.function = reinterpret_cast<decltype(nvrtc.function)>(::dlsym(library, #function)); \
  if (nvrtc.function == nullptr) return Error{ErrorCode::Unsupported, "NVRTC has no " #function};
  KCAST_NVRTC_FUNCTIONS(KCAST_NVRTC_LOAD)
#undef KCAST_NVRTC_LOAD
  std::error_code ignored;
  for (const fs::path& folder : toolkit_folders()) {
    if (!fs::exists(folder / "include" / "cuda_fp16.h", ignored)) continue;
    nvrtc.include = folder / "include";
    break;
  }
  return nvrtc;
}

Result<const Nvrtc*> load_nvrtc() {
  static const Result<Nvrtc> nvrtc = open_nvrtc();
  if (!nvrtc) return nvrtc.error();
  return &*nvrtc;
}

// A program that is destroyed with its owner.
struct Program {
  const Nvrtc* nvrtc = nullptr;
  nvrtcProgram handle = nullptr;

  explicit Program(const Nvrtc* library) : nvrtc(library) {}
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (handle != nullptr) nvrtc->nvrtcDestroyProgram(&handle);
  }
};

// extern "C" kernels keep their name; others are asked for by it. Between the words and the
// kernel's name, or the brace that opens a block of them, no other declaration begins.
bool is_extern_c(const std::string& source, const std::string& kernel) {
  constexpr std::string_view kExtern = "extern";
  constexpr std::string_view kC = "\"C\"";
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  for (size_t at = source.find(kExtern); at != std::string::npos;
       at = source.find(kExtern, at + 1)) {
    const size_t linkage = source.find_first_not_of(" \t\r\n", at + kExtern.size());
    if (linkage == std::string::npos || source.compare(linkage, kC.size(), kC) != 0) continue;
    const size_t first = linkage + kC.size();
    const size_t end = source.find_first_of(";{", first);
    if (end == std::string::npos) return false;
    const std::string declared = source.substr(first, end - first);
    if (trim(declared).empty() && source[end] == '{') return true;
    const size_t name = declared.find(kernel);
    if (name == std::string::npos) continue;
    const size_t after = declared.find_first_not_of(" \t\r\n", name + kernel.size());
    const bool begins = name == 0 || !is_word(declared[name - 1]);
    if (begins && after != std::string::npos && declared[after] == '(') return true;
  }
  return false;
}

std::string first_lines(const std::string& log, size_t limit = 400) {
  std::string text(trim(log));
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text.size() <= limit ? text : text.substr(0, limit) + " ...";
}

std::string log_of(const Program& program) {
  size_t bytes = 0;
  if (program.nvrtc->nvrtcGetProgramLogSize(program.handle, &bytes) != NVRTC_SUCCESS) return "";
  std::string log(bytes, '\0');
  program.nvrtc->nvrtcGetProgramLog(program.handle, log.data());
  return log.substr(0, log.find('\0'));
}

std::vector<std::string> options_of(const CompileRequest& request, const Nvrtc& nvrtc) {
  std::vector<std::string> options = {"--gpu-architecture=" + request.target, "--std=c++17"};
  if (!nvrtc.include.empty()) {
    options.push_back("-I" + nvrtc.include.string());
    options.push_back("-I" + (nvrtc.include / "cccl").string());
  }
  // NVRTC has no levels: it always optimises as nvcc does with -O3.
  std::copy_if(request.flags.begin(), request.flags.end(), std::back_inserter(options),
               [](const std::string& flag) { return flag.size() != 3 || !flag.starts_with("-O"); });
  return options;
}

Error nvrtc_error(const Nvrtc& nvrtc, nvrtcResult status, const CompileRequest& request,
                  const std::string& log) {
  return Error{ErrorCode::External, request.name + ": " + nvrtc.nvrtcGetErrorString(status) +
                                        (log.empty() ? "" : ": " + first_lines(log))};
}

Status create(const CompileRequest& request, Program& program) {
  std::vector<std::string> texts;
  std::vector<std::string> names;
  for (const NamedText& header : request.headers) {
    texts.emplace_back(header.text);
    names.emplace_back(header.name);
  }
  std::vector<const char*> text_pointers;
  std::vector<const char*> name_pointers;
  for (size_t i = 0; i < texts.size(); ++i) {
    text_pointers.push_back(texts[i].c_str());
    name_pointers.push_back(names[i].c_str());
  }
  const nvrtcResult status = program.nvrtc->nvrtcCreateProgram(
      &program.handle, request.source.c_str(), request.name.c_str(), static_cast<int>(texts.size()),
      text_pointers.data(), name_pointers.data());
  if (status != NVRTC_SUCCESS) return nvrtc_error(*program.nvrtc, status, request, "");
  return Unit{};
}

// A variable as NVRTC wants to be asked for it: it drops some that nobody asks for, and static
// ones have another name in the machine code.
std::string variable_expression(const std::string& symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  const bool is_mangled = symbol.starts_with("_Z") && status == 0 && name != nullptr;
  return "&" + (is_mangled ? std::string(name.get()) : symbol);
}

Result<std::string> lowered_name(const Program& program, const std::string& expression,
                                 const CompileRequest& request) {
  const char* lowered = nullptr;
  const nvrtcResult status =
      program.nvrtc->nvrtcGetLoweredName(program.handle, expression.c_str(), &lowered);
  if (status != NVRTC_SUCCESS) return nvrtc_error(*program.nvrtc, status, request, "");
  return std::string(lowered);
}

}  // namespace

Result<CompiledKernel> compile_kernel(const CompileRequest& request) {
  if (!request.ptx.empty()) {
    return CompiledKernel{
        .cubin = request.ptx, .symbol = request.kernel, .variables = request.variables};
  }
  KCAST_TRY(const Nvrtc* nvrtc, load_nvrtc());
  Program program(nvrtc);
  if (const Status created = create(request, program); !created) return created.error();
  // A symbol, as the front end names kernels, or a name as the source has it.
  const bool mangled =
      !request.kernel.starts_with("_Z") && !is_extern_c(request.source, request.kernel);
  if (mangled) nvrtc->nvrtcAddNameExpression(program.handle, request.kernel.c_str());
  for (const std::string& variable : request.variables)
    nvrtc->nvrtcAddNameExpression(program.handle, variable_expression(variable).c_str());
  const std::vector<std::string> options = options_of(request, *nvrtc);
  std::vector<const char*> words;
  for (const std::string& option : options)
    words.push_back(option.c_str());
  nvrtcResult status =
      nvrtc->nvrtcCompileProgram(program.handle, static_cast<int>(words.size()), words.data());
  if (status != NVRTC_SUCCESS) return nvrtc_error(*nvrtc, status, request, log_of(program));
  size_t bytes = 0;
  status = nvrtc->nvrtcGetCUBINSize(program.handle, &bytes);
  CompiledKernel result{
      .cubin = std::string(bytes, '\0'), .symbol = request.kernel, .variables = {}};
  if (status == NVRTC_SUCCESS) status = nvrtc->nvrtcGetCUBIN(program.handle, result.cubin.data());
  if (status != NVRTC_SUCCESS) return nvrtc_error(*nvrtc, status, request, "");
  if (mangled) {
    KCAST_TRY(result.symbol, lowered_name(program, request.kernel, request));
  }
  for (const std::string& variable : request.variables) {
    KCAST_TRY(result.variables.emplace_back(),
              lowered_name(program, variable_expression(variable), request));
  }
  return result;
}

Result<std::string> nvrtc_version() {
  KCAST_TRY(const Nvrtc* nvrtc, load_nvrtc());
  int major = 0;
  int minor = 0;
  nvrtc->nvrtcVersion(&major, &minor);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace kcast::collect
