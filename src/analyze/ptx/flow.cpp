#include "analyze/ptx/flow.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analyze/ptx/dominators.h"
#include "analyze/ptx/loops.h"

namespace kcast::ptx {
namespace {

using Edge = std::pair<int32_t, int32_t>;

bool ends_lanes(Op op) {
  return op == Op::Ret || op == Op::Exit || op == Op::Trap;
}
bool ends_block(Op op) {
  return ends_lanes(op) || op == Op::Bra || op == Op::BrxIdx;
}

const Instruction* last_of(const Function& function, const Block& block) {
  return block.first < block.last ? &function.instructions[block.last - 1] : nullptr;
}

// Lanes may leave the function at the end of this block.
bool may_leave(const Function& function, size_t index) {
  const Block& block = function.blocks[index];
  const Instruction* const last = last_of(function, block);
  if (last != nullptr && ends_lanes(last->op)) return true;
  return block.successors.empty() || (index + 1 == function.blocks.size() && last != nullptr &&
                                      last->predicate >= 0 && ends_block(last->op));
}

// Nothing but the end: where a branch "to the return" goes.
bool leaves_at_once(const Function& function, const Block& block) {
  const Instruction* const last = last_of(function, block);
  if (last == nullptr) return block.successors.empty();
  return block.last - block.first == 1 && ends_lanes(last->op) && last->predicate < 0;
}

void split_blocks(Function& function, std::span<const LabelMark> marks) {
  const size_t count = function.instructions.size();
  std::vector<bool> starts(count + 1, false);
  starts[0] = true;
  for (const LabelMark& mark : marks)
    starts[mark.instruction] = true;
  bool open_end = count == 0;
  for (size_t i = 0; i < count; ++i)
    if (ends_block(function.instructions[i].op) && i + 1 < count) starts[i + 1] = true;
  // A label behind the last instruction has a block of its own.
  for (const LabelMark& mark : marks)
    open_end = open_end || size_t(mark.instruction) == count;

  for (size_t i = 0; i < count + (open_end ? 1 : 0); ++i) {
    if (!starts[i]) continue;
    if (!function.blocks.empty()) function.blocks.back().last = int32_t(i);
    function.blocks.emplace_back();
    function.blocks.back().first = int32_t(i);
  }
  function.blocks.back().last = int32_t(count);
}

void connect_blocks(Function& function, std::span<const LabelMark> marks) {
  std::vector<int32_t> block_at(function.instructions.size() + 1, -1);
  for (size_t b = 0; b < function.blocks.size(); ++b)
    block_at[function.blocks[b].first] = int32_t(b);
  for (const LabelMark& mark : marks) {
    std::string& label = function.blocks[block_at[mark.instruction]].label;
    if (label.empty()) label = mark.name;
  }
  const auto count = int32_t(function.blocks.size());
  std::vector<int32_t> last_source(size_t(count), -1);
  for (int32_t b = 0; b < count; ++b) {
    Block& block = function.blocks[b];
    const auto connect = [&](int32_t target) {
      if (target >= count || last_source[target] == b) return;
      last_source[target] = b;
      block.successors.push_back(target);
    };
    bool falls_through = true;
    if (block.first < block.last) {
      Instruction& last = function.instructions[block.last - 1];
      for (Operand& operand : last.operands) {
        if (operand.kind != OperandKind::Label) continue;
        operand.index = block_at[operand.index];
        connect(operand.index);
      }
      falls_through = !ends_block(last.op) || last.predicate >= 0;
    }
    if (falls_through) connect(b + 1);
  }
  for (int32_t b = 0; b < count; ++b) {
    for (const int32_t target : function.blocks[b].successors)
      function.blocks[target].predecessors.push_back(b);
  }
}

// Immediate post-dominators of a graph whose exit is the node after the last.
std::vector<int32_t> post_dominators(int32_t blocks, const std::vector<Edge>& edges) {
  std::vector<Edge> reversed;
  reversed.reserve(edges.size());
  for (const auto& [from, to] : edges)
    reversed.emplace_back(to, from);
  std::vector<int32_t> result =
      immediate_dominators(Graph(blocks + 1, reversed), Graph(blocks + 1, edges), blocks);
  result.pop_back();
  for (int32_t& block : result)
    if (block == blocks) block = -1;
  return result;
}

std::vector<Edge> all_edges(const Function& function) {
  std::vector<Edge> edges;
  const auto exit = int32_t(function.blocks.size());
  for (int32_t b = 0; b < exit; ++b) {
    for (const int32_t target : function.blocks[b].successors)
      edges.emplace_back(b, target);
    if (may_leave(function, size_t(b))) edges.emplace_back(b, exit);
  }
  return edges;
}

// Which blocks have a way to the exit.
std::vector<bool> reaching_exit(int32_t blocks, const std::vector<Edge>& edges) {
  std::vector<Edge> reversed;
  reversed.reserve(edges.size());
  for (const auto& [from, to] : edges)
    reversed.emplace_back(to, from);
  const WalkOrder walk = depth_first(Graph(blocks + 1, reversed), blocks);
  std::vector<bool> reaching(size_t(blocks) + 1);
  for (int32_t b = 0; b <= blocks; ++b)
    reaching[b] = walk.enter[b] >= 0;
  return reaching;
}

// Without the edges of lanes that leave at once, where other lanes go on; but with
// them where nothing else ends the lanes ("while (true) if (done) return;").
std::vector<Edge> meeting_edges(const Function& function) {
  const auto exit = int32_t(function.blocks.size());
  std::vector<Edge> kept, dropped;
  for (const Edge& edge : all_edges(function)) {
    const std::vector<int32_t>& successors = function.blocks[edge.first].successors;
    const auto leaves = [&](int32_t target) {
      return target == exit || leaves_at_once(function, function.blocks[target]);
    };
    const bool others = std::any_of(successors.begin(), successors.end(),
                                    [&](int32_t target) { return !leaves(target); });
    (leaves(edge.second) && others ? dropped : kept).push_back(edge);
  }
  const std::vector<bool> reaching = reaching_exit(exit, kept);
  for (const Edge& edge : dropped)
    if (!reaching[edge.first]) kept.push_back(edge);
  return kept;
}

}  // namespace

Status build_flow(Function& function, std::span<const LabelMark> marks) {
  split_blocks(function, marks);
  connect_blocks(function, marks);
  const auto count = int32_t(function.blocks.size());
  const std::vector<int32_t> after = post_dominators(count, all_edges(function));
  const std::vector<int32_t> meeting = post_dominators(count, meeting_edges(function));
  for (int32_t b = 0; b < count; ++b) {
    function.blocks[b].immediate_post_dominator = after[b];
    function.blocks[b].reconvergence = meeting[b];
  }
  return find_loops(function);
}

}  // namespace kcast::ptx
