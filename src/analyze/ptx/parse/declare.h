// Declarations: variables with what they hold from the start, and registers.
#pragma once

#include <cstdint>
#include <string_view>

#include "analyze/ptx/parse/parse_state.h"

namespace kcast::ptx {

// What stands before a name in a declaration.
struct Declared {
  Space space = Space::None;
  Type type = Type::None;
  int64_t align = 0;  // 0: natural
  int64_t lanes = 1;  // .v4
  bool is_register = false;
  bool is_extern = false;
};

bool take_declared(ParseState& p, Declared& out);
bool take_variable(ParseState& p, const Declared& declared, Variable& out);
bool take_initial(ParseState& p, const Declared& declared, Variable& variable);

// The rest of a statement that declares variables of the module, or registers of a function.
bool module_variables(ParseState& p, Declared declared);
bool take_registers(ParseState& p, Function& function);

// A count of -1 is a single register of that name.
bool add_registers(ParseState& p, Function& function, std::string_view name, Type type,
                   int64_t count);

}  // namespace kcast::ptx
