#include "corpus/neutral/check/check_state.h"

#include <utility>

#include "corpus/neutral/reserved.h"

namespace kcast::corpus {

void CheckState::fail(int line, std::string message) {
  if (error.empty()) error = "line " + std::to_string(line) + ": " + std::move(message);
}

const KnownName* CheckState::find(std::string_view name) const {
  for (size_t i = known.size(); i > 0; --i) {
    if (known[i - 1].name == name) return &known[i - 1];
  }
  return nullptr;
}

void CheckState::declare(const std::string& name, const Type& type, bool assignable, int line) {
  if (is_reserved(name)) fail(line, "'" + name + "' is a word of one of the languages");
  for (size_t i = scope_start; i < known.size(); ++i) {
    if (known[i].name == name) fail(line, "'" + name + "' is declared twice");
  }
  known.push_back({name, type, assignable});
}

}  // namespace kcast::corpus
