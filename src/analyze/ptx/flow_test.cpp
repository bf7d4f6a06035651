#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "analyze/ptx/parse/parse.h"
#include "analyze/ptx/ptx.h"

namespace kcast::ptx {
namespace {

using Blocks = std::vector<int32_t>;

Function flow_of(const std::string& body) {
  const Result<Module> module =
      parse_ptx(".version 8.5\n.target sm_90\n.entry k() {\n .reg .pred %p<4>; .reg .b32 %r<4>;\n" +
                body + "}\n");
  EXPECT_TRUE(module) << module.error().message;
  return module ? module->functions[0] : Function{};
}

Blocks successors(const Function& function, size_t block) {
  return function.blocks[block].successors;
}
Blocks dominators(const Function& function) {
  Blocks out;
  for (const Block& block : function.blocks)
    out.push_back(block.immediate_dominator);
  return out;
}
Blocks post_dominators(const Function& function) {
  Blocks out;
  for (const Block& block : function.blocks)
    out.push_back(block.immediate_post_dominator);
  return out;
}
Blocks meetings(const Function& function) {
  Blocks out;
  for (const Block& block : function.blocks)
    out.push_back(block.reconvergence);
  return out;
}

// Barriers, calls and labels that nobody uses do not split.
TEST(PtxFlow, straight_code_is_one_block) {
  const Function function = flow_of("bar.sync 0; unused: add.s32 %r1, %r1, 1; ret;");
  ASSERT_EQ(function.blocks.size(), 1U);
  EXPECT_EQ(function.blocks[0].last, 3);
  EXPECT_TRUE(function.loops.empty());
}

TEST(PtxFlow, empty_bodies_have_one_empty_block) {
  const Function function = flow_of("");
  ASSERT_EQ(function.blocks.size(), 1U);
  EXPECT_EQ(function.blocks[0].first, function.blocks[0].last);
}

TEST(PtxFlow, if_and_else_meet_behind) {
  const Function function = flow_of(R"(
    @%p1 bra ELSE;
    mov.b32 %r1, 1;
    bra END;
  ELSE: mov.b32 %r1, 2;
  END: st.global.b32 [%r2], %r1;
    ret;)");
  ASSERT_EQ(function.blocks.size(), 4U);
  EXPECT_EQ(successors(function, 0), (Blocks{2, 1}));
  EXPECT_EQ(successors(function, 1), (Blocks{3}));
  EXPECT_EQ(function.blocks[3].predecessors, (Blocks{1, 2}));
  EXPECT_EQ(dominators(function), (Blocks{-1, 0, 0, 0}));
  EXPECT_EQ(post_dominators(function), (Blocks{3, 3, 3, -1}));
  EXPECT_EQ(function.blocks[2].label, "ELSE");
  EXPECT_EQ(function.instructions[0].operands[0].index, 2);
}

TEST(PtxFlow, nested_loops_with_a_break) {
  const Function function = flow_of(R"(
    mov.b32 %r1, 0;
  OUTER: mov.b32 %r2, 0;
  INNER: add.s32 %r2, %r2, 1;
    @%p1 bra AFTER;
    @%p2 bra INNER;
  AFTER: @%p3 bra OUTER;
    st.global.b32 [%r3], %r1;
    ret;)");
  ASSERT_EQ(function.blocks.size(), 6U);
  ASSERT_EQ(function.loops.size(), 2U);
  EXPECT_EQ(function.loops[0].header, 1);
  EXPECT_EQ(function.loops[0].blocks, (Blocks{1, 2, 3, 4}));
  EXPECT_EQ(function.loops[0].latches, (Blocks{4}));
  EXPECT_EQ(function.loops[0].parent, -1);
  EXPECT_EQ(function.loops[1].header, 2);
  EXPECT_EQ(function.loops[1].blocks, (Blocks{2, 3}));
  EXPECT_EQ(function.loops[1].latches, (Blocks{3}));
  EXPECT_EQ(function.loops[1].parent, 0);
  EXPECT_EQ(function.loops[1].depth, 2);
  EXPECT_EQ(function.blocks[2].loop, 1);
  EXPECT_EQ(function.blocks[4].loop, 0);
  EXPECT_EQ(function.blocks[5].loop, -1);
  EXPECT_EQ(post_dominators(function), (Blocks{1, 2, 4, 4, 5, -1}));
  EXPECT_FALSE(function.irreducible);
}

TEST(PtxFlow, back_edges_to_one_header_are_one_loop) {
  const Function function = flow_of(R"(
  HEAD: @%p1 bra OUT;
    @%p2 bra HEAD;
    bra HEAD;
  OUT: mov.b32 %r1, 0;
    ret;)");
  ASSERT_EQ(function.loops.size(), 1U);
  EXPECT_EQ(function.loops[0].latches, (Blocks{1, 2}));
  EXPECT_EQ(function.loops[0].blocks, (Blocks{0, 1, 2}));
}

TEST(PtxFlow, a_cycle_with_two_entries_is_irreducible) {
  const Function function = flow_of(R"(
    @%p1 bra B;
  A: mov.b32 %r1, 0;
  B: @%p2 bra A;
    ret;)");
  EXPECT_TRUE(function.irreducible);
  EXPECT_TRUE(function.loops.empty());
  EXPECT_EQ(dominators(function), (Blocks{-1, 0, 0, 2}));
}

// A guarded return ends lanes; the block goes on for the others.
TEST(PtxFlow, guarded_returns_split_blocks) {
  const Function function = flow_of(R"(
    @%p1 ret;
    @%p2 exit;
    @%p3 trap;
    mov.b32 %r1, 1;
    ret;)");
  ASSERT_EQ(function.blocks.size(), 4U);
  EXPECT_EQ(successors(function, 0), (Blocks{1}));
  EXPECT_EQ(successors(function, 2), (Blocks{3}));
  EXPECT_TRUE(successors(function, 3).empty());
  EXPECT_EQ(post_dominators(function), (Blocks{-1, -1, -1, -1}));
  EXPECT_EQ(meetings(function), (Blocks{1, 2, 3, -1}));
}

// if (a) { if (b) return; work } more; the lanes of both sides meet at "more".
TEST(PtxFlow, lanes_that_return_are_not_waited_for) {
  const Function function = flow_of(R"(
    @%p1 bra MORE;
    @%p2 bra DONE;
    mov.b32 %r1, 1;
  MORE: mov.b32 %r2, 2;
  DONE: ret;)");
  EXPECT_EQ(post_dominators(function), (Blocks{4, 4, 3, 4, -1}));
  EXPECT_EQ(meetings(function), (Blocks{3, 2, 3, 4, -1}));
}

TEST(PtxFlow, loops_that_only_return_meet_at_the_return) {
  const Function function = flow_of(R"(
  LOOP: add.s32 %r1, %r1, 1;
    @%p1 bra DONE;
    bra LOOP;
  DONE: ret;)");
  EXPECT_EQ(meetings(function), (Blocks{2, 0, -1}));
  EXPECT_EQ(function.loops.size(), 1U);
}

TEST(PtxFlow, endless_loops_have_no_post_dominator) {
  const Function function = flow_of(R"(
    @%p1 bra OUT;
  SPIN: bra SPIN;
  OUT: mov.b32 %r1, 1;
    ret;)");
  EXPECT_EQ(post_dominators(function), (Blocks{2, -1, -1}));
}

TEST(PtxFlow, unreachable_blocks_belong_to_nothing) {
  const Function function = flow_of(R"(
    bra END;
  DEAD: add.s32 %r1, %r1, 1;
    @%p1 bra DEAD;
  END: ret;)");
  ASSERT_EQ(function.blocks.size(), 3U);
  EXPECT_EQ(dominators(function), (Blocks{-1, -1, 0}));
  EXPECT_EQ(function.blocks[1].loop, -1);
  EXPECT_TRUE(function.loops.empty());
  EXPECT_EQ(function.blocks[2].predecessors, (Blocks{0, 1}));
}

TEST(PtxFlow, indexed_branches_go_to_each_target_once) {
  const Function function = flow_of(R"(
    TABLE: .branchtargets A, B, A;
    @%p1 brx.idx %r1, TABLE;
    mov.b32 %r1, 0;
  A: mov.b32 %r1, 1;
    bra END;
  B: mov.b32 %r1, 2;
  END: ret;)");
  ASSERT_EQ(function.blocks.size(), 5U);
  EXPECT_EQ(successors(function, 0), (Blocks{2, 3, 1}));
  const Instruction& branch = function.instructions[0];
  ASSERT_EQ(branch.operands.size(), 4U);
  EXPECT_EQ(branch.operands[0].kind, OperandKind::Register);
  EXPECT_EQ(branch.operands[1].index, 2);
  EXPECT_EQ(branch.operands[2].index, 3);
  EXPECT_EQ(branch.operands[3].index, 2);
}

TEST(PtxFlow, a_label_behind_the_last_instruction_is_a_block) {
  const Function function = flow_of("@%p1 bra END; bar.sync 0; END:");
  ASSERT_EQ(function.blocks.size(), 3U);
  EXPECT_EQ(successors(function, 0), (Blocks{2, 1}));
  EXPECT_EQ(function.blocks[2].first, function.blocks[2].last);
  EXPECT_EQ(post_dominators(function), (Blocks{2, 2, -1}));
}

TEST(PtxFlow, a_branch_to_the_next_block_has_one_successor) {
  const Function function = flow_of("@%p1 bra NEXT; NEXT: ret;");
  EXPECT_EQ(successors(function, 0), (Blocks{1}));
}

// The lists of blocks of thousands of nested loops would fill the memory.
TEST(PtxFlow, absurdly_nested_loops_are_an_error) {
  std::string body;
  constexpr int kLoops = 12000;
  for (int i = 0; i < kLoops; ++i)
    body += "L" + std::to_string(i) + ": bar.sync 0;\n";
  for (int i = kLoops; i-- > 0;)
    body += "@%p1 bra L" + std::to_string(i) + ";\n";
  const Result<Module> module = parse_ptx(
      ".version 8.5\n.target sm_90\n.entry k() {\n .reg .pred %p<4>;\n" + body + "ret; }\n");
  ASSERT_FALSE(module);
  EXPECT_NE(module.error().message.find("loops nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace kcast::ptx
