// Templates that nobody instantiates: which there are, and the lines that make instances of them.
//
// A line behind the user's text takes the address of one instance each:
//   static auto* const __kcast_instance_0 = &ns::kernel<256, float>;
#pragma once

#include <clang/AST/Decl.h>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/parse/parse.h"

namespace kcast::frontend {

// One instance that may be asked for: "ns::kernel<256, float>".
struct InstanceWish {
  std::string name;  // of the template
  std::string text;
  bool is_guess = true;  // no use in the text suggests these arguments
};

// A template without instances, and what may be tried for it, in order of liking.
struct OpenTemplate {
  std::string name;
  bool is_kernel = true;              // false: host code that launches something
  std::vector<InstanceWish> uses;     // all of them are wanted
  std::vector<InstanceWish> guesses;  // one of them is
};

// Kernels, and functions of host code with launches in them, that are templates without instances.
std::vector<OpenTemplate> open_templates(const ParsedUnit& unit, std::string_view text);

// The template of this name, with its namespaces or without, as code behind all others calls it;
// empty where there is none.
std::string find_template(const ParsedUnit& unit, std::string_view name);

// The text with a line for each wish behind it.
std::string with_instances(std::string_view text, const std::vector<InstanceWish>& wishes);

// The functions that the lines of with_instances name, in their order; null where one is wrong.
std::vector<const clang::FunctionDecl*> made_instances(const ParsedUnit& unit, size_t count);

// What was made of the templates of a unit.
struct Instances {
  std::set<std::string> open_templates;  // kernels that had no instances, by their last name
  bool guessed_host = false;             // a template of host code was given arguments
  std::map<const clang::FunctionDecl*, InstanceWish> made;  // by canonical declaration
  bool is_asked = false;                                    // they are what `asked` names
  // Why kernels of these last names have none: "with <float, 8>: line 3: ...", of what was tried
  // first.
  std::map<std::string, std::string> failures;
};

using ParseText = std::function<Result<std::unique_ptr<ParsedUnit>>(const std::string&)>;

// Replaces the unit by one of the same text in which open templates have instances. `asked`: the
// kernel that is wanted, "k" or "k<8>"; empty: all. `text` is the unit's own.
Result<Instances> make_instances(std::unique_ptr<ParsedUnit>& unit, std::string_view text,
                                 std::string_view asked, const ParseText& parse_text);

}  // namespace kcast::frontend
