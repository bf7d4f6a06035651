#include "frontend/parse/parse.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/TemplateInstCallback.h>
#include <clang/Serialization/ASTReader.h>

#include <algorithm>

#include "base/text.h"
#include "frontend/parse/common_declarations.h"
#include "frontend/parse/embedded.h"
#include "frontend/parse/precompiled.h"
#include "frontend/parse/stop_parsing.h"

namespace kcast::frontend {

// Keeps what the parser announces, so that code can be generated later, and only
// for what is sound: Clang itself generates nothing after the first error.
class Announcements : public clang::ASTConsumer {
 public:
  explicit Announcements(ParsedUnit& unit) : events_(unit.events) { unit.announcements = this; }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    events_.push_back({ParseEvent::Kind::TopLevel, group, nullptr});
    return next == nullptr || next->HandleTopLevelDecl(group);
  }
  void HandleInlineFunctionDefinition(clang::FunctionDecl* function) override {
    events_.push_back({ParseEvent::Kind::InlineFunction, {}, function});
    if (next != nullptr) next->HandleInlineFunctionDefinition(function);
  }
  void HandleCXXStaticMemberVarInstantiation(clang::VarDecl* variable) override {
    events_.push_back({ParseEvent::Kind::StaticMember, {}, variable});
    if (next != nullptr) next->HandleCXXStaticMemberVarInstantiation(variable);
  }

  clang::ASTConsumer* next = nullptr;

 private:
  std::vector<ParseEvent>& events_;
};

namespace {

class ParseAction : public clang::ASTFrontendAction {
 public:
  explicit ParseAction(ParsedUnit& unit) : unit_(unit) {}

 protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance&,
                                                        llvm::StringRef) override {
    return std::make_unique<Announcements>(unit_);
  }

 private:
  ParsedUnit& unit_;
};

// A missing header is noted and skipped: after a fatal error Clang would not
// instantiate templates any more.
class MissingHeaders : public clang::PPCallbacks {
 public:
  MissingHeaders(const clang::Preprocessor& preprocessor, std::vector<Diagnostic>& diagnostics)
      : preprocessor_(preprocessor), diagnostics_(diagnostics) {}
  // Of an #include, InclusionDirective follows; of an #embed, nothing does. (With several
  // callbacks, Clang 19 announces a missing #embed here, too.)
  bool FileNotFound(llvm::StringRef name) override {
    finish();
    missing_ = name.trim("\"<>").str();
    // The directive has been read to the end of its line.
    const auto* lexer = static_cast<clang::Lexer*>(preprocessor_.getCurrentFileLexer());
    place_ = {};
    if (lexer != nullptr) place_ = lexer->getSourceLocation(lexer->getBufferLocation() - 1);
    return true;
  }
  bool EmbedFileNotFound(llvm::StringRef name) override { return FileNotFound(name); }
  // NOLINTNEXTLINE(readability-function-size): the number of parameters is Clang's
  void InclusionDirective(clang::SourceLocation hash, const clang::Token&, llvm::StringRef name,
                          bool, clang::CharSourceRange, clang::OptionalFileEntryRef file,
                          llvm::StringRef, llvm::StringRef, const clang::Module*, bool,
                          clang::SrcMgr::CharacteristicKind) override {
    missing_.clear();
    if (!file) note(hash, "header '" + name.str() + "' not found; reading on without it");
  }
  // Says what was looked for last, if that was an #embed: nothing else tells its end.
  void finish() {
    if (missing_.empty()) return;
    note(place_, "file '" + missing_ + "' of an #embed not found; reading on without it");
    missing_.clear();
  }

 private:
  void note(clang::SourceLocation location, std::string message) {
    Diagnostic diagnostic;
    diagnostic.severity = Severity::Warning;
    diagnostic.message = std::move(message);
    const clang::PresumedLoc place = preprocessor_.getSourceManager().getPresumedLoc(location);
    if (place.isValid()) {
      diagnostic.file = place.getFilename();
      diagnostic.line = place.getLine();
      diagnostic.column = place.getColumn();
    }
    diagnostics_.push_back(std::move(diagnostic));
  }
  const clang::Preprocessor& preprocessor_;
  std::vector<Diagnostic>& diagnostics_;
  std::string missing_;  // looked for in vain, and not yet said
  clang::SourceLocation place_;
};

