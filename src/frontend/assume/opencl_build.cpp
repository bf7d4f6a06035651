#include "frontend/assume/opencl_build.h"

#include <algorithm>

#include "frontend/assume/build_guesses.h"
#include "frontend/assume/name_roles.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/reach.h"

namespace kcast::frontend {

namespace {

// The texts of the user's files that the unit was read from, without comments.
std::string code_of(const ParsedUnit& unit) {
  std::string out;
  const clang::SourceManager& sources = unit.sources();
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    const auto& content = entry.getFile().getContentCache();
    if (!content.OrigEntry || !SourceTree::is_user_path(content.OrigEntry->getName())) continue;
    if (const auto text = content.getBufferDataIfLoaded()) out += without_comments(*text) + "\n";
  }
  return out;
}

// Less is better. A unit without kernels answers nothing.
size_t badness(const ParsedUnit& unit) {
  constexpr size_t kNoKernels = 1000;
  return unit.errors.size() + (find_kernels(unit).empty() ? kNoKernels : 0);
}

size_t sound_kernels(const ParsedUnit& unit) {
  Reach reach(unit);
  const auto kernels = find_kernels(unit);
  return static_cast<size_t>(std::count_if(
      kernels.begin(), kernels.end(),
      [&](const FoundKernel& kernel) { return reach.broken_reason(kernel.definition).empty(); }));
}

// "OP" of "OP(a,b)".
std::string_view macro_name(std::string_view definition) {
  return definition.substr(0, definition.find('('));
}

bool defines(const ParseInput& input, std::string_view name) {
  return std::any_of(input.macros.begin(), input.macros.end(),
                     [&](const auto& macro) { return macro_name(macro.first) == name; });
}

}  // namespace

Result<std::unique_ptr<ParsedUnit>> OpenClBuild::complete(std::unique_ptr<ParsedUnit> unit) {
  const size_t before = badness(*unit);
  if (before == 0) return unit;
  const size_t sound_before = sound_kernels(*unit);
  State state{input_, {}, nullptr};
  state.unit = std::move(unit);
  ParsedUnit* const first = state.unit.get();
  KCAST_OK(reveal_kernels(state));
  KCAST_OK(guess_names(state));
  KCAST_OK(try_older_version(state));
  // Fewer errors are no gain where they break what was sound.
  const size_t sound = sound_kernels(*state.unit);
  if (sound < sound_before || (sound == sound_before && badness(*state.unit) >= before)) {
    (void)state.unit.release();  // it may be the first
    return std::unique_ptr<ParsedUnit>(first);
  }
  input_ = std::move(state.input);
  assumed_ = std::move(state.assumed);
  return std::move(state.unit);
}

// A file of which the preprocessor leaves no kernel is built with the macros that it asks for.
Status OpenClBuild::reveal_kernels(State& state) {
  constexpr int kMostRounds = 3;  // files in front may hide what they define as well
  for (int round = 0; round < kMostRounds && find_kernels(*state.unit).empty(); ++round) {
    const std::string code = code_of(*state.unit);
    std::vector<std::string> names = macros_that_hide_kernels(code);
    // One that the file itself defines is hidden by others.
    for (size_t i = 0; i < names.size(); ++i) {
      const std::vector<std::string> around = macros_that_hide_definition(code, names[i]);
      if (around.empty()) continue;
      names.insert(names.end(), around.begin(), around.end());
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(i--));
    }
    std::erase_if(names, [&](const std::string& name) { return defines(state.input, name); });
    if (names.empty()) break;
    for (const std::string& name : names)
      add_macro(state, {name, "1"});
    (void)state.unit.release();  // see inspect_here
    KCAST_TRY(state.unit, parse_again(state.input));
  }
  return Unit{};
}

// Behind a name that is not declared there are often others.
Status OpenClBuild::guess_names(State& state) {
  constexpr int kMostRounds = 12;
  for (int round = 0; round < kMostRounds && !state.unit->errors.empty(); ++round) {
    KCAST_TRY(const bool has_new_files, put_files_in_front(state));
    if (has_new_files) continue;
    KCAST_TRY(const bool has_new_macros, define_macros(state));
    if (!has_new_macros) break;
  }
  return Unit{};
}

