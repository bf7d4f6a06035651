#include "frontend/parse/instances.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Basic/OpenMPKinds.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "frontend/parse/guesses.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/reach.h"
#include "frontend/parse/type_uses.h"
#include "frontend/parse/user_code.h"

namespace kcast::frontend {

namespace {

constexpr const char* kInstance = "__kcast_instance_";

class FindLaunch : public clang::RecursiveASTVisitor<FindLaunch> {
 public:
  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr*) {
    found = true;
    return false;
  }
  bool VisitOMPExecutableDirective(clang::OMPExecutableDirective* directive) {
    found = found || clang::isOpenMPTargetExecutionDirective(directive->getDirectiveKind());
    return !found;
  }
  bool found = false;
};

class FindTemplates : public clang::RecursiveASTVisitor<FindTemplates> {
 public:
  bool VisitFunctionTemplateDecl(clang::FunctionTemplateDecl* pattern) {
    if (is_user_declaration(pattern) && pattern->isThisDeclarationADefinition()) {
      all.push_back(pattern);
    }
    return true;
  }
  // Bodies hold no templates.
  bool TraverseStmt(clang::Stmt*) { return true; }

  std::vector<clang::FunctionTemplateDecl*> all;
};

bool has_instances(clang::FunctionTemplateDecl* pattern) {
  return std::any_of(pattern->spec_begin(), pattern->spec_end(),
                     [](const clang::FunctionDecl* special) { return special->isDefined(); });
}

bool launches(const clang::FunctionDecl& function) {
  if (!function.hasBody()) return false;
  FindLaunch finder;
  finder.TraverseStmt(function.getBody());
  return finder.found;
}

// Values that uses of templates in the text give to parameters, by the parameter's name.
using KnownArguments = std::map<std::string, std::vector<std::string>>;

KnownArguments known_arguments(const std::vector<clang::FunctionTemplateDecl*>& patterns,
                               std::string_view text) {
  KnownArguments out;
  for (const clang::FunctionTemplateDecl* pattern : patterns) {
    for (const clang::NamedDecl* parameter : *pattern->getTemplateParameters())
      out[parameter->getNameAsString()];
  }
  for (const clang::FunctionTemplateDecl* pattern : patterns) {
    const clang::TemplateParameterList* parameters = pattern->getTemplateParameters();
    for (const auto& list : template_uses(text, pattern->getNameAsString())) {
      for (unsigned i = 0; i < std::min<size_t>(list.size(), parameters->size()); ++i) {
        std::vector<std::string>& values = out[parameters->getParam(i)->getNameAsString()];
        if (!is_simple(list[i]) || out.contains(list[i])) continue;
        if (std::find(values.begin(), values.end(), list[i]) != values.end()) continue;
        values.push_back(list[i]);
      }
    }
  }
  return out;
}

// Arguments of one template, as far as they can be guessed.
class GuessedList {
 public:
  GuessedList(const ParsedUnit& unit, const KnownArguments& known, int attempt)
      : unit_(unit), known_(known), attempt_(attempt) {}

  // "<8, float>"; empty where a parameter is beyond guessing. `function`: it is one's list.
  std::string of(const clang::TemplateParameterList& parameters,
                 const clang::FunctionTemplateDecl* function) const {
    std::vector<std::string> arguments;
    for (const clang::NamedDecl* parameter : parameters) {
      std::string argument = one(parameter, function);
      if (argument == "?") return "";
      if (argument.empty()) break;
      arguments.push_back(std::move(argument));
    }
    return "<" + join(arguments, ", ") + ">";
  }

 private:
  // Empty: the parameter has a default, or takes any number of them. "?": no idea.
  std::string one(const clang::NamedDecl* parameter,
                  const clang::FunctionTemplateDecl* function) const {
    if (parameter->isTemplateParameterPack()) return "";
    const std::string name = parameter->getNameAsString();
    const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter);
    if (type != nullptr && function != nullptr) {
      std::string fit = by_use(*function, *type);
      if (!fit.empty()) return fit;
    }
    const auto found = known_.find(name);
    if (attempt_ == 0 && found != known_.end() && !found->second.empty()) return found->second[0];
    if (type != nullptr) return type->hasDefaultArgument() ? "" : guess_type(name, attempt_);
    const auto* constant = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
    if (constant == nullptr) return "?";
    if (constant->hasDefaultArgument()) return "";
    return constant_of(constant->getType(), name);
  }

