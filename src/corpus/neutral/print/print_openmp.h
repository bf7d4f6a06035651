// What OpenMP's text has and no other: directives, and types that CUDA declares by itself.
#pragma once

#include <string>
#include <vector>

#include "corpus/neutral/offload.h"
#include "corpus/neutral/print/line_writer.h"
#include "corpus/neutral/print/print_stmt.h"
#include "corpus/neutral/print/spelling.h"

namespace kcast::corpus {

// A directive, with its clauses on further lines as far as they do not fit.
void print_directive(const std::string& directive, const std::vector<std::string>& clauses,
                     const PrintStyle& style, LineWriter& out);

void print_openmp_includes(const Program& program, bool with_host, LineWriter& out);

// float4 and the like, where the program uses them, with make_float4.
void print_vector_types(const Spelling& spelling, LineWriter& out);

// What stands between the braces of the function: the directive, its loops and their body.
void print_region(const Spelling& spelling, const OffloadedKernel& kernel, ExprPrinter& exprs,
                  StmtPrinter& stmts, LineWriter& out);

// atomic_add(&a[i], v) as a statement of its own.
void print_atomic(const Expr& call, ExprPrinter& exprs, LineWriter& out);
bool is_openmp_atomic(const Spelling& spelling, const Expr& expr);

// A main that allocates, fills, maps and calls.
void print_openmp_host(const Spelling& spelling, const Launch& launch,
                       const OffloadedKernel& kernel, LineWriter& out);

}  // namespace kcast::corpus
