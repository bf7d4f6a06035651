#include "frontend/host/machine.h"

#include <clang/AST/ASTContext.h>

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

HostMachine::HostMachine(ProgramIndex& index, const HostOptions& options)
    : index_(index),
      options_(options),
      memory_(cause_table_),
      bindings_(options.bindings, options.assumed),
      types_(stack_),
      causes_(cause_table_, position_),
      named_({memory_, stack_, types_, causes_, bindings_}),
      locals_({memory_, stack_, types_, causes_}),
      branches_({memory_, stack_, causes_, control_, doubt_}),
      records_({launched_, causes_, control_, doubt_}),
      arguments_({memory_, named_, stack_, types_, causes_, records_}),
      opencl_({memory_, named_, stack_, position_, causes_, bindings_, arguments_, records_}),
      guesses_({memory_, causes_, named_}),
      variables_({*this, index_, memory_, named_, stack_, position_, locals_, types_, causes_,
                  bindings_, control_}),
      operators_({*this, branches_, named_, stack_, types_, causes_, control_}),
      launches_(
          {*this, arguments_, records_, memory_, named_, stack_, position_, locals_, control_}),
      intrinsics_({*this, launches_, opencl_, index_, options_, memory_, named_, types_, causes_,
                   bindings_, control_}),
      calls_({*this, intrinsics_, index_, branches_, memory_, named_, stack_, position_, locals_,
              types_, causes_, control_, doubt_, launched_}),
      constructors_({*this, calls_, index_, memory_, named_, stack_, locals_, types_, control_}),
      objects_({*this, operators_, constructors_, calls_, branches_, memory_, named_, stack_,
                types_, causes_, control_}),
      places_({*this, operators_, variables_, calls_, branches_, memory_, named_, stack_, locals_,
               types_, causes_, control_}),
      expressions_({*this, operators_, variables_, objects_, constructors_, calls_, launches_,
                    memory_, named_, stack_, locals_, types_, causes_, control_}),
      rounds_({*this, memory_, position_, control_, doubt_, launched_}),
      samples_({rounds_, memory_, control_, doubt_, trials_}),
      summaries_({*this, rounds_, samples_, guesses_, memory_, named_, trials_, control_, doubt_,
                  launched_, records_}),
      loops_({rounds_, summaries_, guesses_, branches_, index_, memory_, stack_, causes_, control_,
              doubt_, trials_, launched_, records_}),
      targets_({*this, variables_, arguments_, records_, index_, memory_, named_, stack_, position_,
                types_, causes_, control_}),
      statements_({*this, loops_, targets_, variables_, branches_, index_, memory_, named_, stack_,
                   position_, locals_, types_, control_, doubt_}) {
  control_.deadline = options.max_steps;
}

EvalValue HostMachine::eval(const Expr* e) {
  return expressions_.eval(e);
}

Place HostMachine::place(const Expr* e) {
  return places_.place(e);
}

void HostMachine::eval_into(const Place& to, QualType type, const Expr* e) {
  objects_.eval_into(to, type, e);
}

void HostMachine::discard(const Expr* e) {
  expressions_.discard(e);
}

Flow HostMachine::exec(const Stmt* s) {
  return statements_.exec(s);
}

void HostMachine::add_unreached() {
  host::add_unreached(index_, launched_.log);
  add_unreached_regions(index_, launched_.log);
}

void HostMachine::run_globals() {
  for (const VarDecl* variable : index_.user_globals()) {
    auto outer = std::make_unique<EvalFrame>();
    outer->ast = &variable->getASTContext();
    outer->is_user = true;
    stack_.frames.push_back(std::move(outer));
    move_position(position_, stack_, variable->getLocation());
    variables_.global_place(variable);
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
    Place at = locals_.new_variable(parameter, types_.bytes_of(parameter->getType()));
    if (at.object == 0) continue;
    EvalValue value;
    if (i == 0) {
      value =
          arguments
              ? integer_value(static_cast<int64_t>(arguments->size()) + 1, integer_shape(32, false))
              : causes_.unknown("argc", "is the number of program arguments; give --argv");
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
          CauseSet why = causes_.cause(name, "is the program argument " + name, true);
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
    memory_.store(at, types_.shape_of(parameter->getType()).bytes, value);
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
      Place at = locals_.new_variable(parameter, types_.bytes_of(type));
      outside(at, name, type);
      if (!is_aggregate(type)) {
        const EvalValue* bound = bindings_.find(name);
        EvalValue value =
            bound != nullptr
                ? *bound
                : causes_.unknown(name, "is a parameter of " + function->getNameAsString(), false);
        named_.assign(at, type, value, false);
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
        const EvalValue* bound = bindings_.find(name);
        EvalValue value =
            bound != nullptr
                ? *bound
                : causes_.unknown(name, "is a parameter of " + function->getNameAsString(), false);
        named_.assign(pointee, target, value, false);
      }
    } else {
      Place at = locals_.new_variable(parameter, 8);
      memory_.store(at, 8, pointer_value(id, 0));
    }
  }
  if (const auto* method = dyn_cast<CXXMethodDecl>(function);
      method != nullptr && method->isInstance()) {
    QualType type = stack_.ast().getTypeDeclType(method->getParent());
    stack_.frame().self = locals_.fresh_place(stack_.frame(), type);
    outside(stack_.frame().self, "this", type);
  }
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(function)) {
    for (const CXXCtorInitializer* part : constructor->inits()) {
      if (!control_.halted())
        constructors_.initialize_member(stack_.frame().self, constructor->getParent(), part);
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
      made.count = records_.host_value(unknown_value(record.count_causes), "");
    }
    reading.launches.push_back(std::move(made));
  }
  reading.launches_left_out = launched_.log.left_out();
  reading.missed_file = control_.missed_file;
  reading.ranges = causes_.ranges();
  for (const CauseSet set : causes_.table().overflows()) {
    for (const uint32_t member : causes_.table().members(set))
      reading.overflowing.insert(causes_.table().cause(member).name);
  }
  std::set<std::string> seen;
  for (uint32_t index : launched_.mattered) {
    const Cause& why = causes_.table().cause(index);
    if (!seen.insert(why.name).second) continue;
    reading.unresolved.push_back({why.name, why.reason, why.file, why.line});
  }
  for (const ClProgramState& program : opencl_.programs()) {
    if (program.known) {
      reading.programs.push_back(program.text);
    } else if (!program.text.options.empty()) {
      reading.build_options.push_back(program.text.options);
    }
  }
  for (const auto& [name, value] : options_.bindings) {
    if (bindings_.is_used(name) || index_.declares(name)) reading.used_bindings.push_back(name);
  }
  return reading;
}

}  // namespace kcast::host