// Errors that are none for nvcc, and after which Clang reads on as nvcc does: attributes where the
// grammar has none are dropped; register means nothing; a kernel that a kernel launches is left out
// (see Reach::launched_kernels).
bool nvcc_takes_it(const clang::Diagnostic& info) {
  switch (info.getID()) {
    case clang::diag::err_attributes_not_allowed:
    case clang::diag::ext_register_storage_class:
      return true;
    case clang::diag::err_ref_bad_target: {
      llvm::SmallString<128> message;
      info.FormatDiagnostic(message);
      return llvm::StringRef(message).starts_with("reference to __global__ function");
    }
    default:
      return false;
  }
}

class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  explicit DiagnosticCollector(ParsedUnit& unit) : unit_(unit) {}
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& info) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error || nvcc_takes_it(info)) return;
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    ParseError error;
    error.diagnostic.severity = Severity::Error;
    error.diagnostic.message = message.str().str();
    if (info.hasSourceManager() && info.getLocation().isValid()) {
      const clang::SourceManager& sources = info.getSourceManager();
      error.location = sources.getExpansionLoc(info.getLocation());
      const clang::PresumedLoc place = sources.getPresumedLoc(error.location);
      if (place.isValid()) {
        error.diagnostic.file = place.getFilename();
        error.diagnostic.line = place.getLine();
        error.diagnostic.column = place.getColumn();
      }
    }
    unit_.diagnostics.push_back(error.diagnostic);
    unit_.errors.push_back(std::move(error));
  }

 private:
  ParsedUnit& unit_;
};

void add_math_flags(const BuildSettings& settings, const Language& language,
                    std::vector<std::string>& args) {
  // Fusing is left to the back end: Clang also fuses products that are used twice,
  // which NVIDIA's compilers do not. Who offloads with OpenMP has Clang's own code.
  const bool fuses_here = language.offloads && settings.fuse_multiply_add;
  args.insert(args.end(),
              {fuses_here ? "-ffp-contract=on" : "-ffp-contract=off", "-fno-rounding-math"});
  if (settings.flush_denormals) {
    args.insert(args.end(), {"-fdenormal-fp-math-f32=preserve-sign", "-D__KCAST_FTZ__=1"});
  }
  if (settings.relaxed_math) {
    args.insert(args.end(), {"-mreassociate", "-freciprocal-math", "-fapprox-func"});
  }
  if (settings.finite_math_only) {
    args.insert(args.end(), {"-menable-no-infs", "-menable-no-nans"});
  }
  if (settings.no_signed_zeros) args.emplace_back("-fno-signed-zeros");
  if (settings.approximate_functions) {
    args.insert(args.end(), {"-D__KCAST_FAST_MATH__=1", "-D__USE_FAST_MATH__=1"});
  }
}

// Whether the precompiled header was made under these settings.
bool fits_precompiled(const ParseInput& input) {
  if (!input.language->precompiled) return false;
  BuildSettings settings = input.settings;
  if (settings.standard == input.language->default_standard) settings.standard.clear();
  settings.defines.clear();
  settings.undefines.clear();
  settings.toolkit_flags.clear();
  settings.max_registers = 0;
  settings.fuse_multiply_add = true;
  return settings == BuildSettings{};
}

std::string precompiled_path(const Language& language) {
  return std::string(kBuiltinRoot) + "precompiled/" + std::string(language.name);
}

void add_forced_header(const ParseInput& input, std::vector<std::string>& args) {
  const Language& language = *input.language;
  if (language.forced_header.empty()) return;
  if (fits_precompiled(input) && !embedded_precompiled_header(language.name).empty()) {
    // Its inputs are the built-in headers of this same binary.
    args.insert(args.end(), {"-include-pch", precompiled_path(language), "-fno-validate-pch"});
  } else {
    args.insert(args.end(), {"-include", std::string(language.forced_header)});
  }
}

