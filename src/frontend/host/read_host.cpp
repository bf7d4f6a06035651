#include "frontend/host/read_host.h"

#include <clang/AST/ASTContext.h>

#include "frontend/host/machine.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

HostMachine::HostMachine(ProgramIndex& index, const HostOptions& options)
    : index_(index), options_(options), memory_(causes_) {
  control_.deadline = options.max_steps;
  parse_bindings();
}

void HostMachine::run_globals() {
  for (const VarDecl* variable : index_.user_globals()) {
    auto outer = std::make_unique<EvalFrame>();
    outer->ast = &variable->getASTContext();
    outer->is_user = true;
    stack_.frames.push_back(std::move(outer));
    move_position(position_, stack_, variable->getLocation());
    global_place(variable);
    stack_.frames.pop_back();
    if (control_.halt == Halt::Throw || control_.halt == Halt::Exit) control_.halt = Halt::None;
  }
}

// NOLINTNEXTLINE(readability-function-size): main's parameters, one after the other
void HostMachine::run_main(const FunctionDecl* main,
                           const std::optional<std::vector<std::string>>& arguments) {
  stack_.frames.push_back(new_frame(main));
  position_.place = source_place(main->getLocation(), stack_.ast());
  for (unsigned i = 0; i < main->getNumParams(); ++i) {
    const ParmVarDecl* parameter = main->getParamDecl(i);
    Place at = new_variable(parameter, bytes_of(parameter->getType()));
    if (at.object == 0) continue;
    EvalValue value;
    if (i == 0) {
      value = arguments ? integer_value(static_cast<int64_t>(arguments->size()) + 1,
                                        integer_shape(32, false))
                        : unknown("argc", "is the number of program arguments; give --argv");
    } else if (i == 1) {
      uint32_t list = memory_.create(-1);
      memory_.object(list).name = "argv";
      size_t count = arguments ? arguments->size() + 1 : 64;
      for (size_t k = 0; k < count; ++k) {
        std::string name = "argv[" + std::to_string(k) + "]";
        uint32_t text = memory_.create(-1);
        memory_.object(text).name = name;
        if (k == 0 || arguments) {
          std::string content = k == 0 ? "program" : (*arguments)[k - 1];
          content.push_back('\0');
          memory_.set_text(text, content);
        } else {
          CauseSet why = cause(name, "is the program argument " + name, true);
          memory_.forget(text, why);
        }
        memory_.store(Place{list, true, 0, static_cast<int64_t>(8 * k)}, 8, pointer_value(text, 0));
      }
      if (arguments) {
        memory_.store(Place{list, true, 0, static_cast<int64_t>(8 * count)}, 8, null_value());
      }
      value = pointer_value(list, 0);
    }
    // Not by assign: the variables that depend on an argument give it a name, not argc.
    memory_.store(at, shape_of(parameter->getType()).bytes, value);
  }
  if (main->getBody() != nullptr) exec(main->getBody());
  stack_.frames.clear();
}

void HostMachine::run_entry(const FunctionDecl* function) {
  if (control_.halt == Halt::Fuel) return;
  control_.halt = Halt::None;
  stack_.frames.push_back(new_frame(function));
  position_.place = source_place(function->getLocation(), stack_.ast());
  auto outside = [&](const Place& at, const std::string& name, QualType type) {
    if (at.object == 0) return;
    MemoryObject& object = memory_.object(at.object);
    object.name = name;
    object.is_user = true;
    object.is_external = true;
    object.type = type.getAsOpaquePtr();
  };
  for (const ParmVarDecl* parameter : function->parameters()) {
    QualType type = parameter->getType();
    std::string name = parameter->getNameAsString();
    QualType target = type->getPointeeType();
    if (target.isNull()) {
      Place at = new_variable(parameter, bytes_of(type));
      outside(at, name, type);
      if (!is_aggregate(type)) {
        const EvalValue* bound = binding(name);
        EvalValue value =
            bound != nullptr
                ? *bound
                : unknown(name, "is a parameter of " + function->getNameAsString(), false);
        assign(at, type, value, false);
      }
      continue;
    }
    // What a pointer or reference leads to exists, but nothing in it is known.
    uint32_t id = memory_.create(-1);
    if (id == 0) continue;
    Place pointee{id, true, 0, 0};
    outside(pointee, name, target);
    memory_.object(id).is_heap = type->isPointerType();
    if (!is_aggregate(target)) memory_.object(id).type = nullptr;
    if (type->isReferenceType()) {
      stack_.frame().variables[parameter] = pointee;
      if (!is_aggregate(target)) {
        const EvalValue* bound = binding(name);
        EvalValue value =
            bound != nullptr
                ? *bound
                : unknown(name, "is a parameter of " + function->getNameAsString(), false);
        assign(pointee, target, value, false);
      }
    } else {
      Place at = new_variable(parameter, 8);
      memory_.store(at, 8, pointer_value(id, 0));
    }
  }
  if (const auto* method = dyn_cast<CXXMethodDecl>(function);
      method != nullptr && method->isInstance()) {
    QualType type = stack_.ast().getTypeDeclType(method->getParent());
    stack_.frame().self = fresh_place(stack_.frame(), type);
    outside(stack_.frame().self, "this", type);
  }
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function)) {
    for (const CXXCtorInitializer* part : constructor->inits()) {
      if (!control_.halted())
        initialize_member(stack_.frame().self, constructor->getParent(), part);
    }
  }
  if (function->getBody() != nullptr) exec(function->getBody());
  stack_.frames.clear();
}