  std::string constant_of(clang::QualType type, const std::string& name) const {
    if (type->isBooleanType()) return attempt_ == 0 ? "false" : "true";
    if (const auto* names = type->getAs<clang::EnumType>()) return enumerator_of(*names);
    if (type->isPointerType() || type->isReferenceType() || type->isRecordType()) return "?";
    return guess_constant(name, attempt_);
  }

  // The first one is often refused: it stands for no type, or for one without a fast path.
  std::string enumerator_of(const clang::EnumType& type) const {
    llvm::SmallString<16> value("0");
    int left = attempt_;
    for (const clang::EnumConstantDecl* constant : type.getDecl()->enumerators()) {
      value.clear();
      constant->getInitVal().toString(value, 10);
      if (left-- == 0) break;
    }
    return "static_cast<" + clang::QualType(&type, 0).getAsString() + ">(" + value.str().str() +
           ")";
  }

  // A type with the members that the function uses: of several, one for each attempt.
  std::string by_use(const clang::FunctionTemplateDecl& function,
                     const clang::TemplateTypeParmDecl& parameter) const {
    const auto guess = [&](const clang::ClassTemplateDecl& pattern) {
      return of(*pattern.getTemplateParameters(), nullptr);
    };
    const std::vector<std::string> types = fitting_types(unit_, use_of(function, parameter), guess);
    if (types.empty()) return "";
    return types[std::min(static_cast<size_t>(attempt_), types.size() - 1)];
  }

  const ParsedUnit& unit_;
  const KnownArguments& known_;
  int attempt_;
};

// What the text itself asks for, its own template parameters replaced by their known values.
std::vector<InstanceWish> used_instances(const std::string& name,
                                         const clang::FunctionTemplateDecl& pattern,
                                         const KnownArguments& known, std::string_view text) {
  constexpr size_t kMostUses = 4;
  std::vector<InstanceWish> out;
  for (std::vector<std::string> list : template_uses(text, pattern.getNameAsString())) {
    bool is_certain = true;
    for (std::string& argument : list) {
      const auto found = known.find(argument);
      if (found == known.end()) continue;
      if (found->second.empty()) is_certain = false;
      if (is_certain) argument = found->second[0];
    }
    if (!is_certain || list.size() > pattern.getTemplateParameters()->size()) continue;
    const std::string instance = name + "<" + join(list, ", ") + ">";
    const auto same = [&](const InstanceWish& wish) { return wish.text == instance; };
    if (std::none_of(out.begin(), out.end(), same)) out.push_back({name, instance, false});
    if (out.size() == kMostUses) break;
  }
  return out;
}

}  // namespace

std::vector<OpenTemplate> open_templates(const ParsedUnit& unit, std::string_view text) {
  FindTemplates finder;
  finder.TraverseAST(unit.ast());
  std::vector<OpenTemplate> out;
  KnownArguments known;
  for (clang::FunctionTemplateDecl* pattern : finder.all) {
    const clang::FunctionDecl& function = *pattern->getTemplatedDecl();
    const bool is_open = !has_instances(pattern) && !pattern->isInvalidDecl();
    if (!is_open || (!is_kernel(function) && !launches(function))) continue;
    const std::string name = reachable_name(*pattern);
    if (name.empty()) continue;
    if (known.empty()) known = known_arguments(finder.all, text);
    OpenTemplate found{name, is_kernel(function), used_instances(name, *pattern, known, text), {}};
    constexpr int kAttempts = 4;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const GuessedList list(unit, known, attempt);
      const std::string arguments = list.of(*pattern->getTemplateParameters(), pattern);
      std::string guess = arguments.empty() ? "" : name + arguments;
      const auto same = [&](const InstanceWish& wish) { return wish.text == guess; };
      if (!guess.empty() && std::none_of(found.guesses.begin(), found.guesses.end(), same)) {
        found.guesses.push_back({name, std::move(guess), true});
      }
    }
    out.push_back(std::move(found));
  }
  return out;
}

std::string find_template(const ParsedUnit& unit, std::string_view name) {
  FindTemplates finder;
  finder.TraverseAST(unit.ast());
  const std::string written = "::" + std::string(name.substr(name.starts_with("::") ? 2 : 0));
  for (const clang::FunctionTemplateDecl* pattern : finder.all) {
    const std::string reachable = reachable_name(*pattern);
    if (is_kernel(*pattern->getTemplatedDecl()) && reachable.ends_with(written)) return reachable;
  }
  return "";
}