// `input_suffix` is "-header" to make a precompiled header of the file.
Result<std::vector<std::string>> clang_args(const ParseInput& input,
                                            std::string_view input_suffix = "") {
  const Language& language = *input.language;
  const BuildSettings& settings = input.settings;
  const std::string standard =
      settings.standard.empty() ? std::string(language.default_standard) : settings.standard;
  if (std::find(language.standards.begin(), language.standards.end(), standard) ==
      language.standards.end()) {
    const std::vector<std::string> known(language.standards.begin(), language.standards.end());
    return Error{ErrorCode::InvalidInput, "unknown standard '" + standard + "' for " +
                                              std::string(language.name) +
                                              "; known: " + join(known, ", ")};
  }
  std::vector<std::string> args = {
      "-x", std::string(language.clang_name) + std::string(input_suffix),
      std::string(language.standard_flag) + standard, "-nostdsysteminc", "-nobuiltininc",
      "-resource-dir", std::string(kBuiltinRoot) + "clang", "-fno-builtin",
      // Symbols as nvcc writes them, also for constrained templates.
      "-fclang-abi-compat=17", "-w", "-fno-spell-checking", "-ferror-limit", "60",
      "-fbracket-depth", "512", "-ftemplate-depth=256", "-fconstexpr-steps=200000",
      // Where each instruction comes from, as .loc lines and without DWARF sections.
      // File names are those of the request: the folder before them is mapped away.
      "-debug-info-kind=line-directives-only", "-fdebug-compilation-dir=/kcast-request",
      "-fdebug-prefix-map=/kcast-request="};
  if (language.lowers) {
    args.insert(args.end(), {"-triple", "nvptx64-nvidia-cuda", "-target-cpu", settings.arch,
                             "-target-feature", "+ptx85"});
    // nvcc does not conclude from a loop's end that its counter never wraps around.
    if (!language.offloads) args.emplace_back("-fno-finite-loops");
  } else {
    args.insert(args.end(), {"-triple", "x86_64-unknown-linux-gnu"});
  }
  args.push_back("-O" + std::to_string(settings.optimization));
  args.insert(args.end(), language.clang_args.begin(), language.clang_args.end());
  add_math_flags(settings, language, args);
  for (const auto* defines : {&settings.defines, &input.macros}) {
    for (const auto& [name, value] : *defines)
      args.push_back("-D" + name + "=" + value);
  }
  for (const std::string& name : settings.undefines)
    args.push_back("-U" + name);
  for (const std::string& dir : input.include_dirs)
    args.push_back("-I" + dir);
  for (const std::string_view dir : language.header_dirs) {
    args.insert(args.end(), {"-internal-isystem", kBuiltinRoot + std::string(dir)});
  }
  if (input_suffix.empty()) add_forced_header(input, args);
  for (const std::string& file : input.forced_files)
    args.insert(args.end(), {"-include", file});
  // The file's own name is set behind Clang's reading of arguments, so that none is taken for an
  // option: see set_up.
  args.emplace_back("input");
  return args;
}

// A compiler that is set up to read `args`, whose errors go to the unit.
Status set_up(ParsedUnit& unit, const std::vector<std::string>& args,
              llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> tree) {
  unit.compiler = std::make_unique<clang::CompilerInstance>();
  clang::CompilerInstance& compiler = *unit.compiler;
  compiler.createDiagnostics(new DiagnosticCollector(unit), /*ShouldOwnClient=*/true);
  // nvcc only warns of constants that braces narrow.
  compiler.getDiagnostics().setSeverityForGroup(clang::diag::Flavor::WarningOrError,
                                                "c++11-narrowing", clang::diag::Severity::Ignored);
  std::vector<const char*> pointers;
  for (const std::string& arg : args)
    pointers.push_back(arg.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), pointers,
                                                 compiler.getDiagnostics())) {
    const std::string reason =
        unit.errors.empty() ? "bad arguments" : unit.errors[0].diagnostic.message;
    return Error{ErrorCode::InvalidInput, unit.file + ": " + reason};
  }
  for (clang::FrontendInputFile& input : compiler.getFrontendOpts().Inputs)
    input = clang::FrontendInputFile(unit.file, input.getKind());
  compiler.getFrontendOpts().DisableFree = true;
  compiler.createFileManager(std::move(tree));
  compiler.createSourceManager(compiler.getFileManager());
  if (!compiler.createTarget()) {
    return Error{ErrorCode::Internal, unit.file + ": Clang has no target for it"};
  }
  return Unit{};
}

