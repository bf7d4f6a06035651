#include "frontend/inspect_here.h"

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <set>

#include "base/text.h"
#include "frontend/assume/read_source.h"
#include "frontend/host/read_host.h"
#include "frontend/lower/lower.h"
#include "frontend/lower/trial.h"
#include "frontend/openmp/advice.h"
#include "frontend/openmp/finish_offload.h"
#include "frontend/openmp/regions.h"
#include "frontend/parse/ast_walk.h"
#include "frontend/parse/file_names.h"
#include "frontend/parse/flags.h"
#include "frontend/parse/instances.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/parse.h"
#include "frontend/parse/reach.h"
#include "frontend/parse/source_tree.h"
#include "frontend/slice/slice.h"

namespace kcast::frontend {

namespace {

using Defines = std::vector<std::pair<std::string, std::string>>;

// Names of variables and parameters that the user's files declare.
class DeclaredNames : public AstWalk {
 public:
  explicit DeclaredNames(const clang::SourceManager& sources) : sources_(sources) {}
  bool visit_declaration(clang::Decl* declaration) override {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable != nullptr && variable->getIdentifier() != nullptr &&
        is_user_code(variable->getLocation())) {
      names.insert(variable->getNameAsString());
    }
    return true;
  }
  std::set<std::string> names;

 private:
  bool is_user_code(clang::SourceLocation location) const {
    return SourceTree::is_user_path(sources_.getFilename(sources_.getExpansionLoc(location)));
  }
  const clang::SourceManager& sources_;
};

// "dst.ne[0]" and "dst->ne[0]" are places of host code.
bool can_name_a_macro(const std::string& name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == '(' || c == ')' || c == ',' || c >= 0x80;
  });
}

// A -D that names a declared variable binds it; any other is a macro. Which it
// is shows only after a parse, so a first one without them decides, but only if
// one of the names stands in the texts at all.
bool any_name_occurs(const InspectRequest& request) {
  for (const auto& define : request.defines) {
    for (const SourceFile& file : request.files) {
      if (file.text.find(define.first) != std::string::npos) return true;
    }
  }
  return false;
}

struct Reading {
  const InspectRequest& request;
  BuildSettings settings;
  llvm::IntrusiveRefCntPtr<SourceTree> tree;
  Inspection out;
  Units units;
  Units prepared;
  std::vector<std::pair<std::string, std::string>> notes;  // on kernels, by symbol
  std::vector<UnitGuesses> guesses;                        // of the units, in their order
  OffloadedKernels offload;                                // OpenMP's, by symbol
  ReadingKind kind;
  AnswerPieces answer_pieces = {};
  ProgramCode* program = nullptr;

  SourceReader reader() { return {request, tree, prepared}; }
};

bool knows_standard(const Language& language, const std::string& standard) {
  const auto& known = language.standards;
  return std::find(known.begin(), known.end(), standard) != known.end();
}

Status parse_all(Reading& reading, const Defines& macros) {
  reading.units.clear();
  reading.guesses.clear();
  const auto& files = reading.request.files;
  const bool only_headers = std::all_of(
      files.begin(), files.end(), [](const SourceFile& file) { return is_header(file.name); });
  const bool is_openmp = reading.request.language.empty() &&
                         std::any_of(files.begin(), files.end(), [](const SourceFile& file) {
                           const auto language = language_of("", file.name, file.text);
                           return language && (*language)->offloads;
                         });
  for (const SourceFile& file : files) {
    if (is_header(file.name) && !only_headers) continue;
    KCAST_TRY(const Language* language,
              language_of(reading.request.language, file.name, file.text));
    // One program is built as a whole.
    if (is_openmp && language->name == "host") {
      KCAST_TRY(language, find_language("openmp", file.name));
    }
    UnitGuesses guesses;
    ParseInput& input = guesses.input;
    input.file = file.name;
    input.language = language;
    input.settings = reading.settings;
    // A standard belongs to the language that knows it: host code beside OpenCL
    // kernels keeps its default.
    if ((files.size() > 1 || reading.request.standard.empty()) &&
        !knows_standard(*language, input.settings.standard)) {
      input.settings.standard.clear();
    }
    input.macros = macros;
    input.record = reading.request.slice && language->lowers && language->has_host_code;
    input.include_dirs = reading.request.include_dirs;
    KCAST_TRY(auto unit, read_source(reading.reader(), guesses, file.text));
    reading.units.push_back(std::move(unit));
    reading.guesses.push_back(std::move(guesses));
  }
  return Unit{};
}

