// The one form of a generated kernel from which CUDA, HIP and OpenCL are printed.
//
// A Program is what neutral text (parser.h) says. After check_program (checker.h)
// every expression has its type. Trees are values: copies are independent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "schema/kernel_contract.h"

namespace kcast::corpus {

// In the order of the usual arithmetic conversions.
enum class Scalar : uint8_t {
  Void,
  Bool,
  I8,
  U8,
  I16,
  U16,
  Int,
  UInt,
  Long,
  ULong,
  Half,
  Float,
  Double,
};

enum class Space : uint8_t { Local, Global, Shared, Constant };

struct Type {
  Scalar scalar = Scalar::Void;
  int lanes = 1;    // 2 and 4: a vector
  int record = -1;  // a struct: its place in Program::records
  int rank = 0;     // how many indices lead to an element; a pointer has 1
  bool pointer = false;
  Space space = Space::Local;  // where what is pointed to or indexed lies
  bool writable = true;

  bool operator==(const Type&) const = default;
};

struct Expr {
  enum class Kind : uint8_t {
    Name,
    Literal,      // number, true, false
    Unary,        // - ! ~
    Binary,       // all others of C but the comma
    Conditional,  // a ? b : c
    Cast,         // to `type`
    Call,         // a built-in or a function of the unit
    Construct,    // float4(a, b, c, d)
    Index,        // array or pointer, index
    Member,       // of a struct or vector
    Address,      // &a[i]
  };
  Kind kind = Kind::Literal;
  int line = 0;
  Type type;
  bool untyped = false;  // made of numbers alone: takes the type of its surroundings
  std::string text;      // name, number, operator, function or member
  std::vector<Expr> args;
};

struct Variable {
  std::string name;
  Type type;
  std::vector<Expr> dims;  // of an array; the first may be missing in dynamic shared memory
  bool is_const = false;   // written so
};

struct Stmt {
  enum class Kind : uint8_t {
    Empty,
    Declare,  // variable; exprs: initial value or values
    Assign,   // op; exprs: target and value, or the target alone for ++ and --
    Call,     // exprs[0]
    If,       // exprs[0]; body, otherwise
    For,      // head: init and step; exprs[0]; body
    While,
    Do,
    Break,
    Continue,
    Return,
    Block,
    Barrier,
  };
  Kind kind = Kind::Empty;
  int line = 0;
  int unroll = -1;      // loops: -1 nothing said, 0 unrolled as far as possible, else the factor
  bool braced = false;  // Declare: the initial value is a list
  std::string op;
  Variable variable;
  std::vector<std::string> comments;  // lines before the statement, without their slashes
  std::vector<Expr> exprs;
  std::vector<Stmt> head;
  std::vector<Stmt> body;
  std::vector<Stmt> otherwise;
};

enum class Direction : uint8_t { None, In, Out, InOut };

struct Parameter {
  Variable variable;
  Direction direction = Direction::None;  // buffers of a kernel
};

struct Function {
  std::string name;
  Type returns;
  std::vector<Parameter> parameters;
  std::vector<Stmt> body;
  std::vector<std::string> comments;
  int line = 0;
};

struct Record {
  std::string name;
  std::vector<Variable> members;
};

// A name for an integer: `const int TILE = 16;` before everything else.
struct NamedConstant {
  std::string name;
  int64_t value = 0;
};

// A table in constant memory.
struct ConstantTable {
  Variable variable;
  std::vector<Expr> values;
};

struct Program {
  std::vector<NamedConstant> constants;
  std::vector<Record> records;
  std::vector<ConstantTable> tables;
  std::vector<Function> functions;
  Function kernel;
  int launch_bounds = 0;  // threads of a block, 0: not stated
  std::optional<KernelContract> contract;
};

inline bool is_real(Scalar scalar) {
  return scalar >= Scalar::Half;
}

inline bool is_integer(Scalar scalar) {
  return scalar >= Scalar::Bool && scalar < Scalar::Half;
}

// A number, not a vector, struct, array or pointer.
inline bool is_plain(const Type& type) {
  return type.rank == 0 && type.record < 0 && type.lanes == 1 && type.scalar != Scalar::Void;
}

inline Type plain(Scalar scalar) {
  Type type;
  type.scalar = scalar;
  return type;
}

// Calls `visit` for the expression and all below it, outermost first.
template <typename Node, typename Visit>
void walk_expr(Node& expr, Visit&& visit) {
  visit(expr);
  for (auto& arg : expr.args)
    walk_expr(arg, visit);
}

// Calls `visit` for every statement, in the order of the text.
template <typename Stmts, typename Visit>
void walk_stmts(Stmts& stmts, Visit&& visit) {
  for (auto& stmt : stmts) {
    visit(stmt);
    walk_stmts(stmt.head, visit);
    walk_stmts(stmt.body, visit);
    walk_stmts(stmt.otherwise, visit);
  }
}

// Every expression of the statements, dimensions of arrays included.
template <typename Stmts, typename Visit>
void walk_exprs(Stmts& stmts, Visit&& visit) {
  walk_stmts(stmts, [&](auto& stmt) {
    for (auto& dim : stmt.variable.dims)
      walk_expr(dim, visit);
    for (auto& expr : stmt.exprs)
      walk_expr(expr, visit);
  });
}

}  // namespace kcast::corpus