// Visitors of the whole tree see what this file and its includes declare, but not
// the precompiled header: walking it would read all of it.
void limit_traversal(ParsedUnit& unit) {
  std::vector<clang::Decl*> scope;
  for (clang::Decl* declaration : unit.ast().getTranslationUnitDecl()->noload_decls()) {
    if (!declaration->isFromASTFile()) scope.push_back(declaration);
  }
  unit.ast().setTraversalScope(scope);
}

// Pragmas that build modules in files, or end the compiler, do nothing. Taking a name that is known
// replaces what it did.
void drop_pragmas(clang::Preprocessor& preprocessor) {
  for (const char* name : {"module", "__debug"})
    preprocessor.AddPragmaHandler("clang", new clang::EmptyPragmaHandler(name));
}

// Sets a unit up as far as it goes without its file's text.
Result<std::unique_ptr<ParsedUnit>> begin(const ParseInput& input, SourceTree& builtins,
                                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files) {
  KCAST_TRY(const std::vector<std::string> args, clang_args(input));
  auto unit = std::make_unique<ParsedUnit>();
  unit->file = input.file;
  unit->language = input.language;
  const std::string_view precompiled = embedded_precompiled_header(input.language->name);
  builtins.add_builtin(precompiled_path(*input.language), {precompiled.data(), precompiled.size()});
  KCAST_OK(set_up(*unit, args, std::move(files)));
  clang::CompilerInstance& compiler = *unit->compiler;
  compiler.getFrontendOpts().ProgramAction = clang::frontend::ParseSyntaxOnly;
  unit->action = std::make_unique<ParseAction>(*unit);
  if (!unit->action->BeginSourceFile(compiler, compiler.getFrontendOpts().Inputs[0])) {
    const std::string reason =
        unit->errors.empty() ? "cannot be read" : unit->errors[0].diagnostic.message;
    return Error{ErrorCode::InvalidInput, input.file + ": " + reason};
  }
  drop_pragmas(compiler.getPreprocessor());
  return unit;
}

// A macro can stand for more tokens than there are atoms.
void limit_tokens(clang::Preprocessor& preprocessor) {
  constexpr int64_t kMostTokens = 8'000'000;
  preprocessor.setTokenWatcher([left = kMostTokens](const clang::Token&) mutable {
    if (--left == 0) stop_parsing("it has more than 8,000,000 tokens once macros are expanded");
  });
}

// Templates can stand for more code than there are atoms, too. Counted is what Clang substitutes
// arguments into, which takes some microseconds each.
class InstantiationLimit : public clang::TemplateInstantiationCallback {
 public:
  void initialize(const clang::Sema&) override {}
  void finalize(const clang::Sema&) override {}
  void atTemplateEnd(const clang::Sema&, const clang::Sema::CodeSynthesisContext&) override {}
  void atTemplateBegin(const clang::Sema&,
                       const clang::Sema::CodeSynthesisContext& context) override {
    // Clang announces whatever it asks of a type that is complete already, too.
    if (context.Kind == clang::Sema::CodeSynthesisContext::Memoization) return;
    if (--left_ == 0) stop_parsing("it has more than 2,000,000 template instantiations");
  }

 private:
  int64_t left_ = 2'000'000;
};

void limit_instantiations(clang::CompilerInstance& compiler) {
  if (!compiler.hasSema()) compiler.createSema(clang::TU_Complete, nullptr);
  compiler.getSema().TemplateInstCallbacks.push_back(std::make_unique<InstantiationLimit>());
}

// Whether nothing in the input came too late for the unit.
bool fits_prepared(const ParseInput& input, const ParsedUnit& prepared) {
  return input.language == prepared.language && fits_precompiled(input) && input.macros.empty() &&
         input.forced_files.empty() && input.include_dirs.empty() &&
         input.settings.defines.empty() && input.settings.undefines.empty();
}

std::unique_ptr<ParsedUnit> take_fitting(std::vector<std::unique_ptr<ParsedUnit>>* prepared,
                                         const ParseInput& input) {
  if (prepared == nullptr) return nullptr;
  for (auto& unit : *prepared) {
    if (unit && fits_prepared(input, *unit)) return std::move(unit);
  }
  return nullptr;
}