Status instantiate_all(Reading& reading) {
  const std::string& asked = reading.request.kernel;
  if (!reading.request.assume && asked.find('<') == std::string::npos) return Unit{};
  for (size_t i = 0; i < reading.units.size(); ++i) {
    const Language& language = *reading.units[i]->language;
    if (!language.lowers || !language.has_host_code) continue;
    if (swallows_the_rest(*reading.units[i])) continue;
    for (const SourceFile& file : reading.request.files) {
      if (file.name != reading.units[i]->file) continue;
      const auto parse_text = [&](const std::string& text) {
        reading.tree->add_text(file.name, text);
        return parse(reading.guesses[i].input, reading.tree, &reading.prepared);
      };
      KCAST_TRY(reading.guesses[i].instances,
                make_instances(reading.units[i], file.text, asked, parse_text));
    }
  }
  return Unit{};
}

// Host code that reads its kernels from a file still says with which macros it builds them.
Status apply_build_options(Reading& reading, const std::vector<std::string>& options,
                           std::vector<BuildSettings>& settings) {
  if (options.empty()) return Unit{};
  for (size_t i = 0; i < reading.units.size(); ++i) {
    if (reading.units[i]->language->has_host_code || !reading.units[i]->language->lowers) continue;
    UnitGuesses guesses;
    guesses.input = reading.guesses[i].input;
    guesses.input.macros = {};
    for (const auto& define : reading.request.defines)
      guesses.input.macros.push_back(define);
    read_flags_leniently(split_words(options[0]), guesses.input.settings);
    if (!knows_standard(*guesses.input.language, guesses.input.settings.standard)) {
      guesses.input.settings.standard.clear();
    }
    settings[i] = guesses.input.settings;
    KCAST_TRY(auto unit, read_source(reading.reader(), guesses, ""));
    (void)reading.units[i].release();  // see inspect_here
    reading.units[i] = std::move(unit);
    reading.guesses[i] = std::move(guesses);
  }
  return Unit{};
}

Result<Defines> parse_with_bindings(Reading& reading) {
  Defines bindings;
  Defines macros;
  Defines defines;
  for (const auto& define : reading.request.defines)
    (can_name_a_macro(define.first) ? defines : bindings).push_back(define);
  if (any_name_occurs(reading.request)) {
    KCAST_OK(parse_all(reading, {}));
    std::set<std::string> declared;
    for (const auto& unit : reading.units) {
      DeclaredNames visitor(unit->sources());
      visitor.walk(unit->ast());
      declared.merge(visitor.names);
    }
    for (const auto& define : defines) {
      (declared.contains(define.first) ? bindings : macros).push_back(define);
    }
    if (macros.empty()) return bindings;
  } else {
    macros = std::move(defines);
  }
  KCAST_OK(parse_all(reading, macros));
  return bindings;
}

// "k<8, 2>" however it is spaced.
bool has_title(const Kernel& kernel, std::string title) {
  std::string own = kernel.name + "<" + join(kernel.template_arguments, ",") + ">";
  const auto is_blank = [](char c) { return c == ' '; };
  std::erase_if(title, is_blank);
  std::erase_if(own, is_blank);
  return own == title || own.ends_with("::" + title);
}

bool matches(const InspectRequest& request, const Kernel& kernel) {
  if (!kernel.template_arguments.empty() && has_title(kernel, request.kernel)) return true;
  if (request.kernel.empty() || kernel.name == request.kernel || kernel.mangled == request.kernel) {
    return true;
  }
  // A region of OpenMP is meant by its function's name as well: "saxpy:9" by "saxpy".
  const bool is_region = kernel.language == "openmp";
  std::string function = is_region ? kernel.name.substr(0, kernel.name.rfind(':')) : "";
  if (is_region && function == request.kernel) return true;
  const size_t colon = kernel.name.rfind("::");
  if (colon == std::string::npos) return false;
  if (is_region && function.substr(colon + 2) == request.kernel) return true;
  return kernel.name.substr(colon + 2) == request.kernel;
}

