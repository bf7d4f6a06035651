// What PTX costs in machine code of sm_90: data/expansions/expansions.tsv (made by
// scripts/expansions from ptxas' output).
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/ptx/ptx.h"
#include "base/result.h"

namespace kcast::cost {

// Per executed thread: machine instructions as the profiler's counters class them
// (logic and shifts are integer; selections and permutations are bit).
// Per executed warp: issue slots, and how long each pipe is busy, in issue slots of
// a pipe of full rate (an integer multiply takes two of pipe_fma).
struct MachineCost {
  float fadd = 0, fmul = 0, ffma = 0;
  float dadd = 0, dmul = 0, dfma = 0;
  float hadd = 0, hmul = 0, hfma = 0;  // packed instructions
  float hmove = 0;                     // HFMA2 that loads a constant: counted as hfma by ncu
  float integer = 0, bit = 0, conversion = 0, mufu = 0, branch = 0, memory = 0, other = 0;
  float slots = 0;
  float pipe_fma = 0, pipe_alu = 0, pipe_fp64 = 0, pipe_xu = 0, pipe_lsu = 0, pipe_uniform = 0;
  float latency_cycles = 0;  // from the operands to the result
  bool operator==(const MachineCost&) const = default;
};

// cost += factor * part, latencies aside.
void add_cost(MachineCost& cost, const MachineCost& part, float factor);

// The table. Keys are PTX mnemonics ("div.rn.f32", with "#imm" where the last source is
// an immediate and that matters) and canonical functions ("__kc_sin_f32").
class Expansions {
 public:
  static Result<Expansions> parse(std::string_view tsv);
  // The one that travels in the binary, read once.
  static const Expansions& embedded();

  // Over benign arguments; null when the table has no such key.
  const MachineCost* common(std::string_view key, bool fast = false) const;

  // For these arguments; NaN, zero, tiny and huge ones may take slow paths. Arguments
  // vary one at a time in the table: the most expensive path that one of them asks for.
  const MachineCost* at(std::string_view key, std::span<const double> arguments,
                        bool fast = false) const;

  // Whether arguments decide which path is taken.
  bool varies(std::string_view key, bool fast = false) const;

  size_t size() const { return entries_.size(); }
  const std::string& provenance() const { return provenance_; }

 private:
  struct Row {
    double from = 0;
    MachineCost cost;
  };
  struct Entry {
    MachineCost common;
    std::vector<std::vector<Row>> arguments;  // ascending by from; empty: no influence
    std::vector<Row> ratio;                   // of the first argument to the second
    std::vector<std::vector<Row>> nan;        // per argument, at most one row
  };
  const Entry* find(std::string_view key, bool fast) const;
  static const MachineCost* row_at(const std::vector<Row>& rows, double value);

  std::map<std::string, Entry, std::less<>> entries_;  // "key" and "key fast"
  std::string provenance_;
};

// nvcc's fast math flushes denormals in every operation on singles.
bool flushes_denormals(const ptx::Function& function);

// The key of an instruction in the table; empty for memory, control and the like.
std::string expansion_key(const ptx::Instruction& instruction);

// Multiplies what is counted as FLOPs.
void scale_flops(MachineCost& cost, float factor);

// data/expansions/expansions.tsv as the build embedded it.
std::string_view embedded_expansions();

}  // namespace kcast::cost