std::string with_instances(std::string_view text, const std::vector<InstanceWish>& wishes) {
  std::string out(text);
  if (!out.ends_with('\n')) out += '\n';
  for (size_t i = 0; i < wishes.size(); ++i) {
    out +=
        "static auto* const " + (kInstance + std::to_string(i)) + " = &" + wishes[i].text + ";\n";
  }
  return out;
}

std::vector<const clang::FunctionDecl*> made_instances(const ParsedUnit& unit, size_t count) {
  std::vector<const clang::FunctionDecl*> out(count, nullptr);
  for (const clang::Decl* declaration : unit.ast().getTraversalScope()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    if (variable == nullptr || variable->getIdentifier() == nullptr) continue;
    llvm::StringRef name = variable->getName();
    size_t index = 0;
    if (!name.consume_front(kInstance) || name.getAsInteger(10, index) || index >= count) continue;
    if (variable->isInvalidDecl() || variable->getInit() == nullptr) continue;
    const clang::Expr* value = variable->getInit()->IgnoreParenImpCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(value)) {
      value = address->getSubExpr()->IgnoreParenImpCasts();
    }
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const auto* function =
        reference == nullptr ? nullptr : llvm::dyn_cast<clang::FunctionDecl>(reference->getDecl());
    if (function != nullptr && function->isDefined()) function = function->getDefinition();
    out[index] = function;
  }
  return out;
}

namespace {

class SumShared : public clang::RecursiveASTVisitor<SumShared> {
 public:
  bool VisitVarDecl(clang::VarDecl* variable) {
    const bool is_array = variable->hasAttr<clang::CUDASharedAttr>() &&
                          !variable->hasExternalStorage() &&
                          !variable->getType()->isDependentType();
    if (!is_array || variable->getType()->isIncompleteType()) return true;
    bytes += variable->getASTContext().getTypeSizeInChars(variable->getType()).getQuantity();
    return true;
  }
  int64_t bytes = 0;
};

constexpr int64_t kMostShared = 48 * 1024;  // what nvcc takes

int64_t shared_bytes(const clang::FunctionDecl& function) {
  SumShared sum;
  if (function.hasBody()) sum.TraverseStmt(function.getBody());
  return sum.bytes;
}

// Why an instance is of no use; empty: it is sound.
std::string fault_of(const clang::FunctionDecl& instance, Reach& reach) {
  std::string reason = reach.broken_reason(&instance);
  if (!reason.empty()) return reason;
  const int64_t bytes = shared_bytes(instance);
  if (bytes <= kMostShared) return "";
  return "it has " + std::to_string(bytes) + " bytes of shared memory";
}

std::string error_in_line(const ParsedUnit& unit, size_t line) {
  const auto found = std::find_if(
      unit.errors.begin(), unit.errors.end(),
      [&](const ParseError& error) { return error.diagnostic.line == static_cast<int64_t>(line); });
  if (found == unit.errors.end()) return "these arguments do not fit";
  return found->diagnostic.message;
}

// Gives instances to the templates of a unit that have none: its text is parsed again with lines
// behind it that ask for some. What does not compile is asked for with other arguments.
class InstanceMaker {
 public:
  InstanceMaker(std::unique_ptr<ParsedUnit>& unit, std::string_view text, std::string_view asked,
                const ParseText& parse_text)
      : unit_(unit), text_(text), asked_(asked), parse_text_(parse_text) {}

  Status run() {
    if (const size_t list = asked_.find('<'); list != std::string::npos) {
      const std::string name = find_template(*unit_, asked_.substr(0, list));
      if (name.empty()) return Unit{};
      out.is_asked = true;
      KCAST_OK(try_out({{name, name + asked_.substr(list), false}}));
      return settle();
    }
    const std::vector<OpenTemplate> open = open_templates(*unit_, text_);
    std::vector<InstanceWish> hosts;
    for (const OpenTemplate& found : open) {
      if (found.is_kernel) out.open_templates.insert(last_name(found.name));
      if (!found.is_kernel) add(found, 0, hosts);
    }
    if (open.empty()) return Unit{};
    if (!hosts.empty()) {
      KCAST_OK(try_out(hosts));
      KCAST_OK(settle());
    }
    const std::vector<OpenTemplate> kernels = hosts.empty() ? open : open_templates(*unit_, text_);
    constexpr size_t kAttempts = 4;
    for (size_t attempt = 0; attempt < kAttempts; ++attempt) {
      std::vector<InstanceWish> wishes;
      for (const OpenTemplate& found : kernels) {
        const auto same = [&](const InstanceWish& wish) { return wish.name == found.name; };
        if (!found.is_kernel || std::any_of(sound_.begin(), sound_.end(), same)) continue;
        if (is_wanted(found.name)) add(found, attempt, wishes);
      }
      std::erase_if(wishes, [&](const InstanceWish& wish) { return tried_.contains(wish.text); });
      if (wishes.empty()) break;
      KCAST_OK(try_out(wishes));
    }
    return settle();
  }