namespace {

// Buffers are numbered in the order in which launches use them.
void number_buffers(HostArgument& argument, std::map<int64_t, int64_t>& numbers) {
  if (argument.kind == ArgumentKind::Buffer && argument.buffer >= 0) {
    auto [entry, is_new] =
        numbers.try_emplace(argument.buffer, static_cast<int64_t>(numbers.size()));
    argument.buffer = entry->second;
  }
  for (HostArgument& member : argument.members)
    number_buffers(member, numbers);
}

}  // namespace

HostReading HostMachine::result() {
  HostReading reading;
  std::map<int64_t, int64_t> numbers;
  for (LaunchRecord& record : launched_.log.records()) {
    HostLaunch made = record.launch;
    for (HostArgument& given : made.arguments)
      number_buffers(given, numbers);
    if (!made.reached) {
      made.count = HostValue();
    } else if (record.count_known) {
      made.count.integer = record.count;
      made.count.text = std::to_string(record.count);
    } else {
      made.count = host_value(unknown_value(record.count_causes), "");
    }
    reading.launches.push_back(std::move(made));
  }
  std::set<std::string> seen;
  for (uint32_t index : launched_.mattered) {
    const Cause& why = causes_.cause(index);
    if (!seen.insert(why.name).second) continue;
    reading.unresolved.push_back({why.name, why.reason, why.file, why.line});
  }
  for (const ClProgramState& program : cl_programs_) {
    if (program.known) reading.programs.push_back(program.text);
  }
  for (const auto& [name, value] : options_.bindings) {
    if (used_bindings_.contains(name) || index_.declares(name))
      reading.used_bindings.push_back(name);
  }
  return reading;
}

namespace {

bool defines_main(const HostUnit& unit) {
  const auto found = unit.ast->getTranslationUnitDecl()->lookup(&unit.ast->Idents.get("main"));
  return std::any_of(found.begin(), found.end(), [](const clang::NamedDecl* declaration) {
    const auto* function = llvm::dyn_cast<FunctionDecl>(declaration);
    return function != nullptr && function->isMain() && function->isDefined();
  });
}

// Adds what one more program does. A launch that no program reaches stays once.
void add_program(HostReading program, HostReading& all) {
  const auto same_site = [](const HostLaunch& a, const HostLaunch& b) {
    return a.file == b.file && a.line == b.line && a.kernel == b.kernel;
  };
  for (HostLaunch& launch : program.launches) {
    const auto known =
        std::find_if(all.launches.begin(), all.launches.end(), [&](const HostLaunch& other) {
          return same_site(launch, other) && (!launch.reached || !other.reached);
        });
    if (known == all.launches.end()) {
      all.launches.push_back(std::move(launch));
    } else if (launch.reached) {
      *known = std::move(launch);
    }
  }
  for (Unresolved& what : program.unresolved) {
    const auto same = [&](const Unresolved& other) {
      return other.name == what.name && other.file == what.file && other.line == what.line;
    };
    if (std::none_of(all.unresolved.begin(), all.unresolved.end(), same)) {
      all.unresolved.push_back(std::move(what));
    }
  }
  std::move(program.programs.begin(), program.programs.end(), std::back_inserter(all.programs));
  for (std::string& name : program.used_bindings) {
    if (std::find(all.used_bindings.begin(), all.used_bindings.end(), name) ==
        all.used_bindings.end()) {
      all.used_bindings.push_back(std::move(name));
    }
  }
}

HostReading read_program(std::span<const HostUnit> units, const HostOptions& options) {
  ProgramIndex index(units);
  const FunctionDecl* main = index.main_function();
  if (main == nullptr) {
    HostMachine machine(index, options);
    machine.run_globals();
    for (const FunctionDecl* entry : index.launching_entries())
      machine.run_entry(entry);
    machine.add_unreached();
    return machine.result();
  }
  HostMachine machine(index, options);
  machine.run_globals();
  machine.run_main(main, options.argv ? *options.argv : std::vector<std::string>());
  bool launches = index.effects(main).launches || !index.launch_sites().empty();
  if (!options.argv && !machine.made_launches() && launches && main->getNumParams() > 0) {
    // Without arguments it only says how to use it: read it as if it had some.
    HostMachine second(index, options);
    second.run_globals();
    second.run_main(main, std::nullopt);
    second.add_unreached();
    return second.result();
  }
  machine.add_unreached();
  return machine.result();
}

}  // namespace

HostReading read_host(std::span<const HostUnit> units, const HostOptions& options) {
  std::vector<HostUnit> shared;
  std::vector<HostUnit> mains;
  for (const HostUnit& unit : units) {
    (defines_main(unit) ? mains : shared).push_back(unit);
  }
  if (mains.size() < 2) return read_program(units, options);
  HostReading all;
  for (const HostUnit& main : mains) {
    std::vector<HostUnit> program{main};
    program.insert(program.end(), shared.begin(), shared.end());
    add_program(read_program(program, options), all);
  }
  return all;
}

}  // namespace kcast::host
