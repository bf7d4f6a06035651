// What the parts of the checker share: the names in scope, and the first error.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// A name in scope.
struct KnownName {
  std::string_view name;
  Type type;
  bool assignable = true;
};

class CheckState {
 public:
  explicit CheckState(Program& checked) : program(checked) {}

  // The innermost declaration of a name, or null.
  const KnownName* find(std::string_view name) const;
  void declare(const std::string& name, const Type& type, bool assignable, int line);
  void fail(int line, std::string message);
  bool failed() const { return !error.empty(); }

  Program& program;
  size_t functions_known = 0;  // of the program's functions, those that are declared so far
  size_t scope_start = 0;      // the first name of the innermost scope
  std::vector<KnownName> known;
  std::string error;
};

}  // namespace kcast::corpus
