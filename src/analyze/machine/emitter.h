// Writes one function as PTX that does what its machine code does, instruction by instruction.
//
// Registers keep their numbers: %r5 is R5, %u5 is UR5, %p1 is P1, %q1 is UP1. %t, %w and %c are
// helpers of one instruction, of 32 bits, 64 bits and one.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/machine/listing.h"
#include "analyze/ptx/ptx.h"
#include "base/result.h"

namespace kcast::machine {

// RZ, URZ, and PT or UPT.
inline constexpr int kZeroRegister = 255;
inline constexpr int kZeroUniform = 63;
inline constexpr int kTruePredicate = 7;

// What the machine code of a kernel refers to.
struct KernelContext {
  const Listing& listing;
  const Function& code;
  const ptx::Module& module;    // the PTX that ptxas was given
  const ptx::Function& kernel;  // the same kernel in it
  int64_t stack_bytes = 0;
  int64_t shared_bytes = 0;
};

class Emitter {
 public:
  explicit Emitter(const KernelContext& context) : context_(context) {}

  const KernelContext& context() const { return context_; }

  // One instruction begins, and ends.
  void begin(const Instruction& instruction, const std::string& guard);
  void end(std::string& out);

  // What computes a helper, and what writes a result: all of it where the guard holds.
  void help(const std::string& text) { lines_.push_back(text); }
  void put(const std::string& text) { lines_.push_back(text); }
  // The same; the cost of the machine instruction is this one's.
  void core(const std::string& text) {
    core_ = static_cast<int>(lines_.size());
    put(text);
  }
  // The name under which the instruction is counted, if not its own.
  void count_as(std::string opcode) { opcode_ = std::move(opcode); }
  void fail(std::string why) {
    if (failure_.empty()) failure_ = std::move(why);
  }
  const std::string& failure() const { return failure_; }

  std::string word_temp() { return "%t" + std::to_string(++words_); }
  std::string wide_temp() { return "%w" + std::to_string(++wides_); }
  std::string flag_temp() { return "%c" + std::to_string(++flags_); }
  int most_words() const { return most_words_; }
  int most_wides() const { return most_wides_; }
  int most_flags() const { return most_flags_; }

  // Sources as PTX operands. Without `plain`, signs and complements are applied as integers.
  std::string word(const Operand& operand, int part = 0);
  std::string raw_word(const Operand& operand, int part = 0);
  std::string raw_pair(const Operand& operand);
  std::string pair(const Operand& operand);
  std::string flag(const Operand& operand);
  std::string single(const Operand& operand);  // of 32 bits
  std::string real(const Operand& operand);    // of 64 bits
  std::string halves(const Operand& operand);  // f16x2
  // The same, as a number that is known.
  static bool is_zero(const Operand& operand);
  static bool is_true(const Operand& operand);
  static bool is_false(const Operand& operand);

  // Results.
  std::string result(const Operand& operand, int part = 0);
  std::string flag_result(const Operand& operand);
  // Splits a 64-bit helper into the registers of a result.
  void put_pair(const Operand& operand, const std::string& wide);

  const Instruction& instruction() const { return *instruction_; }
  std::string guard() const { return guard_; }
  bool uses_cluster_window = false;  // shared memory is reached through its window
  bool uses_shared = false;
  bool uses_async = false;

 private:
  std::string constant(const Operand& operand, int bytes);
  std::string parameter(int64_t offset, int bytes);
  std::string indexed_parameter(const Operand& operand, int64_t offset, int bytes);
  std::string of_bank3(const Operand& operand, int bytes);

  const KernelContext& context_;
  const Instruction* instruction_ = nullptr;
  std::string guard_;
  std::string opcode_;
  std::vector<std::string> lines_;
  int core_ = -1;
  int words_ = 0, wides_ = 0, flags_ = 0;
  int most_words_ = 0, most_wides_ = 0, most_flags_ = 0;
  std::string failure_;
};

inline bool is_predicate(const Operand& operand) {
  return operand.kind == Kind::Predicate || operand.kind == Kind::UniformPredicate;
}

}  // namespace kcast::machine
