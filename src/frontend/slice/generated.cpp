#include "frontend/slice/generated.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Lex/Preprocessor.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "base/text.h"
#include "frontend/slice/items.h"

namespace kcast::frontend {

namespace {

struct Word {
  std::string_view attribute;
  std::string_view spelling;
};

constexpr std::array kWords = std::to_array<Word>({
    {"global", "__global__"},
    {"device", "__device__"},
    {"host", "__host__"},
    {"shared", "__shared__"},
    {"constant", "__constant__"},
    {"launch_bounds", "__launch_bounds__"},
});

// CUDA's words are macros of the built-in header; NVRTC knows only the words.
std::string with_cuda_words(const std::vector<std::string>& tokens) {
  std::string out;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const bool is_attribute = tokens[i] == "__attribute__" && i + 3 < tokens.size();
    const auto* word =
        is_attribute
            ? std::find_if(kWords.begin(), kWords.end(),
                           [&](const Word& known) { return known.attribute == tokens[i + 3]; })
            : kWords.end();
    if (word == kWords.end()) {
      out += tokens[i] + " ";
      continue;
    }
    out += std::string(word->spelling) + " ";
    // Behind `__attribute__ ( ( word` come its arguments and the closing brackets.
    int depth = 2;
    for (i += 4; i < tokens.size(); ++i) {
      if (tokens[i] == "(") ++depth;
      if (tokens[i] == ")") --depth;
      if (depth >= 2) out += tokens[i] + " ";
      if (depth == 0) break;
    }
  }
  return out;
}

void print_argument(const clang::TemplateArgument& argument, const clang::PrintingPolicy& policy,
                    std::vector<std::string>& out) {
  if (argument.getKind() == clang::TemplateArgument::Pack) {
    for (const clang::TemplateArgument& element : argument.pack_elements()) {
      print_argument(element, policy, out);
    }
    return;
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (argument.getKind() == clang::TemplateArgument::Type) {
    argument.getAsType().getCanonicalType().print(stream, policy);
  } else {
    argument.print(policy, stream, /*IncludeType=*/true);
  }
  out.push_back(std::move(text));
}

bool has_name_everywhere(const clang::TemplateArgument& argument);

bool has_name_everywhere(clang::QualType type) {
  while (!type->getPointeeType().isNull())
    type = type->getPointeeType();
  const clang::TagDecl* tag = type->getAsTagDecl();
  if (tag == nullptr) return true;
  const auto* record = llvm::dyn_cast<clang::CXXRecordDecl>(tag);
  if (tag->getParentFunctionOrMethod() != nullptr || (record != nullptr && record->isLambda())) {
    return false;
  }
  const auto* special = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
  if (special == nullptr) return true;
  const auto arguments = special->getTemplateArgs().asArray();
  return std::all_of(arguments.begin(), arguments.end(),
                     [](const auto& argument) { return has_name_everywhere(argument); });
}

bool has_name_everywhere(const clang::TemplateArgument& argument) {
  switch (argument.getKind()) {
    case clang::TemplateArgument::Type:
      return has_name_everywhere(argument.getAsType());
    case clang::TemplateArgument::Pack:
      return std::all_of(argument.pack_begin(), argument.pack_end(),
                         [](const auto& element) { return has_name_everywhere(element); });
    default:
      return true;
  }
}

}  // namespace

std::string expanded_text(const ParsedUnit& unit, const clang::Decl& declaration) {
  std::vector<std::string> tokens;
  bool inside = false;
  for (const clang::Token& token : unit.record.tokens) {
    inside = inside || token.getLocation() == declaration.getBeginLoc();
    if (!inside) continue;
    tokens.push_back(unit.compiler->getPreprocessor().getSpelling(token));
    if (token.getLocation() == declaration.getEndLoc()) break;
  }
  const clang::FunctionDecl* function = as_function(&declaration);
  const bool has_body = function != nullptr && function->doesThisDeclarationHaveABody();
  return with_cuda_words(tokens) + (has_body ? "" : ";");
}

bool can_be_written(const clang::FunctionDecl& kernel) {
  const clang::TemplateArgumentList* arguments = kernel.getTemplateSpecializationArgs();
  return arguments == nullptr ||
         std::all_of(arguments->asArray().begin(), arguments->asArray().end(),
                     [](const auto& argument) { return has_name_everywhere(argument); });
}

std::string instantiation_text(const clang::FunctionDecl& kernel) {
  clang::PrintingPolicy policy(kernel.getASTContext().getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.SuppressUnwrittenScope = true;
  std::vector<std::string> arguments;
  for (const clang::TemplateArgument& argument :
       kernel.getTemplateSpecializationArgs()->asArray()) {
    print_argument(argument, policy, arguments);
  }
  std::vector<std::string> parameters;
  for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
    parameters.push_back(
        parameter->getType().getCanonicalType().getUnqualifiedType().getAsString(policy));
  }
  return "template __global__ void " + kernel.getNameAsString() + "<" + join(arguments, ", ") +
         ">(" + join(parameters, ", ") + ");";
}

}  // namespace kcast::frontend
