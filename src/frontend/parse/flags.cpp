#include "frontend/parse/flags.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string_view>

#include "base/text.h"
#include "frontend/parse/languages.h"

namespace kcast::frontend {

namespace {

using Apply = void (*)(BuildSettings&);

struct PlainFlag {
  std::string_view name;
  Apply apply;
};

void ignore(BuildSettings& /*settings*/) {}

void fast_math_nvidia(BuildSettings& s) {
  s.flush_denormals = true;
  s.precise_division = false;
  s.precise_sqrt = false;
  s.fuse_multiply_add = true;
  s.approximate_functions = true;
}

void fast_math_relaxed(BuildSettings& s) {
  s.relaxed_math = true;
  s.finite_math_only = true;
  s.no_signed_zeros = true;
}

// Flags without a value.
constexpr PlainFlag kPlainFlags[] = {
    {"-O0", [](BuildSettings& s) { s.optimization = 0; }},
    {"-O1", [](BuildSettings& s) { s.optimization = 1; }},
    {"-O2", [](BuildSettings& s) { s.optimization = 2; }},
    {"-O3", [](BuildSettings& s) { s.optimization = 3; }},
    {"-Ofast", [](BuildSettings& s) { fast_math_relaxed(s); }},
    {"--use_fast_math", fast_math_nvidia},
    {"-use_fast_math", fast_math_nvidia},
    {"-ffast-math", fast_math_relaxed},
    {"-fno-fast-math", ignore},
    {"-munsafe-fp-atomics", ignore},
    {"-funroll-loops", ignore},
    {"-cl-fast-relaxed-math",
     [](BuildSettings& s) {
       fast_math_relaxed(s);
       s.approximate_functions = true;
     }},
    {"-cl-unsafe-math-optimizations", [](BuildSettings& s) { s.relaxed_math = true; }},
    {"-cl-finite-math-only", [](BuildSettings& s) { s.finite_math_only = true; }},
    {"-cl-no-signed-zeros", [](BuildSettings& s) { s.no_signed_zeros = true; }},
    {"-cl-denorms-are-zero", [](BuildSettings& s) { s.flush_denormals = true; }},
    {"-cl-mad-enable", ignore},
    {"-cl-opt-disable", [](BuildSettings& s) { s.optimization = 0; }},
    {"-cl-fp32-correctly-rounded-divide-sqrt",
     [](BuildSettings& s) { s.correctly_rounded = true; }},
    {"-cl-single-precision-constant", ignore},
    {"-cl-kernel-arg-info", ignore},
    {"-cl-nv-verbose", ignore},
};

// Flags that change nothing here, so that a build line can be pasted as it is: by name ...
constexpr std::string_view kIdleFlags[] = {
    "-c",
    "--compile",
    "-dc",
    "--device-c",
    "-dw",
    "-dlink",
    "-G",
    "--device-debug",
    "--debug",
    "-w",
    "-v",
    "--verbose",
    "-lineinfo",
    "--generate-line-info",
    "-shared",
    "--shared",
    "-static",
    "-pipe",
    "-pthread",
    "-rdynamic",
    "-s",
    "-pg",
    "-p",
    "--profile",
    "-E",
    "-S",
    "-P",
    "-H",
    "-keep",
    "--keep",
    "-ptx",
    "--ptx",
    "-cubin",
    "--cubin",
    "-fatbin",
    "--fatbin",
    "-res-usage",
    "--resource-usage",
    "-lto",
    "-dlto",
    "--dlink-time-opt",
    "-restrict",
    "--restrict",
    "-extended-lambda",
    "--extended-lambda",
    "-forward-unknown-to-host-compiler",
    "--forward-unknown-to-host-compiler",
    "-forward-unknown-to-host-linker",
    "-dryrun",
    "--dryrun",
    "-noeh",
    "-source-in-ptx",
    "-pedantic",
    "-ansi",
    "-time",
    "-use-local-env",
    "-allow-unsupported-compiler",
    "--allow-unsupported-compiler",
    "-no-pie",
    "-pie",
    "-extra-device-vectorization",
    "--extra-device-vectorization",
    "-disable-warnings",
    "--disable-warnings",
    "-nostdinc",
    "-nostdlib",
    "-nologo",
};

// ... and by what they begin with.
constexpr std::string_view kIdlePrefixes[] = {
    "-W",
    "-f",
    "-l",
    "-L",
    "-M",
    "-O",
    "-g",
    "-m",
    "-expt-",
    "--expt-",
    "-rdc=",
    "--relocatable-device-code=",
    "-code=",
    "--gpu-code=",
    "--generate-code=",
    "-ccbin=",
    "--compiler-bindir=",
    "-Xptxas=",
    "--ptxas-options=",
    "-Xcompiler=",
    "--compiler-options=",
    "-Xlinker=",
    "--linker-options=",
    "-Xnvlink=",
    "--nvlink-options=",
    "-Xfatbin=",
    "-Xarch_",
    "-Xcompiler,",
    "-Xptxas,",
    "-cudart=",
    "--cudart=",
    "-default-stream=",
    "--default-stream=",
    "-diag-",
    "--diag-",
    "-threads=",
    "--threads=",
    "-t=",
    "--split-compile",
    "-split-compile",
    "-dopt=",
    "--dopt",
    "-opt-info",
    "--offload-",
    "--amdgpu-",
    "--hip-",
    "--rocm-",
    "--cuda-",
    "--gcc-toolchain",
    "-err-no",
    "--Werror",
    "-Werror",
    "-cl-nv-",
    "--display-error-number",
    "--generate-dependenc",
    "--output-file=",
    "--optimize",
    "--library",
    "-brief-diagnostics",
};

// A plugin would change the code.
constexpr std::string_view kPluginPrefixes[] = {"-fplugin", "-fpass-plugin", "-load"};

// Flags whose value is the next word and changes nothing here.
constexpr std::string_view kIdlePairs[] = {
    "-gencode",
    "--generate-code",
    "-code",
    "--gpu-code",
    "-Xptxas",
    "--ptxas-options",
    "-Xcompiler",
    "--compiler-options",
    "-Xlinker",
    "--linker-options",
    "-Xnvlink",
    "--nvlink-options",
    "-Xfatbin",
    "--fatbin-options",
    "-Xarchive",
    "-Xclang",
    "-Xarch_host",
    "-mllvm",
    "-ccbin",
    "--compiler-bindir",
    "-o",
    "--output-file",
    "-odir",
    "--output-directory",
    "-MF",
    "-MT",
    "-MQ",
    "-x",
    "--x",
    "-L",
    "-l",
    "-t",
    "-threads",
    "--threads",
    "-cudart",
    "--cudart",
    "-default-stream",
    "--default-stream",
    "-diag-suppress",
    "--diag-suppress",
    "-target",
    "--target",
    "-isysroot",
    "-rdc",
    "--relocatable-device-code",
    "-O",
    "--optimize",
    "-B",
    "-z",
    "-u",
    "-T",
    "-arch-list",
};

// Flags whose value is the next word, or follows after '='.
constexpr std::string_view kValuePairs[] = {
    "-arch",         "--gpu-architecture",
    "-maxrregcount", "--maxrregcount",
    "-std",          "--std",
    "-ftz",          "--ftz",
    "-prec-div",     "--prec-div",
    "-prec-sqrt",    "--prec-sqrt",
    "-fmad",         "--fmad",
};

// Flags that bring in files; they are for whoever makes the request to read.
constexpr std::string_view kFilePairs[] = {
    "-I",       "-isystem",      "-iquote",  "-idirafter", "--include-path", "--system-include",
    "-include", "--pre-include", "-imacros",
};

bool is_one_of(std::string_view flag, std::span<const std::string_view> list) {
  return std::find(list.begin(), list.end(), flag) != list.end();
}

bool begins_with_one_of(std::string_view flag, std::span<const std::string_view> list) {
  return std::any_of(list.begin(), list.end(),
                     [&](std::string_view prefix) { return flag.starts_with(prefix); });
}

using ApplyValue = bool (*)(BuildSettings&, const std::string& value);

bool set_bool(bool& field, const std::string& value) {
  if (value != "true" && value != "false") return false;
  field = value == "true";
  return true;
}

bool set_arch(BuildSettings& s, const std::string& value) {
  std::string arch = value;
  if (arch.starts_with("compute_")) arch = "sm_" + arch.substr(8);
  const bool known = arch.starts_with("sm_") && arch.size() >= 5 && arch.size() <= 7 &&
                     std::all_of(arch.begin() + 3, arch.begin() + 5,
                                 [](char c) { return c >= '0' && c <= '9'; }) &&
                     (arch.size() == 5 || arch == "sm_90a");
  if (known) s.arch = arch;
  return known;
}

bool set_registers(BuildSettings& s, const std::string& value) {
  const auto count = parse_int(value);
  if (!count || *count < 0 || *count > 255) return false;
  s.max_registers = static_cast<int>(*count);
  return true;
}

// Older and newer names than those that Clang is given.
constexpr std::pair<std::string_view, std::string_view> kStandardNames[] = {
    {"c++98", "c++11"}, {"c++03", "c++11"}, {"c++0x", "c++11"}, {"c++1y", "c++14"},
    {"c++1z", "c++17"}, {"c++2a", "c++20"}, {"c++2b", "c++20"}, {"c++23", "c++20"},
    {"c++2c", "c++20"}, {"c++26", "c++20"},
};

bool set_standard(BuildSettings& s, const std::string& value) {
  const bool gnu = value.starts_with("gnu");
  std::string name = gnu ? "c" + value.substr(3) : value;
  for (const auto& [alias, standard] : kStandardNames) {
    if (name == alias) name = standard;
  }
  // A standard of C says nothing about kernels.
  if (name.size() >= 3 && name[0] == 'c' && name[1] >= '0' && name[1] <= '9') return true;
  if (gnu) name = "gnu" + name.substr(1);
  for (const Language& language : languages()) {
    if (!is_one_of(name, language.standards)) continue;
    s.standard = name;
    return true;
  }
  return false;
}

struct ValueFlag {
  std::string_view prefix;  // up to and with the '='
  ApplyValue apply;
};

constexpr ValueFlag kValueFlags[] = {
    {"-ftz=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.flush_denormals, v); }},
    {"--ftz=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.flush_denormals, v); }},
    {"-prec-div=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.precise_division, v); }},
    {"--prec-div=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.precise_division, v); }},
    {"-prec-sqrt=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.precise_sqrt, v); }},
    {"--prec-sqrt=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.precise_sqrt, v); }},
    {"-fmad=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.fuse_multiply_add, v); }},
    {"--fmad=",
     [](BuildSettings& s, const std::string& v) { return set_bool(s.fuse_multiply_add, v); }},
    {"-arch=", set_arch},
    {"--gpu-architecture=", set_arch},
    {"-maxrregcount=", set_registers},
    {"--maxrregcount=", set_registers},
    {"-std=", set_standard},
    {"--std=", set_standard},
    {"-cl-std=", set_standard},
    {"-rdc=", [](BuildSettings&, const std::string& v) { return v == "true" || v == "false"; }},
    {"--offload-arch=", [](BuildSettings&, const std::string& v) { return v.starts_with("gfx"); }},
    {"-ffp-contract=",
     [](BuildSettings& s, const std::string& v) {
       s.fuse_multiply_add = v != "off";
       return v == "off" || v == "on" || v == "fast";
     }},
};

std::pair<std::string, std::string> split_define(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {std::string(text), "1"};
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

enum class Outcome { Taken, BadValue, Unknown };

Outcome read_flag(const std::string& flag, BuildSettings& settings) {
  for (const PlainFlag& known : kPlainFlags) {
    if (flag != known.name) continue;
    known.apply(settings);
    return Outcome::Taken;
  }
  for (const ValueFlag& known : kValueFlags) {
    if (!flag.starts_with(known.prefix)) continue;
    return known.apply(settings, flag.substr(known.prefix.size())) ? Outcome::Taken
                                                                   : Outcome::BadValue;
  }
  if (flag.starts_with("-D") && flag.size() > 2) {
    settings.defines.push_back(split_define(std::string_view(flag).substr(2)));
    return Outcome::Taken;
  }
  if (flag.starts_with("-U") && flag.size() > 2) {
    settings.undefines.push_back(flag.substr(2));
    return Outcome::Taken;
  }
  if (begins_with_one_of(flag, kPluginPrefixes)) return Outcome::Unknown;
  const bool idle = is_one_of(flag, kIdleFlags) || begins_with_one_of(flag, kIdlePrefixes);
  return idle ? Outcome::Taken : Outcome::Unknown;
}

// "-D N" and "-arch sm_80" are one flag in two words; pairs that change nothing are dropped.
std::vector<std::string> join_pairs(const std::vector<std::string>& flags) {
  std::vector<std::string> out;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    if (flag.empty()) continue;
    if (i + 1 == flags.size() || !takes_next_word(flag)) {
      out.push_back(flag);
      continue;
    }
    const std::string& value = flags[++i];
    if (flag == "-D" || flag == "-U") {
      out.push_back(flag + value);
    } else if (is_one_of(flag, kValuePairs)) {
      out.push_back(flag + "=" + value);
    } else if (is_one_of(flag, kFilePairs)) {
      out.push_back(flag + " " + value);
    }
  }
  return out;
}

void add_toolkit_flags(BuildSettings& s) {
  const auto truth = [](bool b) { return std::string(b ? "true" : "false"); };
  s.toolkit_flags.push_back("-ftz=" + truth(s.flush_denormals));
  s.toolkit_flags.push_back("-prec-div=" + truth(s.precise_division));
  s.toolkit_flags.push_back("-prec-sqrt=" + truth(s.precise_sqrt));
  s.toolkit_flags.push_back("-fmad=" + truth(s.fuse_multiply_add));
  if (s.approximate_functions) s.toolkit_flags.emplace_back("-use_fast_math");
}

}  // namespace

Result<BuildSettings> read_flags(const InspectRequest& request) {
  BuildSettings settings;
  if (!set_arch(settings, request.arch)) {
    return Error{ErrorCode::InvalidInput,
                 "unknown architecture '" + request.arch + "'; write it like sm_90"};
  }
  read_flags_leniently(request.flags, settings);
  if (!request.standard.empty()) settings.standard = request.standard;
  settings.environment_argument = request.environment_argument;
  settings.math_library = request.math_library;
  add_toolkit_flags(settings);
  return settings;
}

void read_flags_leniently(const std::vector<std::string>& flags, BuildSettings& settings) {
  for (const std::string& flag : join_pairs(flags))
    read_flag(flag, settings);
}

std::vector<std::string> flags_left_out(const std::vector<std::string>& flags) {
  std::vector<std::string> lines;
  for (const std::string& flag : join_pairs(flags)) {
    BuildSettings ignored;
    const Outcome outcome = read_flag(flag, ignored);
    if (outcome == Outcome::Taken) continue;
    std::string line =
        "flag '" + flag + "' " +
        (outcome == Outcome::BadValue ? "has a value that is not known" : "is not known") +
        " and was left out";
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  return lines;
}

bool takes_next_word(std::string_view flag) {
  return flag == "-D" || flag == "-U" || is_one_of(flag, kIdlePairs) ||
         is_one_of(flag, kValuePairs) || is_one_of(flag, kFilePairs);
}

}  // namespace kcast::frontend
