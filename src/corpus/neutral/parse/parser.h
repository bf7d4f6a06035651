// Neutral text to a tree. docs/corpus.md is the user's view of the language; in short:
//
//   const int TILE = 16;                       // names for integers
//   struct P { float x; float y; };
//   constant float w[3] = {0.25, 0.5, 0.25};
//   func float blend(float a, float b) { return 0.5 * (a + b); }
//   bounds(256)
//   kernel smooth(in float* x, out float* y, int n) {
//     // comments belong to the statement that follows
//     int i = gid(0);
//     if (i < n) y[i] = blend(x[i], w[1]);
//   }
//   contract {
//     size n 256..100000000;                   // also: pow2, multiple 4
//     count k 1..64;  real a 0.5..2;  derived m = n / 2;
//     buffer x n;                              // also a fill: zero, index_into y, uniform -1 1,
//     ... block 64 128 256;                        // or 16x16 32x8, or: warps 1024 grid
//     ceil_div(n, bx);                    // `grid any ...` when every grid is right shared bx * 4;
//     // bytes of dynamic shared memory
//   }
#pragma once

#include <string_view>

#include "base/result.h"
#include "corpus/neutral/tree.h"

namespace kcast::corpus {

// Errors name the line. The tree is not yet checked: check_program does that.
Result<Program> parse_neutral(std::string_view text);

}  // namespace kcast::corpus
