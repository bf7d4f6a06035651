#include "frontend/toolkit/apply_toolkit.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.h"
#include "frontend/parse/file_names.h"
#include "frontend/parse/languages.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "schema/ptx_text.h"

namespace kcast::frontend {

namespace {

void replace_word(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    const size_t end = at + from.size();
    // Parameters are named after their kernel: _Z1kPf_param_0.
    const bool starts = at == 0 || !is_ptx_name_char(text[at - 1]);
    const bool ends =
        end == text.size() || !is_ptx_name_char(text[end]) || text.compare(end, 7, "_param_") == 0;
    if (starts && ends) {
      text.replace(at, from.size(), to);
      at += to.size();
    } else {
      at = end;
    }
  }
}

// Where the length begins that says how far a mangled name at `at` goes; `at` when none does.
// A name before it may end in digits, too ("3__4" + "40_GLOBAL__N__..."): the length is the
// longest number that does not lead out of the identifier.
size_t start_of_length(const std::string& text, size_t from, size_t at, size_t& length) {
  size_t start = at;
  while (start > from && std::isdigit(static_cast<unsigned char>(text[start - 1])) != 0)
    --start;
  for (; start < at; ++start) {
    const auto number = parse_int(text.substr(start, at - start));
    if (!number || *number <= 0 || static_cast<size_t>(*number) > text.size() - at) continue;
    length = static_cast<size_t>(*number);
    const auto name = text.begin() + static_cast<std::ptrdiff_t>(at);
    if (std::all_of(name, name + static_cast<std::ptrdiff_t>(length), is_ptx_name_char))
      return start;
  }
  return at;
}

// Anonymous namespaces carry a hash of the file in NVIDIA's names.
std::string with_plain_anonymous_namespaces(const std::string& text) {
  constexpr std::string_view kMark = "_GLOBAL__N__";
  std::string out;
  size_t from = 0;
  for (size_t at = text.find(kMark); at != std::string::npos; at = text.find(kMark, from)) {
    size_t length = 0;
    const size_t digits = start_of_length(text, from, at, length);
    if (digits == at) {
      out += text.substr(from, at + kMark.size() - from);
      from = at + kMark.size();
      continue;
    }
    out += text.substr(from, digits - from) + "12_GLOBAL__N_1";
    from = at + length;
  }
  return out + text.substr(from);
}

// Clang marks internal names with an L before the length of each; NVIDIA does not.
std::string without_internal_marks(const std::string& name) {
  std::string out;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool is_mark = name[i] == 'L' && i + 1 < name.size() &&
                         std::isdigit(static_cast<unsigned char>(name[i + 1])) != 0;
    if (!is_mark) out += name[i];
  }
  return out;
}

// The names in a mangled name before its template arguments or parameters:
// {"ns", "k"} of _ZN2ns1kIfEEvPT_.
std::vector<std::string> name_path(const std::string& mangled) {
  std::vector<std::string> out;
  size_t at = mangled.starts_with("_ZN") ? 3 : 2;
  while (at < mangled.size()) {
    if (mangled[at] == 'L') ++at;
    size_t end = at;
    while (end < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[end])) != 0)
      ++end;
    const auto length = parse_int(mangled.substr(at, end - at));
    if (!length || *length <= 0 || end + static_cast<size_t>(*length) > mangled.size()) break;
    out.push_back(mangled.substr(end, static_cast<size_t>(*length)));
    at = end + static_cast<size_t>(*length);
  }
  return out;
}

// The entry that must be `name` under another spelling; empty when that is not certain.
std::string entry_for(const std::string& name, const std::set<std::string>& entries,
                      const std::set<std::string>& wanted) {
  for (const std::string& entry : entries) {
    if (without_internal_marks(name) == without_internal_marks(entry)) return entry;
  }
  // Closures and cuda::std differ inside of the parameters. No doubt is left if
  // each side has one kernel of that name that the other lacks.
  const std::vector<std::string> path = name_path(name);
  const auto only = [&](const std::set<std::string>& side, const std::set<std::string>& other) {
    std::vector<std::string> found;
    for (const std::string& candidate : side) {
      if (!other.contains(candidate) && name_path(candidate) == path) found.push_back(candidate);
    }
    return found.size() == 1 ? found[0] : std::string();
  };
  return path.empty() || only(wanted, entries) != name ? "" : only(entries, wanted);
}

void warn(Inspection& inspection, const std::string& file, std::string message) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Warning;
  diagnostic.file = file;
  diagnostic.message = std::move(message);
  inspection.diagnostics.push_back(std::move(diagnostic));
}

// Which language a module's file is in; modules of OpenCL strings end in .cl.
std::string language_of(const InspectRequest& request, const std::string& file) {
  const auto by_ending = find_language("", file);
  if (by_ending && (request.language.empty() || (*by_ending)->name == "opencl")) {
    return std::string((*by_ending)->name);
  }
  return request.language;
}

