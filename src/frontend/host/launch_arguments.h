// Configuration and arguments of a launch, read out of memory.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

#include <array>
#include <cstdint>
#include <string>

#include "frontend/host/state/call_stack.h"
#include "frontend/host/state/causes.h"
#include "frontend/host/state/launch_records.h"
#include "frontend/host/state/named_memory.h"
#include "frontend/host/state/types.h"
#include "frontend/host/values/memory.h"

namespace kcast::host {

HostValue known_value(int64_t value);

// The expression without conversions, copies and temporaries around it.
const clang::Expr* skip_wrappers(const clang::Expr* e);

// What the text says for each of x, y and z.
std::array<std::string, 3> dimension_texts(const clang::Expr* e, const clang::ASTContext& ast);

struct LaunchArgumentsUses {
  HostMemory& memory_;
  NamedMemory& named_;
  const CallStack& stack_;
  Types& types_;
  Causes& causes_;
  LaunchRecords& records_;
};

class LaunchArguments : private LaunchArgumentsUses {
 public:
  explicit LaunchArguments(const LaunchArgumentsUses& uses) : LaunchArgumentsUses(uses) {}

  std::array<HostValue, 3> dimensions(const Place& place, clang::QualType type,
                                      const clang::Expr* e);
  HostArgument argument(const std::string& name, const Place& place, clang::QualType type,
                        const std::string& text, int depth);
  HostArgument argument_of_value(const std::string& name, const EvalValue& value,
                                 const std::string& text);
  // Says what the buffers hold; `type` is that of the kernel's parameter, where it is known.
  void add_fill(HostArgument& argument, clang::QualType type);
  // A kernel may write what its pointers reach; none of that is known afterwards.
  void forget_outputs(const HostArgument& argument, clang::QualType type);

 private:
  void add_fields(HostArgument& argument, const Pattern& pattern, clang::QualType type);
};

}  // namespace kcast::host
