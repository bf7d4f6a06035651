// Trees to source text: CUDA, HIP, OpenCL and OpenMP, in the style of different people.
#pragma once

#include <cstdint>
#include <string>

#include "corpus/neutral/language.h"
#include "corpus/neutral/tree.h"
#include "schema/sample.h"

namespace kcast::corpus {

// How code looks and which of several spellings it uses; nothing here changes what it does.
struct PrintStyle {
  int indent = 2;            // columns; 0: tabs
  int width = 100;           // where lines are broken
  bool allman = false;       // an opening brace has a line of its own
  bool braces = true;        // around single statements too
  bool same_line = false;    // single statements without braces follow on the line
  bool pointer_left = true;  // float* x, or float *x
  bool blank_lines = true;   // before commented statements
  bool postfix = false;      // i++, or ++i

  bool restrict_pointers = true;
  bool const_locals = false;      // variables that never change
  bool const_scalars = false;     // parameters
  bool auto_locals = false;       // CUDA and HIP: reals with an initial value
  bool long_unsigned = true;      // "unsigned int", or "unsigned"
  bool short_reals = false;       // 1.f, or 1.0f
  bool plain_math = false;        // CUDA and HIP: sqrt of a float, or sqrtf
  bool defines = true;            // #define TILE 16, or a constant
  bool lane_by_mask = true;       // threadIdx.x & 31, or threadIdx.x % 32
  bool half_underscores = false;  // __half, or half
  bool extern_c = false;          // CUDA and HIP: the kernel's name is not mangled
  bool underscores = true;        // OpenCL: __kernel, or kernel
  uint8_t index_order = 0;  // 0: block * size + thread, 1: thread + block * size, 2: size * block
  uint8_t cast = 0;         // 0: (int)x, 1: static_cast<int>(x), 2: int(x)
  uint8_t inlining = 0;     // device functions: 0 plain, 1 __forceinline__, 2 inline, 3 static
  uint8_t mask = 0;         // 0: 0xffffffff, 1: 0xffffffffu, 2: FULL_MASK

  bool operator==(const PrintStyle&) const = default;
};

// Device code. The program must be checked, and the language granted.
std::string print_program(const Program& program, Language language, const PrintStyle& style);

// The same with a main that allocates, fills, launches and frees; not OpenCL.
std::string print_with_host(const Program& program, const Launch& launch, Language language,
                            const PrintStyle& style);

}  // namespace kcast::corpus