// A function that another file of the program defines: the toolkit was given one file.
std::string function_elsewhere(const std::string& ptx) {
  constexpr std::string_view kDeclared = ".extern .func";
  const std::set<std::string> known = {"vprintf", "malloc", "free", "__assertfail"};
  for (size_t at = ptx.find(kDeclared); at != std::string::npos; at = ptx.find(kDeclared, at)) {
    at += kDeclared.size();
    // "(.param .b32 func_retval0) name", the result may be missing.
    size_t begin = ptx.find_first_not_of(" \t\n", at);
    if (begin < ptx.size() && ptx[begin] == '(')
      begin = ptx.find_first_not_of(" \t\n", std::min(ptx.find(')', begin), ptx.size() - 1) + 1);
    size_t end = begin;
    while (end < ptx.size() && is_ptx_name_char(ptx[end]))
      ++end;
    const std::string name = begin < ptx.size() ? ptx.substr(begin, end - begin) : "";
    if (!name.empty() && !known.contains(name) && !name.starts_with("cuda")) return name;
  }
  return "";
}

// The PTX under our names, or why it will not do.
Result<std::string> checked(Result<std::string> ptx, const std::set<std::string>& wanted,
                            const InspectRequest& request) {
  if (!ptx) return ptx;
  if (const std::string name = function_elsewhere(*ptx); !name.empty()) {
    return Error{ErrorCode::Unsupported, name + " is defined in another file"};
  }
  std::string text = with_request_names(with_our_names(*std::move(ptx), wanted), request.files);
  const std::set<std::string> entries = ptx_entries(text);
  for (const std::string& name : wanted) {
    if (!entries.contains(name)) {
      return Error{ErrorCode::External, "kernel " + name + " is not in its output"};
    }
  }
  return text;
}

void take_toolkit_ptx(const InspectRequest& request, const BuildSettings& settings,
                      const Toolkit& toolkit, Inspection& inspection, PtxModule& module) {
  const std::string language = language_of(request, module.file);
  if (language == "opencl") return;
  const std::set<std::string> wanted = ptx_entries(module.text);
  Result<std::string> ptx = Error{ErrorCode::NotFound, "no device-only slice was written"};
  if (!module.slice.empty()) {
    ptx = checked(nvrtc_ptx(toolkit, module.slice, settings, module.arch), wanted, request);
  }
  if (ptx) {
    module.text = *std::move(ptx);
    module.route = "nvrtc";
    return;
  }
  std::string reason = "NVRTC: " + ptx.error().message;
  if (language == "cuda") {
    ptx = checked(nvcc_ptx(toolkit, request, settings, module.file, module.arch), wanted, request);
    if (ptx) {
      module.text = *std::move(ptx);
      module.route = "nvcc";
      warn(inspection, module.file, "PTX is nvcc's, since NVRTC did not give any: " + reason);
      return;
    }
    reason += "; nvcc: " + ptx.error().message;
  }
  warn(inspection, module.file,
       "PTX is Clang's, since the CUDA toolkit did not give any: " + reason);
}

void take_ptxas_output(const BuildSettings& settings, const Toolkit& toolkit,
                       Inspection& inspection, PtxModule& module, bool disassemble) {
  auto output = run_ptxas(toolkit, module.text, module.arch, settings.max_registers, disassemble);
  if (!output) {
    warn(inspection, module.file, "registers and spills are unknown: " + output.error().message);
    return;
  }
  for (Kernel& kernel : inspection.kernels) {
    const auto found = output->resources.find(kernel.mangled);
    if (kernel.lowered && found != output->resources.end()) kernel.resources = found->second;
  }
  module.listing = std::move(output->listing);
  if (!output->no_listing.empty())
    warn(inspection, module.file, "PTX is analysed, not machine code: " + output->no_listing);
}

}  // namespace

std::string with_our_names(std::string ptx, const std::set<std::string>& wanted) {
  ptx = with_plain_anonymous_namespaces(ptx);
  const std::set<std::string> entries = ptx_entries(ptx);
  for (const std::string& name : wanted) {
    if (entries.contains(name)) continue;
    const std::string entry = entry_for(name, entries, wanted);
    if (!entry.empty()) replace_word(ptx, entry, name);
  }
  return ptx;
}

Status apply_toolkit(const InspectRequest& request, const BuildSettings& settings,
                     const Toolkit& toolkit, Inspection& inspection, bool take_ptx,
                     bool disassemble) {
  for (PtxModule& module : inspection.modules) {
    const std::string refusal = arch_refusal(toolkit, module.arch);
    if (!refusal.empty()) {
      warn(inspection, module.file, refusal + "; PTX is Clang's, registers are unknown");
      continue;
    }
    if (take_ptx) take_toolkit_ptx(request, settings, toolkit, inspection, module);
    take_ptxas_output(settings, toolkit, inspection, module, disassemble);
  }
  return Unit{};
}

}  // namespace kcast::frontend