// Files of the project that declare what is missing, and those that these need. One that is in
// front already and still comes too late moves to the very front.
Result<bool> OpenClBuild::add_files(State& state) {
  std::vector<std::string> wanted;
  for (const MissingName& missing : missing_names(state.unit->errors)) {
    for (const KnownElsewhere& known : request_.elsewhere) {
      if (known.name != missing.name || known.file.empty()) continue;
      const bool is_wanted = std::find(wanted.begin(), wanted.end(), known.file) != wanted.end();
      if (!is_wanted && !refused_.contains(known.file)) wanted.push_back(known.file);
    }
  }
  std::vector<std::string> files = state.input.forced_files;
  for (const std::string& file : wanted)
    std::erase(files, file);
  files.insert(files.begin(), wanted.begin(), wanted.end());
  if (files == state.input.forced_files) return false;
  state.input.forced_files = std::move(files);
  (void)state.unit.release();  // see inspect_here
  KCAST_TRY(state.unit, parse_again(state.input));
  return true;
}

Result<bool> OpenClBuild::put_files_in_front(State& state) {
  constexpr int kMostRounds = 4;
  ParsedUnit* const before = state.unit.get();
  const size_t badness_before = badness(*before);
  const ParseInput input_before = state.input;
  const std::vector<std::string> assumed_before = state.assumed;
  bool has_new = true;
  for (int round = 0; round < kMostRounds && has_new; ++round) {
    KCAST_TRY(has_new, add_files(state));
  }
  if (state.unit.get() == before) return false;
  // Such files may need macros of the build as well.
  has_new = true;
  for (int round = 0; round < kMostRounds && has_new && badness(*state.unit) > badness_before;
       ++round) {
    KCAST_TRY(has_new, define_macros(state));
  }
  if (badness(*state.unit) <= badness_before) return true;
  refused_.insert(state.input.forced_files.begin(), state.input.forced_files.end());
  for (const std::string& file : input_before.forced_files)
    refused_.erase(file);
  (void)state.unit.release();
  state.unit.reset(before);
  state.input = input_before;
  state.assumed = assumed_before;
  return true;  // others may be left
}

Result<bool> OpenClBuild::define_macros(State& state) {
  const std::string code = code_of(*state.unit);
  Defines macros;
  bool has_types = false;
  for (const MissingName& missing : missing_names(state.unit->errors)) {
    if (defines(state.input, missing.name)) continue;
    // One that the file itself defines is hidden by others.
    const std::vector<std::string> around = macros_that_hide_definition(code, missing.name);
    const bool is_hidden = !around.empty() && !defines(state.input, around.back());
    const auto known = std::find_if(
        request_.elsewhere.begin(), request_.elsewhere.end(),
        [&](const auto& entry) { return entry.file.empty() && entry.name == missing.name; });
    auto macro = is_hidden ? std::pair<std::string, std::string>(around.back(), "1")
                 : known != request_.elsewhere.end()
                     ? std::pair<std::string, std::string>(known->name, known->value)
                     : guess_definition(missing, code, state.input.macros);
    if (std::find(macros.begin(), macros.end(), macro) != macros.end()) continue;
    if (macro.first.empty()) continue;
    // What is declared with a type that is missing seems to be missing, too.
    if (missing.is_type && !has_types) macros.clear();
    has_types = has_types || missing.is_type;
    if (missing.is_type == has_types) macros.push_back(std::move(macro));
  }
  if (macros.empty()) return false;
  for (auto& macro : macros)
    add_macro(state, std::move(macro));
  (void)state.unit.release();
  KCAST_TRY(state.unit, parse_again(state.input));
  return true;
}

void OpenClBuild::add_macro(State& state, std::pair<std::string, std::string> macro) {
  state.assumed.push_back(macro.first + "=" + macro.second);
  state.input.macros.push_back(std::move(macro));
}

// Up to OpenCL 1.2 a pointer that names no memory is one to private memory.
Status OpenClBuild::try_older_version(State& state) {
  const auto& errors = state.unit->errors;
  const bool is_about_spaces = std::any_of(errors.begin(), errors.end(), [](const auto& error) {
    return error.diagnostic.message.find("address space") != std::string::npos;
  });
  if (!is_about_spaces || !state.input.settings.standard.empty()) return Unit{};
  ParseInput input = state.input;
  input.settings.standard = "CL1.2";
  KCAST_TRY(auto unit, parse_again(input));
  if (badness(*unit) < badness(*state.unit)) {
    std::swap(unit, state.unit);
    state.input = std::move(input);
  }
  (void)unit.release();
  return Unit{};
}

Result<std::unique_ptr<ParsedUnit>> OpenClBuild::parse_again(const ParseInput& input) const {
  return parse(input, tree_, nullptr);
}

}  // namespace kcast::frontend
