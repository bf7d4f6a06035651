#include "frontend/host/state/locals.h"

#include "frontend/parse/user_code.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

Place Locals::new_variable(const VarDecl* variable, int64_t bytes) {
  auto found = stack_.frame().variables.find(variable);
  uint32_t id = 0;
  if (found != stack_.frame().variables.end() && !variable->getType()->isReferenceType()) {
    id = found->second.object;
    memory_.reset(id);
    memory_.object(id).bytes = bytes;
  } else {
    id = memory_.create(bytes);
    if (id == 0)
      return Place{0, true, causes_.cause("memory", "the program makes too many objects", true), 0};
    stack_.frame().objects.push_back(id);
    stack_.frame().variables[variable] = Place{id, true, 0, 0};
  }
  MemoryObject& object = memory_.object(id);
  object.name = variable->getNameAsString();
  object.is_user = stack_.frame().is_user && frontend::is_user_declaration(variable);
  object.lifetime = static_cast<uint32_t>(stack_.frames.size());
  object.type = variable->getType().getAsOpaquePtr();
  object.dynamic_types.clear();
  return Place{id, true, 0, 0};
}

Place Locals::fresh_place(EvalFrame& owner, QualType type) {
  uint32_t id = memory_.create(types_.bytes_of(type));
  if (id == 0)
    return Place{0, true, causes_.cause("memory", "the program makes too many objects", true), 0};
  owner.objects.push_back(id);
  // The frame of a call that is being prepared comes on top of the current one.
  bool is_current = !stack_.frames.empty() && &owner == &stack_.frame();
  memory_.object(id).lifetime = static_cast<uint32_t>(stack_.frames.size() + (is_current ? 0 : 1));
  memory_.object(id).type = type.getAsOpaquePtr();
  return Place{id, true, 0, 0};
}

Place Locals::new_temporary(const Expr* key, QualType type) {
  auto [entry, is_new] = stack_.frame().temporaries.try_emplace(key, 0);
  if (!is_new && entry->second != 0) {
    memory_.reset(entry->second);
    memory_.object(entry->second).dynamic_types.clear();
    return Place{entry->second, true, 0, 0};
  }
  Place place = fresh_place(stack_.frame(), type);
  stack_.frame().temporaries[key] = place.object;
  return place;
}

void Locals::pop_frame() {
  for (uint32_t id : stack_.frame().objects)
    memory_.recycle(id);
  stack_.frames.pop_back();
}

}  // namespace kcast::host
