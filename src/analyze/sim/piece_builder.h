// Makes a piece of instructions: what waits for what, and the order in which ptxas would issue
// them: what the longest chain hangs on first, and loads as early as the registers allow.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "analyze/ptx/ptx.h"
#include "analyze/sim/program.h"

namespace kcast::sim {

class PieceBuilder {
 public:
  // `plain`: a step for each instruction of the function, without dependences.
  PieceBuilder(const ptx::Function& function, const std::vector<Step>& plain);

  // The next instruction of the text, which a warp that runs the piece runs with this chance.
  void add(int32_t instruction, double chance);
  Piece finish();

 private:
  struct Access {
    int32_t step = 0;
    ptx::Space space = ptx::Space::None;
    bool symbol = false;   // the base is one, else a register
    int32_t base = -1;     // -1: not known
    int32_t made_by = -1;  // step that made the base
    int64_t from = 0, to = 0;
  };

  static bool may_meet(const Access& a, const Access& b);
  Access access_of(const ptx::Instruction& instruction, int32_t at) const;
  const ptx::Instruction& instruction_of(const Step& step) const;
  // It is issued later, but waits for no result.
  void order(int32_t before, int32_t at) { order_.emplace_back(before, at); }
  void order_all(int32_t from, int32_t at);
  void order_memory(const ptx::Instruction& instruction, int32_t at);
  void await_barriers(const ptx::MachineCode& code, Step& step);
  void order_control(const ptx::Instruction& instruction, int32_t at, bool branches);
  std::vector<int32_t> issue_order() const;

  const ptx::Function& function_;
  const std::vector<Step>& plain_;
  std::vector<int32_t> last_;  // step that writes a register; -1 between pieces
  std::vector<int32_t> written_;
  std::vector<Step> steps_;
  std::vector<std::pair<int32_t, int32_t>> order_;
  std::vector<Access> stores_, loads_;
  std::array<std::vector<int32_t>, 6> barriers_;  // of machine code: steps that set them
  int32_t fence_ = -1;                            // the last step that no access to memory crosses
  int32_t branch_ = -1;                           // the last jump
  int32_t wall_ = -1;                             // the last step that nothing crosses
};

}  // namespace kcast::sim
