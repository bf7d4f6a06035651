// The functions that neutral text knows without declaring them.
#pragma once

#include <span>
#include <string_view>

namespace kcast::corpus {

enum class BuiltinKind : unsigned char {
  Index,        // tid(0) and the like
  Math,         // of real numbers of one type
  Fast,         // of float, with less precision
  Choice,       // min, max, abs: of integers and reals of one type
  Bits,         // of integers
  Shuffle,      // value, lane[, width]
  Vote,         // condition
  Atomic,       // address, value
  Swap,         // atomic_cas: address, compare, value
  Reinterpret,  // as_int and the like
  Load,         // vload4(pointer, index)
  Store,        // vstore4(pointer, index, value)
  Sync,         // syncwarp(), fence()
};

// A row of the table; an empty name means that the language or type has none.
struct Builtin {
  std::string_view name;
  BuiltinKind kind;
  int min_args;
  int max_args;
  std::string_view f32;  // CUDA and HIP, by type; for integers: 32 bits signed
  std::string_view f64;  // for integers: 64 bits
  std::string_view f16;  // for integers: 32 bits unsigned
  std::string_view opencl;
};

const Builtin* find_builtin(std::string_view name);
std::span<const Builtin> all_builtins();

}  // namespace kcast::corpus
