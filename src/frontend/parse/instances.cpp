#include "frontend/parse/instances.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "frontend/parse/guesses.h"
#include "frontend/parse/kernels.h"
#include "frontend/parse/reach.h"
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

// As code behind all others calls it; empty where it cannot.
std::string reachable_name(const clang::FunctionTemplateDecl& pattern) {
  std::string name = pattern.getNameAsString();
  for (const clang::DeclContext* scope = pattern.getDeclContext(); !scope->isTranslationUnit();
       scope = scope->getParent()) {
    const auto* space = llvm::dyn_cast<clang::NamespaceDecl>(scope);
    if (llvm::isa<clang::LinkageSpecDecl>(scope)) continue;
    if (space == nullptr) return "";
    if (!space->isAnonymousNamespace()) name = space->getNameAsString() + "::" + name;
  }
  return "::" + name;
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
        if (std::find(values.begin(), values.end(), list[i]) == values.end()) {
          values.push_back(list[i]);
        }
      }
    }
  }
  return out;
}

// One argument; empty: the parameter has a default, or takes any number of them. "?": no idea.
std::string argument_for(const clang::NamedDecl* parameter, const KnownArguments& known,
                         int attempt) {
  if (parameter->isTemplateParameterPack()) return "";
  const std::string name = parameter->getNameAsString();
  const auto found = known.find(name);
  const auto* constant = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(parameter);
  if (attempt == 0 && found != known.end() && !found->second.empty()) {
    return found->second[0];
  }
  if (const auto* type = llvm::dyn_cast<clang::TemplateTypeParmDecl>(parameter)) {
    return type->hasDefaultArgument() ? "" : guess_type(name, attempt);
  }
  if (constant == nullptr) return "?";
  if (constant->hasDefaultArgument()) return "";
  const clang::QualType type = constant->getType();
  if (type->isBooleanType()) return attempt == 0 ? "false" : "true";
  if (type->isEnumeralType()) return "static_cast<" + type.getAsString() + ">(0)";
  if (type->isPointerType() || type->isReferenceType() || type->isRecordType()) return "?";
  return guess_constant(name, attempt);
}

// "k<8, float>"; empty where a parameter is beyond guessing.
std::string guessed_instance(const std::string& name, const clang::FunctionTemplateDecl& pattern,
                             const KnownArguments& known, int attempt) {
  std::vector<std::string> arguments;
  for (const clang::NamedDecl* parameter : *pattern.getTemplateParameters()) {
    std::string argument = argument_for(parameter, known, attempt);
    if (argument == "?") return "";
    if (argument.empty()) break;
    arguments.push_back(std::move(argument));
  }
  return name + "<" + join(arguments, ", ") + ">";
}

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
      std::string guess = guessed_instance(name, *pattern, known, attempt);
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
    for (size_t i = 0; i < all.size(); ++i) {
      const bool is_new = i >= sound_.size();
      const bool is_sound = made[i] != nullptr && reach.broken_reason(made[i]).empty() &&
                            shared_bytes(*made[i]) <= kMostShared;
      if (is_new && !is_sound) {
        is_settled_ = false;
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
