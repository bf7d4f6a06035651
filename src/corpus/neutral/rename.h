// Other names for everything that a program declares.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "corpus/neutral/tree.h"
#include "corpus/neutral/vocabulary.h"

namespace kcast::corpus {

// A declared name, once, in the order of the text.
struct DeclaredName {
  std::string name;
  NameRole role;
};

std::vector<DeclaredName> declared_names(const Program& program);

using NameMap = std::vector<std::pair<std::string, std::string>>;

// New names: distinct, free in every language. Equal names stay equal, so scopes stay right.
NameMap choose_names(const Program& program, Rng& rng);

// The same for any list of names; none of `taken` is given again.
NameMap choose_names(const std::vector<DeclaredName>& names, std::set<std::string> taken, Rng& rng);

// Renames declarations, uses and the contract.
void rename_program(Program& program, const NameMap& names);

}  // namespace kcast::corpus
