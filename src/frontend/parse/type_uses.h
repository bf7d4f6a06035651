// Types of the user's text that fit a parameter of a template by what the template does with it.
#pragma once

#include <clang/AST/DeclTemplate.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "frontend/parse/parse.h"

namespace kcast::frontend {

// What a template wants of one of its type parameters.
struct TypeUse {
  std::set<std::string> members;  // T::Value, x.size
  int called_with = -1;  // objects of it are called with so many arguments; -1: they are not

  bool any() const { return !members.empty() || called_with >= 0; }
};

TypeUse use_of(const clang::FunctionTemplateDecl& pattern,
               const clang::TemplateTypeParmDecl& parameter);

// A class template's arguments, "<float, 8>"; empty: beyond guessing.
using GuessArguments = std::function<std::string(const clang::ClassTemplateDecl& pattern)>;

// Classes of the user's text with these members, as code behind all others names them, then stand-
// ins for functions. Nothing where any type would do.
std::vector<std::string> fitting_types(const ParsedUnit& unit, const TypeUse& use,
                                       const GuessArguments& guess_arguments);

// "::ns::name"; empty: code behind all others cannot name it.
std::string reachable_name(const clang::NamedDecl& declaration);

}  // namespace kcast::frontend