// Puts the file where the empty one was that the unit was prepared with.
Status give_file(ParsedUnit& unit, const std::string& file,
                 llvm::IntrusiveRefCntPtr<SourceTree> tree) {
  const auto working_dir = tree->getCurrentWorkingDirectory();
  unit.file = file;
  unit.files->pushOverlay(std::move(tree));
  if (working_dir) unit.files->setCurrentWorkingDirectory(*working_dir);
  auto entry = unit.compiler->getFileManager().getFileRef(file, /*OpenFile=*/true);
  if (!entry) {
    return Error{ErrorCode::InvalidInput, file + ": " + llvm::toString(entry.takeError())};
  }
  unit.sources().setMainFileID(
      unit.sources().createFileID(*entry, clang::SourceLocation(), clang::SrcMgr::C_User));
  return Unit{};
}

}  // namespace

Result<std::unique_ptr<ParsedUnit>> prepare(const Language& language) {
  ParseInput input;
  input.language = &language;
  input.file = std::string(kBuiltinRoot) + "no-file-yet";
  llvm::IntrusiveRefCntPtr<SourceTree> builtins = new SourceTree(InspectRequest{}, {});
  builtins->add_text(input.file, "");
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files =
      new llvm::vfs::OverlayFileSystem(builtins);
  KCAST_TRY(auto unit, begin(input, *builtins, files));
  unit->files = std::move(files);
  read_common_declarations(unit->ast());
  // Clang notes every function of the header, to complain once it is known to be used,
  // and would read them all for each file. They are ours and have no errors.
  llvm::SmallSetVector<clang::Decl*, 4> noted;
  if (const auto reader = unit->compiler->getASTReader()) {
    reader->ReadDeclsToCheckForDeferredDiags(noted);
  }
  return unit;
}

Result<std::unique_ptr<ParsedUnit>> parse(const ParseInput& input,
                                          llvm::IntrusiveRefCntPtr<SourceTree> tree,
                                          std::vector<std::unique_ptr<ParsedUnit>>* prepared) {
  std::unique_ptr<ParsedUnit> unit = take_fitting(prepared, input);
  if (unit) {
    KCAST_OK(give_file(*unit, input.file, std::move(tree)));
  } else {
    SourceTree& builtins = *tree;
    KCAST_TRY(unit, begin(input, builtins, std::move(tree)));
  }
  clang::CompilerInstance& compiler = *unit->compiler;
  auto missing = std::make_unique<MissingHeaders>(compiler.getPreprocessor(), unit->diagnostics);
  MissingHeaders& headers = *missing;
  compiler.getPreprocessor().addPPCallbacks(std::move(missing));
  limit_tokens(compiler.getPreprocessor());
  limit_instantiations(compiler);
  if (input.record) SliceRecorder::attach(compiler.getPreprocessor(), unit->record);
  const ParsingMemory memory;
  if (llvm::Error error = unit->action->Execute()) {
    return Error{ErrorCode::External, input.file + ": " + llvm::toString(std::move(error))};
  }
  headers.finish();
  limit_traversal(*unit);
  return unit;
}

void forward_announcements(ParsedUnit& unit, clang::ASTConsumer* consumer) {
  unit.announcements->next = consumer;
}

Status write_precompiled_header(const Language& language, const std::string& path) {
  ParseInput input;
  input.language = &language;
  input.file = kBuiltinRoot + std::string("device/") + std::string(language.forced_header);
  KCAST_TRY(std::vector<std::string> args, clang_args(input, "-header"));
  // No time stamps: the same sources give the same bytes.
  args.insert(args.end(), {"-emit-pch", "-fno-pch-timestamp", "-o", path});
  ParsedUnit unit;
  unit.file = input.file;
  KCAST_OK(set_up(unit, args, new SourceTree(InspectRequest{}, {})));
  clang::GeneratePCHAction action;
  if (!unit.compiler->ExecuteAction(action) || !unit.errors.empty()) {
    const Diagnostic first =
        unit.errors.empty() ? Diagnostic{.message = "failed"} : unit.errors[0].diagnostic;
    return Error{ErrorCode::Internal, "precompile " + first.file + ":" +
                                          std::to_string(first.line) + ": " + first.message};
  }
  return Unit{};
}

}  // namespace kcast::frontend