// Why a kernel is not lowered; empty when it can be.
std::string refusal(const InspectRequest& request, const Instances& instances,
                    const FoundKernel& kernel, Reach& reach) {
  const bool is_pattern = kernel.definition->isTemplated();
  if (is_pattern && kernel.region != nullptr) return "in a template that nobody instantiates";
  if (is_pattern) {
    // What is wrong with any arguments.
    std::string reason = reach.own_broken_reason(kernel.definition);
    if (!reason.empty()) return reason;
  }
  if (is_pattern && request.assume) {
    const std::string& name = kernel.description.name;
    const auto tried = instances.failures.find(name.substr(name.rfind(':') + 1));
    return "a template, and no arguments were found that it compiles with; name them with "
           "--kernel '" +
           name + "<...>'" + (tried == instances.failures.end() ? "" : " (" + tried->second + ")");
  }
  if (is_pattern) return "a template that no launch instantiates";
  const auto& skipped = request.skip_kernels;
  if (std::find(skipped.begin(), skipped.end(), kernel.description.mangled) != skipped.end()) {
    return std::string(kBackEndFails);
  }
  const std::string& symbol = kernel.description.mangled;
  if (std::any_of(symbol.begin(), symbol.end(), [](char c) { return (c & 0x80) != 0; })) {
    return "its name has characters that PTX cannot hold";
  }
  if (kernel.region != nullptr) return reach.broken_reason(kernel.region);
  return reach.broken_reason(kernel.definition);
}

// Compiles OpenCL sources that host code holds in strings; they join the units.
Status parse_programs(Reading& reading, const std::vector<host::OpenClProgram>& programs,
                      std::vector<BuildSettings>& settings) {
  KCAST_TRY(const Language* opencl, find_language("opencl", ""));
  for (size_t i = 0; i < programs.size(); ++i) {
    UnitGuesses guesses;
    ParseInput& input = guesses.input;
    input.file = programs[i].file + ":" + std::to_string(programs[i].line) + ".cl";
    input.language = opencl;
    input.settings = reading.settings;
    input.settings.standard.clear();
    read_flags_leniently(split_words(programs[i].options), input.settings);
    if (!knows_standard(*opencl, input.settings.standard)) input.settings.standard.clear();
    input.include_dirs = reading.request.include_dirs;
    reading.tree->add_text(input.file, programs[i].source);
    KCAST_TRY(auto unit, read_source(reading.reader(), guesses, programs[i].source));
    reading.units.push_back(std::move(unit));
    settings.push_back(input.settings);
    reading.guesses.push_back(std::move(guesses));
  }
  return Unit{};
}

// OpenCL host code sets arguments by number; their names are the kernel's.
void name_arguments(Inspection& inspection) {
  for (HostLaunch& launch : inspection.launches) {
    for (const Kernel& kernel : inspection.kernels) {
      if (kernel.mangled != launch.kernel) continue;
      for (size_t i = 0; i < launch.arguments.size() && i < kernel.parameters.size(); ++i) {
        if (launch.arguments[i].name.empty()) launch.arguments[i].name = kernel.parameters[i].name;
      }
    }
  }
}

// What a kernel does that its PTX does not hold.
void note_launch(Reading& reading, const Kernel& kernel, const std::string& launched) {
  const std::string text = "launches " + launched + " while it runs, which is not counted here";
  reading.notes.emplace_back(kernel.mangled, text);
  reading.out.diagnostics.push_back(
      {Severity::Warning, kernel.file, kernel.line, 0, kernel.name + " " + text});
}

void add_notes(Reading& reading) {
  for (HostLaunch& launch : reading.out.launches) {
    for (const auto& [kernel, text] : reading.notes) {
      if (launch.kernel == kernel) launch.note += (launch.note.empty() ? "" : "; ") + text;
    }
  }
}

// What was assumed to have this kernel at all.
void say_guesses(const UnitGuesses& guesses, FoundKernel& kernel) {
  const std::string& name = kernel.description.name;
  const Instances& instances = guesses.instances;
  const auto instance = instances.made.find(kernel.definition->getCanonicalDecl());
  kernel.description.assumed_macros = guesses.macros;
  if (!kernel.description.is_template) return;
  if (instance != instances.made.end()) {
    kernel.description.assumed_templates = instance->second.is_guess;
  } else {
    kernel.description.assumed_templates =
        instances.guessed_host &&
        instances.open_templates.contains(name.substr(name.rfind(':') + 1));
  }
}

