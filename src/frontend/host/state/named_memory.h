// Loads and stores that keep track of names: what is not known is known by the name of a
// variable of the user, which a binding may give a value.
#pragma once

#include <clang/AST/Decl.h>

#include <cstdint>
#include <string>

#include "frontend/host/state/bindings.h"
#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

struct NamedMemoryUses {
  HostMemory& memory_;
  const CallStack& stack_;
  Types& types_;
  Causes& causes_;
  Bindings& bindings_;
};

class NamedMemory : private NamedMemoryUses {
 public:
  explicit NamedMemory(const NamedMemoryUses& uses) : NamedMemoryUses(uses) {}

  // `exact`: the user's code names just this place.
  std::string name_of(const Place& place, bool* exact) const;
  Place field_place(const Place& base, const clang::FieldDecl* field);

  EvalValue load(const Place& place, clang::QualType type);
  void assign(const Place& place, clang::QualType type, EvalValue value, bool is_plain);
  void copy_object(const Place& to, const Place& from, clang::QualType type);
  void name_copied(const Place& to, int64_t bytes);
  void name_held(const Place& at, int64_t bytes);
  void forget_pointee(const EvalValue& pointer, const std::string& reason);
  void forget_object(const Place& place, clang::QualType type, CauseSet causes);
  // The address of a new object that lives on.
  EvalValue allocate(const EvalValue& bytes, MemorySpace space);

 private:
  void name_heap_object(const Place& place, const EvalValue& value);
  // The number that is assumed for the name, as an estimate; else the unknown itself.
  EvalValue assumed_or(EvalValue unknown, const std::string& name, const Shape& shape) const;
  EvalValue named_unknown(const Place& place, const Shape& shape, EvalValue value);
};

}  // namespace kcast::host
