#include "golden_print.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <string_view>
#include <tuple>
#include <utility>

namespace kcast {

namespace {

std::string base_name(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

// Whether facts come from more than one file, so that a line alone says too little.
bool has_several_files(const Inspection& inspection) {
  std::set<std::string> files;
  for (const Kernel& kernel : inspection.kernels)
    files.insert(kernel.file);
  for (const HostLaunch& launch : inspection.launches)
    files.insert(launch.file);
  for (const Diagnostic& diagnostic : inspection.diagnostics)
    files.insert(diagnostic.file);
  return files.size() > 1;
}

class FactPrinter {
 public:
  explicit FactPrinter(const Inspection& inspection)
      : inspection_(inspection), several_files_(has_several_files(inspection)) {}

  std::string place(const std::string& file, int64_t line) const {
    return (several_files_ ? base_name(file) + ":" : "") + std::to_string(line);
  }

  std::string kernel(const Kernel& kernel) const;
  std::string launch(const HostLaunch& launch) const;

 private:
  std::string title_of(const std::string& symbol) const;

  const Inspection& inspection_;
  bool several_files_;
};

template <typename Parts, typename Print>
std::string joined(const Parts& parts, std::string_view separator, Print print) {
  std::string out;
  for (const auto& part : parts) {
    if (!out.empty()) out += separator;
    out += print(part);
  }
  return out;
}

std::string show(const HostValue& value) {
  if (value.integer) return std::to_string(*value.integer);
  if (!value.real) return "?";
  std::ostringstream out;
  out << *value.real;
  return out.str();
}

std::string show(const std::array<HostValue, 3>& sizes) {
  return joined(sizes, ",", [](const HostValue& size) { return show(size); });
}

std::string show(const Parameter& parameter) {
  std::string out = (parameter.is_restrict ? "restrict " : "") + parameter.type;
  if (!out.ends_with('*')) out += ' ';
  return out + parameter.name + ":" + std::to_string(parameter.element_bytes);
}

std::string show(const HostArgument& argument) {
  const std::string name = argument.name + "=";
  switch (argument.kind) {
    case ArgumentKind::Buffer: {
      std::string out = name + "buffer:" + argument.buffer_name + ":" + show(argument.buffer_bytes);
      if (argument.offset_bytes.integer != 0) out += "+" + show(argument.offset_bytes);
      if (argument.fill) out += " " + fill_text(argument.fill->fill);
      return out;
    }
    case ArgumentKind::Scalar:
      return name + "scalar:" + show(argument.value);
    case ArgumentKind::Struct:
      return name + "struct{" +
             joined(argument.members, "; ",
                    [](const HostArgument& m) {
                      return std::to_string(m.member_offset) + ":" + show(m);
                    }) +
             "}";
    case ArgumentKind::Null:
      return name + (argument.value.integer ? "local:" + show(argument.value) : "null");
    case ArgumentKind::Unknown:
      return name + "unknown";
  }
  return name;
}

std::string title(const Kernel& kernel) {
  if (kernel.template_arguments.empty()) return kernel.name;
  return kernel.name + "<" +
         joined(kernel.template_arguments, ", ", [](const std::string& text) { return text; }) +
         ">";
}

std::string FactPrinter::kernel(const Kernel& kernel) const {
  std::string out = "kernel " + title(kernel);
  out += " symbol=" + (kernel.mangled.empty() ? "?" : kernel.mangled);
  out += " line=" + place(kernel.file, kernel.line);
  out += " params=(" + joined(kernel.parameters, "; ", [](const Parameter& p) { return show(p); }) +
         ")";
  const LaunchBounds& bounds = kernel.launch_bounds;
  if (bounds.max_threads > 0) {
    out +=
        " bounds=" + std::to_string(bounds.max_threads) + "," + std::to_string(bounds.min_blocks);
  }
  if (bounds.required_block[0] > 0) {
    out += " required=" +
           joined(bounds.required_block, ",", [](int64_t size) { return std::to_string(size); });
  }
  if (kernel.static_shared_bytes > 0) {
    out += " shared=" + std::to_string(kernel.static_shared_bytes);
  }
  if (kernel.uses_dynamic_shared) out += " dynamic";
  if (kernel.assumed_templates) out += " assumed-arguments";
  for (const std::string& macro : kernel.assumed_macros)
    out += " assumed:" + macro;
  return out + (kernel.lowered ? " lowered\n" : " broken\n");
}

std::string FactPrinter::title_of(const std::string& symbol) const {
  for (const Kernel& kernel : inspection_.kernels) {
    if (kernel.mangled == symbol) return title(kernel);
  }
  return symbol.empty() ? "?" : symbol;
}

std::string FactPrinter::launch(const HostLaunch& launch) const {
  std::string out = "launch " + title_of(launch.kernel);
  out += " line=" + place(launch.file, launch.line);
  out += " grid=" + show(launch.grid) + " block=" + show(launch.block);
  if (launch.shared_bytes.integer != 0) out += " shared=" + show(launch.shared_bytes);
  out += " count=" + (launch.reached ? show(launch.count) : "0");
  out += " args=(" + joined(launch.arguments, "; ", [](const HostArgument& a) { return show(a); }) +
         ")";
  if (!launch.reached) out += " not-reached";
  if (launch.note.find("condition") != std::string::npos) out += " conditional";
  if (launch.note.find("further launches") != std::string::npos) out += " joined";
  for (const std::string& variable : launch.assumed)
    out += " assumed:" + variable;
  if (!launch.assumed.empty() && launch.grid[0].likely) {
    out += " likely-grid=" + std::to_string(std::llround(*launch.grid[0].likely));
  }
  return out + "\n";
}

const char* severity_name(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "?";
}

void append_unknowns(const Inspection& inspection, std::string& out) {
  std::set<std::string> names;
  for (const Unresolved& unresolved : inspection.unresolved)
    names.insert(unresolved.name);
  for (const std::string& name : names)
    out += "unknown " + name + "\n";
}

// How many messages a mistake gives is the compiler's business: each line counts once.
void append_diagnostics(const Inspection& inspection, const FactPrinter& printer,
                        std::string& out) {
  std::set<std::tuple<std::string, int64_t, Severity>> places;
  for (const Diagnostic& diagnostic : inspection.diagnostics) {
    places.insert({diagnostic.file, diagnostic.line, diagnostic.severity});
  }
  for (const auto& [file, line, severity] : places) {
    out += std::string("diagnostic ") + severity_name(severity) + " " + printer.place(file, line) +
           "\n";
  }
}

std::string_view without_predicate(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t{"), line.size()));
  if (!line.starts_with('@')) return line;
  line.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return line;
}

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// The word that ends right before `end`, which is the name in "... .func name(".
std::string_view word_before(std::string_view line, size_t end) {
  size_t begin = end;
  while (begin > 0 && is_name_character(line[begin - 1]))
    --begin;
  return line.substr(begin, end - begin);
}

std::string_view word_at(std::string_view line, size_t begin) {
  size_t end = begin;
  while (end < line.size() && is_name_character(line[end]))
    ++end;
  return line.substr(begin, end - begin);
}

// One function of a PTX text: its instructions and the functions that it calls.
struct PtxFunction {
  bool is_entry = false;
  std::vector<std::string> instructions;
  std::set<std::string> calls;
};

using PtxFunctions = std::map<std::string, PtxFunction, std::less<>>;

bool is_instruction(std::string_view line) {
  return !line.empty() && std::isalpha(static_cast<unsigned char>(line[0])) != 0;
}

// The function whose header the line is; a name may stand before "(" or at the end.
std::string_view defined_name(std::string_view line) {
  if (line.find(".func") == std::string_view::npos &&
      line.find(".entry") == std::string_view::npos) {
    return {};
  }
  const size_t bracket = line.find_last_of('(');
  const bool has_result = line.find(") ") != std::string_view::npos;
  const bool at_end = bracket == std::string_view::npos || (has_result && line.back() != '(');
  return word_before(line, at_end ? line.size() : bracket);
}

PtxFunctions read_ptx(std::string_view text) {
  PtxFunctions functions;
  PtxFunction* current = nullptr;
  bool in_call = false;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (const std::string_view name = defined_name(line); !name.empty()) {
      current = &functions[std::string(name)];
      current->is_entry = line.find(".entry") != std::string_view::npos;
    }
    if (current == nullptr) continue;
    const std::string_view instruction = without_predicate(line);
    if (is_instruction(instruction)) {
      // The callee stands on its own line below "call.uni (retval0),".
      in_call = instruction.starts_with("call") || (in_call && instruction.ends_with(','));
      current->instructions.emplace_back(instruction);
    }
    if (in_call) {
      for (size_t at = 0; at < line.size(); ++at) {
        if (!is_name_character(line[at])) continue;
        const std::string_view word = word_at(line, at);
        current->calls.emplace(word);
        at += word.size();
      }
    }
    if (line.find(';') != std::string_view::npos) in_call = false;
  }
  return functions;
}

bool is_math_function(std::string_view name) {
  return name.starts_with("__kc_");
}

// The program's own functions: those that entries reach without going through a
// math function. What the bodies of those do is not the program's.
std::vector<const PtxFunction*> own_functions(const PtxFunctions& functions) {
  std::set<std::string, std::less<>> seen;
  std::vector<std::string> waiting;
  for (const auto& [name, function] : functions) {
    if (function.is_entry) waiting.push_back(name);
  }
  std::vector<const PtxFunction*> out;
  while (!waiting.empty()) {
    const std::string name = std::move(waiting.back());
    waiting.pop_back();
    const auto found = functions.find(name);
    if (found == functions.end() || is_math_function(name) || !seen.insert(name).second) continue;
    out.push_back(&found->second);
    waiting.insert(waiting.end(), found->second.calls.begin(), found->second.calls.end());
  }
  return out;
}

// Which of the prefixes some instruction of the function starts with.
void collect_prefixes(const PtxFunction& function, const std::vector<std::string>& prefixes,
                      std::set<std::string>& found) {
  for (const std::string& instruction : function.instructions) {
    for (const std::string& prefix : prefixes) {
      if (instruction.starts_with(prefix)) found.insert(prefix);
    }
  }
}

void append_ptx(const Inspection& inspection, const std::vector<std::string>& prefixes,
                std::string& out) {
  std::set<std::string> calls;
  std::set<std::string> found;
  for (const PtxModule& module : inspection.modules) {
    const PtxFunctions functions = read_ptx(module.text);
    for (const PtxFunction* function : own_functions(functions)) {
      for (const std::string& name : function->calls) {
        if (is_math_function(name)) calls.insert(name);
      }
      collect_prefixes(*function, prefixes, found);
    }
  }
  for (const std::string& name : calls)
    out += "call " + name + "\n";
  for (const std::string& prefix : prefixes) {
    out += "ptx " + prefix + (found.contains(prefix) ? " yes\n" : " no\n");
  }
}

}  // namespace

std::string print_facts(const Inspection& inspection,
                        const std::vector<std::string>& ptx_prefixes) {
  const FactPrinter printer(inspection);
  std::string out;
  for (const Kernel& kernel : inspection.kernels)
    out += printer.kernel(kernel);
  for (const HostLaunch& launch : inspection.launches)
    out += printer.launch(launch);
  append_unknowns(inspection, out);
  append_diagnostics(inspection, printer, out);
  append_ptx(inspection, ptx_prefixes, out);
  return out;
}

}  // namespace kcast