// A program with more kernels than anybody writes is read as far as they go.
void limit_kernels(Reading& reading, const ParsedUnit& unit, std::vector<FoundKernel>& kernels) {
  constexpr size_t kMostKernels = 8000;
  const size_t room = kMostKernels - std::min(kMostKernels, reading.out.kernels.size());
  if (kernels.size() <= room) return;
  reading.out.diagnostics.push_back(
      {Severity::Warning, unit.file, kernels[room].description.line, 0,
       "more than " + std::to_string(kMostKernels) + " kernels: this one and " +
           std::to_string(kernels.size() - room - 1) +
           " after it are left out; --kernel NAME reads one"});
  kernels.resize(room);
}

void say_launches_left_out(Reading& reading, int64_t count) {
  if (count == 0) return;
  reading.out.diagnostics.push_back(
      {Severity::Warning, "", 0, 0,
       "host code makes too many different launches: " + std::to_string(count) +
           " are left out, those that come last"});
}

void read_unit(Reading& reading, ParsedUnit& unit, const UnitGuesses& guesses,
               const BuildSettings& settings) {
  Reach reach(unit);
  const bool offloads = unit.language->offloads;
  std::vector<FoundKernel> kernels = offloads ? find_region_kernels(unit) : find_kernels(unit);
  const auto is_left_out = [&](const FoundKernel& kernel) {
    const Instances& instances = guesses.instances;
    const bool is_made = instances.made.contains(kernel.definition->getCanonicalDecl());
    if (instances.is_asked && is_made) return false;
    return !matches(reading.request, kernel.description);
  };
  // Regions of OpenMP share the runtime's state: what code one has depends on the others.
  if (!offloads) std::erase_if(kernels, is_left_out);
  limit_kernels(reading, unit, kernels);
  std::vector<const clang::FunctionDecl*> sound;
  std::vector<Kernel*> sound_kernels;
  std::vector<TargetRegion> regions;
  for (FoundKernel& kernel : kernels) {
    say_guesses(guesses, kernel);
    kernel.description.not_lowered_reason =
        refusal(reading.request, guesses.instances, kernel, reach);
    if (!kernel.description.not_lowered_reason.empty()) continue;
    sound.push_back(kernel.definition);
    sound_kernels.push_back(&kernel.description);
    if (offloads) {
      reading.offload[kernel.description.mangled].serial_lines =
          serial_lines(*kernel.region, unit.ast());
      regions.push_back({kernel.region, kernel.definition, kernel.description.mangled,
                         static_cast<unsigned>(kernel.description.line), kernel.region_in_line});
      continue;
    }
    for (const std::string& launched : reach.launched_kernels(kernel.definition))
      note_launch(reading, kernel.description, launched);
  }
  auto& diagnostics = reading.out.diagnostics;
  diagnostics.insert(diagnostics.end(), unit.diagnostics.begin(), unit.diagnostics.end());
  std::string slice;
  if (reading.request.slice && unit.language->has_host_code && !offloads && !sound.empty())
    slice = write_slice(unit, sound, reach);
  Lowered lowered;
  if (reading.kind == ReadingKind::Trial) {
    say_crashes(try_lowering(unit, settings, sound, regions, reach, reading.program),
                sound_kernels);
  } else if (reading.request.lower && !sound.empty()) {
    if (auto made = offloads ? lower_regions(unit, settings, regions, reach, reading.program)
                             : lower(unit, settings, sound, reach, reading.program,
                                     reading.answer_pieces)) {
      lowered = *std::move(made);
    } else {
      lowered.diagnostics.push_back({Severity::Error, unit.file, 0, 0, made.error().message});
    }
    diagnostics.insert(diagnostics.end(), lowered.diagnostics.begin(), lowered.diagnostics.end());
    if (!lowered.ptx.empty()) {
      std::string ptx = with_request_names(lowered.ptx, reading.request.files);
      reading.out.modules.push_back(
          {unit.file, "clang", settings.arch, std::move(ptx), std::move(slice)});
    }
  }
  if (offloads) std::erase_if(kernels, is_left_out);
  for (FoundKernel& kernel : kernels) {
    Kernel& description = kernel.description;
    const auto found = lowered.kernels.find(description.mangled);
    description.lowered = found != lowered.kernels.end();
    if (description.lowered) {
      description.static_shared_bytes = found->second.static_shared_bytes;
      description.uses_dynamic_shared = found->second.uses_dynamic_shared;
      if (found->second.offload) {
        reading.offload[description.mangled].environment = *found->second.offload;
        description.launch_bounds.max_threads = found->second.offload->max_threads;
      }
    } else if (lowered.refused.contains(description.mangled)) {
      description.not_lowered_reason = lowered.refused[description.mangled];
    } else if (description.not_lowered_reason.empty()) {
      description.not_lowered_reason = !reading.request.lower || reading.kind == ReadingKind::Trial
                                           ? "lowering was not asked for"
                                       : lowered.diagnostics.empty()
                                           ? "no code was generated for it"
                                           : lowered.diagnostics[0].message;
    }
    reading.out.kernels.push_back(std::move(description));
  }
}

}  // namespace