  Instances out;

 private:
  static std::string last_name(const std::string& name) { return name.substr(name.rfind(':') + 1); }

  bool is_wanted(const std::string& name) const {
    return asked_.empty() || last_name(name) == last_name(asked_);
  }

  // First what the text uses, then one guess after the other.
  static void add(const OpenTemplate& found, size_t attempt, std::vector<InstanceWish>& wishes) {
    if (attempt == 0 && !found.uses.empty()) {
      wishes.insert(wishes.end(), found.uses.begin(), found.uses.end());
      return;
    }
    const size_t guess = found.uses.empty() ? attempt : attempt - 1;
    if (guess < found.guesses.size()) wishes.push_back(found.guesses[guess]);
  }

  // Parses with what was found to be sound and the wishes; keeps those that are.
  Status try_out(const std::vector<InstanceWish>& wishes) {
    std::vector<InstanceWish> all = sound_;
    all.insert(all.end(), wishes.begin(), wishes.end());
    KCAST_TRY(auto unit, parse_with(all));
    const auto made = made_instances(*unit, all.size());
    Reach reach(*unit);
    is_settled_ = true;
    for (size_t i = sound_.size(); i < all.size(); ++i)
      tried_.insert(all[i].text);
    std::vector<InstanceWish> sound;
    const size_t line = 1 + static_cast<size_t>(std::count(text_.begin(), text_.end(), '\n')) +
                        (text_.ends_with('\n') ? 0 : 1);
    for (size_t i = 0; i < all.size(); ++i) {
      const bool is_new = i >= sound_.size();
      const std::string fault =
          made[i] == nullptr ? error_in_line(*unit, line + i) : fault_of(*made[i], reach);
      if (is_new && !fault.empty()) {
        is_settled_ = false;
        const std::string list = all[i].text.substr(all[i].text.find('<'));
        out.failures.try_emplace(last_name(all[i].name), "with " + list + ": " + fault);
      } else {
        sound.push_back(all[i]);
      }
    }
    sound_ = std::move(sound);
    take(std::move(unit));
    return Unit{};
  }

  // The errors of what is not sound would be held against the rest.
  Status settle() {
    if (!is_settled_) {
      KCAST_TRY(auto unit, parse_with(sound_));
      take(std::move(unit));
      is_settled_ = true;
    }
    const auto made = made_instances(*unit_, sound_.size());
    out.made.clear();
    out.guessed_host = false;
    for (size_t i = 0; i < sound_.size(); ++i) {
      if (made[i] == nullptr) continue;
      out.made.emplace(made[i]->getCanonicalDecl(), sound_[i]);
      out.guessed_host |= !is_kernel(*made[i]) && sound_[i].is_guess;
    }
    return Unit{};
  }

  Result<std::unique_ptr<ParsedUnit>> parse_with(const std::vector<InstanceWish>& wishes) {
    return parse_text_(with_instances(text_, wishes));
  }

  // The user's errors are those of the text as it is.
  void take(std::unique_ptr<ParsedUnit> unit) {
    unit->diagnostics = unit_->diagnostics;
    (void)unit_.release();  // taking it apart would cost as much as lowering a kernel
    unit_ = std::move(unit);
  }

  std::unique_ptr<ParsedUnit>& unit_;
  std::string text_;
  std::string asked_;
  const ParseText& parse_text_;
  std::vector<InstanceWish> sound_;
  std::set<std::string> tried_;
  bool is_settled_ = true;
};

}  // namespace

Result<Instances> make_instances(std::unique_ptr<ParsedUnit>& unit, std::string_view text,
                                 std::string_view asked, const ParseText& parse_text) {
  InstanceMaker maker(unit, text, asked, parse_text);
  KCAST_OK(maker.run());
  return std::move(maker.out);
}

}  // namespace kcast::frontend
