#include "frontend/parse/flags.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

#include "base/text.h"

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

// Flags without a value. Those that change nothing here are known, so that a
// build line can be pasted as it is.
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
    {"-w", ignore},
    {"-g", ignore},
    {"-G", ignore},
    {"-lineinfo", ignore},
    {"--generate-line-info", ignore},
    {"-Wall", ignore},
    {"-Wextra", ignore},
    {"-Werror", ignore},
    {"-c", ignore},
    {"-dc", ignore},
    {"--expt-relaxed-constexpr", ignore},
    {"-expt-relaxed-constexpr", ignore},
    {"--expt-extended-lambda", ignore},
    {"--extended-lambda", ignore},
    {"--default-stream=per-thread", ignore},
};

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

bool set_standard(BuildSettings& s, const std::string& value) {
  s.standard = value;
  return !value.empty();
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
  return Outcome::Unknown;
}

// "-D N" and "-arch sm_80" are one flag in two words.
std::vector<std::string> join_pairs(const std::vector<std::string>& flags) {
  std::vector<std::string> out;
  for (size_t i = 0; i < flags.size(); ++i) {
    const std::string& flag = flags[i];
    const bool more = i + 1 < flags.size();
    if (more && (flag == "-D" || flag == "-U")) {
      out.push_back(flag + flags[++i]);
    } else if (more && (flag == "-arch" || flag == "-maxrregcount" || flag == "--maxrregcount" ||
                        flag == "-std" || flag == "--gpu-architecture")) {
      out.push_back(flag + "=" + flags[++i]);
    } else {
      out.push_back(flag);
    }
  }
  return out;
}

std::string known_flags() {
  std::vector<std::string> names;
  for (const PlainFlag& flag : kPlainFlags)
    names.emplace_back(flag.name);
  for (const ValueFlag& flag : kValueFlags)
    names.push_back(std::string(flag.prefix) + "...");
  names.emplace_back("-D...");
  names.emplace_back("-U...");
  return join(names, " ");
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
  for (const std::string& flag : join_pairs(request.flags)) {
    switch (read_flag(flag, settings)) {
      case Outcome::Taken:
        break;
      case Outcome::BadValue:
        return Error{ErrorCode::InvalidInput, "flag '" + flag + "' has a value it cannot take"};
      case Outcome::Unknown:
        return Error{ErrorCode::InvalidInput,
                     "flag '" + flag + "' is not allowed; allowed: " + known_flags()};
    }
  }
  if (!request.standard.empty()) settings.standard = request.standard;
  add_toolkit_flags(settings);
  return settings;
}

void read_flags_leniently(const std::vector<std::string>& flags, BuildSettings& settings) {
  for (const std::string& flag : join_pairs(flags))
    read_flag(flag, settings);
}

}  // namespace kcast::frontend