struct PreparedReading {
  Units units;
};

ReadableFiles readable_files(const InspectRequest& request) {
  std::vector<std::string> folders = request.readable_dirs;
  folders.insert(folders.end(), request.include_dirs.begin(), request.include_dirs.end());
  return {request.working_dir, folders};
}

std::shared_ptr<PreparedReading> prepare_reading() {
  auto prepared = std::make_shared<PreparedReading>();
  for (const Language& language : languages()) {
    if (!language.precompiled) continue;
    if (auto unit = prepare(language)) prepared->units.push_back(*std::move(unit));
  }
  return prepared;
}

Result<Inspection> inspect_here(const InspectRequest& request, PreparedReading* prepared,
                                std::function<DiskEntry(std::string_view)> find_file,
                                ReadingKind kind, AnswerPieces answer_pieces) {
  if (request.files.empty()) return Error{ErrorCode::InvalidInput, "no source file was given"};
  KCAST_TRY(const BuildSettings settings, read_flags(request));
  // Never freed: taking the trees apart would cost as much as lowering a kernel,
  // and the worker that runs this ends with its answer.
  if (!find_file) {
    find_file = [files = std::make_shared<ReadableFiles>(readable_files(request))](
                    std::string_view path) { return files->find(path); };
  }
  Reading& reading = *new Reading{
      request, settings, new SourceTree(request, std::move(find_file)), {}, {}, {}, {}, {},
      {},      kind};
  reading.answer_pieces = std::move(answer_pieces);
  if (prepared != nullptr) reading.prepared = std::move(prepared->units);
  for (std::string& line : flags_left_out(request.flags))
    reading.out.diagnostics.push_back({Severity::Note, "", 0, 0, std::move(line)});
  KCAST_TRY(const Defines bindings, parse_with_bindings(reading));
  KCAST_OK(instantiate_all(reading));
  std::vector<host::HostUnit> host_units;
  for (const auto& unit : reading.units) {
    if (unit->language->has_host_code) host_units.push_back({&unit->ast(), unit->file});
  }
  host::HostOptions options;
  options.bindings = bindings;
  options.device = reading.request.device;
  options.argv = request.argv;
  options.assume = request.assume;
  options.assume_smaller = request.assume_smaller;
  host::HostReading host = host::read_host(host_units, options);
  std::vector<BuildSettings> unit_settings(reading.units.size(), reading.settings);
  if (request.assume) {
    KCAST_OK(apply_build_options(reading, host.build_options, unit_settings));
  }
  KCAST_OK(parse_programs(reading, host.programs, unit_settings));
  ProgramCode program(reading.units);
  reading.program = &program;
  // Lowering resets each unit's diagnostics and so comes last.
  for (size_t i = 0; i < reading.units.size(); ++i)
    read_unit(reading, *reading.units[i], reading.guesses[i], unit_settings[i]);
  reading.out.launches = std::move(host.launches);
  reading.out.has_main = host.has_main;
  finish_offload(reading.offload, request.device, reading.out);
  say_launches_left_out(reading, host.launches_left_out);
  add_notes(reading);
  name_arguments(reading.out);
  reading.out.unresolved = std::move(host.unresolved);
  return std::move(reading.out);
}

}  // namespace kcast::frontend
