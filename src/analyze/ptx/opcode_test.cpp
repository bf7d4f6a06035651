#include "analyze/ptx/opcode.h"

#include <gtest/gtest.h>

#include "analyze/ptx/names.h"

namespace kcast::ptx {
namespace {

TEST(PtxOpcode, reads_types_of_results_and_sources) {
  const Instruction convert = decode_opcode("cvt.rzi.ftz.s32.f32");
  EXPECT_EQ(convert.op, Op::Cvt);
  EXPECT_EQ(convert.type, Type::S32);
  EXPECT_EQ(convert.type2, Type::F32);
  EXPECT_EQ(convert.rounding, Rounding::Rzi);
  EXPECT_TRUE(convert.flush);

  const Instruction wide = decode_opcode("mul.wide.u16");
  EXPECT_TRUE(wide.wide);
  EXPECT_EQ(wide.type, Type::U32);
  EXPECT_EQ(wide.type2, Type::U16);

  EXPECT_EQ(decode_opcode("cvt.rn.satfinite.e4m3x2.f32").type, Type::Other);
  EXPECT_EQ(decode_opcode("set.eq.f16.f16").type2, Type::F16);
}

TEST(PtxOpcode, reads_memory_operations) {
  const Instruction load = decode_opcode("ld.global.nc.L1::no_allocate.v4.f32");
  EXPECT_EQ(load.op, Op::Ld);
  EXPECT_EQ(load.space, Space::Global);
  EXPECT_EQ(load.vector, 4);
  EXPECT_EQ(load.cache, 'n');
  EXPECT_TRUE(load.non_coherent);
  EXPECT_EQ(load.destinations, 1);

  EXPECT_EQ(decode_opcode("ld.u32").space, Space::Generic);
  EXPECT_EQ(decode_opcode("ld.shared::cta.u32").space, Space::Shared);
  EXPECT_EQ(decode_opcode("ld.param::func.b32").space, Space::Param);
  EXPECT_EQ(decode_opcode("st.global.cs.f32").cache, 's');
  EXPECT_EQ(decode_opcode("st.global.cs.f32").destinations, 0);
  EXPECT_TRUE(decode_opcode("ld.acquire.gpu.u32").relaxed);
  EXPECT_TRUE(decode_opcode("ld.volatile.shared.u32").is_volatile);

  const Instruction copy = decode_opcode("cp.async.cg.shared.global.L2::128B");
  EXPECT_EQ(copy.op, Op::CpAsync);
  EXPECT_EQ(copy.space, Space::Shared);
  EXPECT_EQ(copy.source_space, Space::Global);
  EXPECT_EQ(copy.cache, 'g');
  EXPECT_EQ(decode_opcode("cp.async.bulk.global.shared::cta.bulk_group").op, Op::CpAsyncBulk);
  EXPECT_EQ(decode_opcode("cp.async.bulk.commit_group").op, Op::CpAsyncCommit);
  EXPECT_EQ(decode_opcode("cp.async.wait_all").op, Op::CpAsyncWait);
  EXPECT_EQ(decode_opcode("prefetch.global.L2").cache, 'g');
}

TEST(PtxOpcode, tells_the_meanings_of_and_or_lo_and_hi_apart) {
  EXPECT_EQ(decode_opcode("setp.lo.and.u32").compare, Compare::Lo);
  EXPECT_EQ(decode_opcode("setp.lo.and.u32").bool_op, BoolOp::And);
  EXPECT_TRUE(decode_opcode("mul.lo.u32").low);
  EXPECT_EQ(decode_opcode("mul.lo.u32").compare, Compare::None);
  EXPECT_EQ(decode_opcode("atom.global.and.b32").atomic, AtomicOp::And);
  EXPECT_EQ(decode_opcode("and.pred").op, Op::And);
  EXPECT_EQ(decode_opcode("and.pred").type, Type::Pred);
  EXPECT_EQ(decode_opcode("bar.red.popc.u32").atomic, AtomicOp::Add);
  EXPECT_EQ(decode_opcode("bar.red.popc.u32").op, Op::BarRed);
}

TEST(PtxOpcode, reads_warp_operations) {
  const Instruction shuffle = decode_opcode("shfl.sync.down.b32");
  EXPECT_EQ(shuffle.shuffle, ShuffleMode::Down);
  EXPECT_TRUE(shuffle.warp_sync);
  EXPECT_EQ(decode_opcode("vote.sync.uni.pred").vote, VoteMode::Uni);
  EXPECT_FALSE(decode_opcode("vote.sync.uni.pred").uniform);
  EXPECT_TRUE(decode_opcode("bra.uni").uniform);
  EXPECT_EQ(decode_opcode("match.all.sync.b64").vote, VoteMode::All);
  EXPECT_EQ(decode_opcode("redux.sync.max.s32").atomic, AtomicOp::Max);
  EXPECT_EQ(decode_opcode("bar.warp.sync").op, Op::BarWarp);
  EXPECT_EQ(decode_opcode("barrier.cta.sync.aligned").op, Op::Bar);
  EXPECT_EQ(decode_opcode("barrier.cluster.arrive").op, Op::BarrierCluster);
}

TEST(PtxOpcode, reads_matrix_operations) {
  const Instruction product = decode_opcode("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32");
  EXPECT_EQ(product.op, Op::WmmaMma);
  EXPECT_EQ(product.tensor_m, 16);
  EXPECT_EQ(product.tensor_k, 16);
  EXPECT_EQ(product.type, Type::F32);
  EXPECT_EQ(product.type2, Type::F16);
  const Instruction mma = decode_opcode("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32");
  EXPECT_EQ(mma.op, Op::Mma);
  EXPECT_EQ(mma.tensor_n, 8);
  EXPECT_EQ(mma.type2, Type::TF32);
  EXPECT_EQ(decode_opcode("wmma.load.a.sync.aligned.row.m16n16k16.f16").space, Space::Generic);
  EXPECT_EQ(decode_opcode("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16").vector, 4);
  EXPECT_EQ(decode_opcode("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16").destinations, 1);
  EXPECT_EQ(decode_opcode("wgmma.wait_group.sync.aligned").destinations, 0);
}

TEST(PtxOpcode, reads_carries_shifts_and_tables) {
  EXPECT_TRUE(decode_opcode("add.cc.u32").carry_out);
  EXPECT_FALSE(decode_opcode("add.cc.u32").carry_in);
  EXPECT_TRUE(decode_opcode("madc.hi.cc.u32").carry_in);
  EXPECT_TRUE(decode_opcode("madc.hi.cc.u32").high);
  EXPECT_TRUE(decode_opcode("shf.l.wrap.b32").left);
  EXPECT_TRUE(decode_opcode("shf.r.clamp.b32").clamp);
  EXPECT_EQ(decode_opcode("prmt.b32.rc16").lut, 6);
  EXPECT_EQ(decode_opcode("testp.subnormal.f32").lut, 6);
  EXPECT_TRUE(decode_opcode("bfind.shiftamt.u32").shift_amount);
  EXPECT_TRUE(decode_opcode("cvta.to.global.u64").from_generic);
  EXPECT_FALSE(decode_opcode("cvta.global.u64").from_generic);
}

TEST(PtxOpcode, keeps_what_it_does_not_know) {
  const Instruction strange = decode_opcode("tcgen05.alloc.cta_group::1.b32");
  EXPECT_EQ(strange.op, Op::Unknown);
  EXPECT_EQ(strange.mnemonic, "tcgen05.alloc.cta_group::1.b32");
  EXPECT_EQ(decode_opcode("").op, Op::Unknown);
  EXPECT_EQ(decode_opcode("...").op, Op::Unknown);
}

TEST(PtxOpcode, every_operation_has_a_name_that_leads_back_to_it) {
  for (int i = 1; i <= int(Op::StackRestore); ++i) {
    const std::string_view name = name_of(Op(i));
    EXPECT_FALSE(name.empty()) << i;
    EXPECT_EQ(decode_opcode(name).op, Op(i)) << name;
  }
  EXPECT_EQ(name_of(Op::Unknown), "unknown");
}

TEST(PtxOpcode, knows_special_registers) {
  EXPECT_EQ(parse_special("%ctaid.z")->special, SpecialRegister::CtaId);
  EXPECT_EQ(parse_special("%ctaid.z")->dimension, 2);
  EXPECT_EQ(parse_special("%laneid")->special, SpecialRegister::LaneId);
  EXPECT_EQ(parse_special("%envreg3")->special, SpecialRegister::Other);
  EXPECT_EQ(parse_special("%pm1_64")->special, SpecialRegister::Other);
  EXPECT_FALSE(parse_special("%r1"));
  EXPECT_FALSE(parse_special("%tid.q"));
  EXPECT_FALSE(parse_special("%"));
}

}  // namespace
}  // namespace kcast::ptx
