// The formulas against values that AMD's tool gives for a copy of 1,048,576 doubles; the fixtures
// have its layouts and counters that were made up to give these values.
#include "collect/rocm/rocm_formulas.h"

#include <gtest/gtest.h>

#include "collect/rocm/rocm_run.h"

namespace kcast::collect {
namespace {

const std::string kFolder = KCAST_SOURCE_DIR "/tests/data/profilers/";

std::vector<ProfiledLaunch> read(const RocmRead& what) {
  auto launches = read_rocm(what);
  EXPECT_TRUE(launches) << launches.error().message;
  return launches ? *launches : std::vector<ProfiledLaunch>{};
}

double tool_metric(const ProfiledLaunch& launch, const std::string& name) {
  for (const auto& [known, value] : launch.tool_metrics) {
    if (known == name) return value;
  }
  return -1;
}

struct GoldenRow {
  double duration_ns, l1_hit, l2_hit, l1_gbs, l2_gbs, read_gbs, write_gbs;
  double l1_intensity_bytes, l2_intensity_bytes, fabric_bytes, flops, int_ops;
};
constexpr GoldenRow kMi200[] = {
    {20640, 50.0, 35.7554, 1625.6992, 1265.3085, 406.4496, 406.4248, 33554432, 16777216, 16777728,
     0, 7340032},
    {15520, 50.0, 34.6783, 2162.0124, 1655.0103, 540.5072, 377.5423, 33554432, 16777216, 14248128,
     0, 7340032},
    {16480, 50.0, 34.7255, 2036.0699, 1559.7282, 509.0524, 354.3146, 33554432, 16777216, 14228288,
     0, 7340032},
};
constexpr GoldenRow kMi300x[] = {
    {16119, 62.5, 33.5031, 4163.3392, 1568.1290, 521.4100, 520.4174, 33554432, 12582912, 16793216,
     0, 5242880},
    {13560, 62.5, 33.2912, 4949.0313, 1858.2372, 619.7711, 618.6289, 33554432, 12582912, 16792704,
     0, 5242880},
    {13480, 62.5, 33.2903, 4978.4024, 1869.3128, 623.3780, 622.3003, 33554432, 12582912, 16791744,
     0, 5242880},
};

void expect_golden(const ProfiledLaunch& launch, const GoldenRow& golden) {
  constexpr double kPrinted = 0.00005001;  // four decimals
  ASSERT_FALSE(launch.failure) << launch.failure->detail;
  const BaseQuantities& values = launch.reading.values;
  EXPECT_EQ(values.time_us, golden.duration_ns / 1e3);
  EXPECT_NEAR(values.l1_hit_rate_pct, golden.l1_hit, kPrinted);
  EXPECT_NEAR(values.l2_hit_rate_pct, golden.l2_hit, kPrinted);
  const DerivedMetrics derived = derive(values);
  EXPECT_NEAR(*derived.l1_bandwidth_gbs, golden.l1_gbs, kPrinted);
  EXPECT_NEAR(*derived.l2_bandwidth_gbs, golden.l2_gbs, kPrinted);
  EXPECT_NEAR(*derived.hbm_read_bandwidth_gbs, golden.read_gbs, kPrinted);
  EXPECT_NEAR(*derived.hbm_write_bandwidth_gbs, golden.write_gbs, kPrinted);
  EXPECT_EQ(values.hbm_read_bytes + values.hbm_write_bytes, golden.fabric_bytes);
  EXPECT_EQ(total_flops(values), golden.flops);
  EXPECT_EQ(values.int_ops, golden.int_ops);
  EXPECT_EQ(tool_metric(launch, "l1_intensity_bytes"), golden.l1_intensity_bytes);
  EXPECT_EQ(tool_metric(launch, "l2_intensity_bytes"), golden.l2_intensity_bytes);
}

TEST(RocmGolden, mi200_with_times_of_a_run_without_counters) {
  const auto launches = read({.path = kFolder + "rocm_mi200"});
  ASSERT_EQ(launches.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    expect_golden(launches[i], kMi200[i]);
    EXPECT_EQ(launches[i].kernel, "vecCopy(double*, double*, double*, int, int)");
    EXPECT_EQ(launches[i].gpu_target, "gfx90a");
    EXPECT_EQ(launches[i].gpu_name, "MI200");
    EXPECT_EQ(launches[i].occurrence, static_cast<int64_t>(i));
    EXPECT_EQ(launches[i].blocks, 4096);
    EXPECT_EQ(launches[i].threads_per_block, 256);
    EXPECT_EQ(launches[i].reading.registers, 12);
    EXPECT_NE(launches[i].definition.find("3.0.0 on gfx90a"), std::string::npos);
    EXPECT_NE(launches[i].definition.find("timed without counters"), std::string::npos);
  }
}

TEST(RocmGolden, mi300x_of_a_release_before_the_fix) {
  const auto launches = read({.path = kFolder + "rocm_mi300x"});
  ASSERT_EQ(launches.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    expect_golden(launches[i], kMi300x[i]);
    EXPECT_NE(launches[i].definition.find("3.0.0 on gfx942"), std::string::npos);
    EXPECT_NE(launches[i].definition.find("intensity lines of 64 B"), std::string::npos);
    EXPECT_NE(launches[i].definition.find("timed while counting"), std::string::npos);
  }
}

// From 3.7.0 on the tool's intensities are half of what they were; bandwidths stay.
TEST(RocmGolden, mi300x_of_a_release_after_the_fix) {
  const auto launches =
      read({.path = kFolder + "rocm_mi300x", .version = RocmToolVersion{3, 7, 0}});
  ASSERT_EQ(launches.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    GoldenRow golden = kMi300x[i];
    golden.l1_intensity_bytes *= 2;
    golden.l2_intensity_bytes *= 2;
    expect_golden(launches[i], golden);
    EXPECT_NE(launches[i].definition.find("3.7.0 on gfx942"), std::string::npos);
  }
}

TEST(RocmGolden, mi200_is_the_same_in_both) {
  const auto launches = read({.path = kFolder + "rocm_mi200", .version = RocmToolVersion{3, 9, 0}});
  ASSERT_EQ(launches.size(), 3U);
  expect_golden(launches[0], kMi200[0]);
}

// Three runs of rocprofv3 joined; the time is the median of theirs.
TEST(RocmGolden, rocprofv3_gives_the_same_as_the_merged_file) {
  const auto launches =
      read({.path = kFolder + "rocprofv3_mi300x", .version = RocmToolVersion{3, 0, 0}});
  ASSERT_EQ(launches.size(), 3U);
  expect_golden(launches[0], kMi300x[0]);
  expect_golden(launches[2], kMi300x[2]);
  EXPECT_EQ(launches[0].reading.times_us, (std::vector<double>{16.019, 16.119, 16.219}));
  EXPECT_EQ(launches[2].occurrence, 1);
}

TEST(RocmGolden, older_generations_write_the_same_under_other_names) {
  for (const char* folder : {"rocprof_mi200", "rocprofv2_mi200"}) {
    const auto launches = read({.path = kFolder + folder, .arch = RocmArch::Gfx90a});
    ASSERT_EQ(launches.size(), 2U) << folder;
    expect_golden(launches[0], kMi200[0]);
    expect_golden(launches[1], kMi200[1]);
    EXPECT_EQ(launches[0].kernel, "vecCopy(double*, double*, double*, int, int)");
  }
}

// The second kernel of the fixture, by hand: 64 lanes x 1000 FMA x 2 = 128000 FLOP; 2000 lookups
// and 1000 requests to L2; 40 reads, of them 4 short, and 50 long: 40 - 50 - 4 < 0.
TEST(RocmFormulas, synthetic_kernel_by_hand) {
  const auto launches = read({.path = kFolder + "rocprofv3_mi300x"});
  ASSERT_EQ(launches.size(), 3U);
  const ProfiledLaunch& launch = launches[1];
  ASSERT_FALSE(launch.failure);
  EXPECT_EQ(launch.kernel, "void scale<float, 4>(float*, float const*, float, int)");
  const BaseQuantities& values = launch.reading.values;
  EXPECT_EQ(values.flops_fp32, 128000);
  EXPECT_EQ(total_flops(values), 128000);
  EXPECT_EQ(values.l1_bytes, 2000 * 128);
  EXPECT_EQ(values.l2_bytes, 1000 * 128);
  EXPECT_EQ(values.l1_hit_rate_pct, 50);
  EXPECT_EQ(values.l2_hit_rate_pct, 75);
  EXPECT_EQ(values.hbm_read_bytes, 50 * 128 + 4 * 32);
  EXPECT_EQ(values.hbm_write_bytes, 10 * 64 + 20 * 32);
  EXPECT_EQ(values.time_us, 5);
  EXPECT_EQ(tool_metric(launch, "l1_arithmetic_intensity"), 128000.0 / (2000 * 128));
  EXPECT_EQ(tool_metric(launch, "l2_arithmetic_intensity"), 128000.0 / (1000 * 128));
  EXPECT_EQ(tool_metric(launch, "hbm_arithmetic_intensity"), 128000.0 / (6528 + 1280));
  EXPECT_EQ(tool_metric(launch, "sp_flops"), 128000);
  EXPECT_EQ(launch.blocks, 1000);
  EXPECT_EQ(launch.reading.registers, 24);
  EXPECT_EQ(launch.reading.local_bytes, 16);
  ASSERT_EQ(launch.notes.size(), 1U);
  EXPECT_EQ(launch.notes[0],
            "read requests of 64 B came out as -14 and were taken as 0: counters of different "
            "runs");
}

// A dispatch on gfx90a with every counter that is needed.
RocmDispatch small_dispatch() {
  RocmDispatch dispatch;
  dispatch.kernel = "k";
  dispatch.grid_size = 1000;
  dispatch.workgroup_size = 256;
  dispatch.durations_ns = {2000};
  for (const char* type : {"F16", "F32", "F64"}) {
    for (const char* kind : {"ADD", "MUL", "FMA", "TRANS"})
      dispatch.counters[std::string("SQ_INSTS_VALU_") + kind + "_" + type] = 0;
  }
  for (const char* type : {"F16", "BF16", "F32", "F64", "I8"})
    dispatch.counters[std::string("SQ_INSTS_VALU_MFMA_MOPS_") + type] = 0;
  for (const char* name :
       {"SQ_INSTS_VALU_INT32", "SQ_INSTS_VALU_INT64", "TCP_TOTAL_CACHE_ACCESSES_sum",
        "TCP_TCC_READ_REQ_sum", "TCP_TCC_WRITE_REQ_sum", "TCP_TCC_ATOMIC_WITH_RET_REQ_sum",
        "TCP_TCC_ATOMIC_WITHOUT_RET_REQ_sum", "TCC_HIT_sum", "TCC_MISS_sum", "TCC_REQ_sum",
        "TCC_EA_RDREQ_sum", "TCC_EA_RDREQ_32B_sum", "TCC_EA_WRREQ_sum", "TCC_EA_WRREQ_64B_sum"})
    dispatch.counters[name] = 0;
  return dispatch;
}

TEST(RocmFormulas, every_type_has_its_weight) {
  RocmDispatch dispatch = small_dispatch();
  const auto set = [&dispatch](const char* name, double value) {
    ASSERT_TRUE(dispatch.counters.contains(name)) << name;
    dispatch.counters[name] = value;
  };
  set("SQ_INSTS_VALU_ADD_F16", 1);
  set("SQ_INSTS_VALU_MUL_F16", 2);
  set("SQ_INSTS_VALU_TRANS_F16", 4);
  set("SQ_INSTS_VALU_FMA_F16", 8);
  set("SQ_INSTS_VALU_TRANS_F32", 3);
  set("SQ_INSTS_VALU_FMA_F64", 5);
  set("SQ_INSTS_VALU_MFMA_MOPS_F16", 10);
  set("SQ_INSTS_VALU_MFMA_MOPS_BF16", 20);
  set("SQ_INSTS_VALU_MFMA_MOPS_F32", 40);
  set("SQ_INSTS_VALU_MFMA_MOPS_F64", 80);
  set("SQ_INSTS_VALU_MFMA_MOPS_I8", 7);
  set("SQ_INSTS_VALU_INT32", 11);
  set("SQ_INSTS_VALU_INT64", 13);
  ProfiledLaunch launch = rocm_reading(dispatch, {});
  ASSERT_FALSE(launch.failure) << launch.failure->detail;
  EXPECT_EQ(launch.reading.values.flops_fp16, 64 * (1 + 2 + 4 + 2 * 8));
  EXPECT_EQ(launch.reading.values.flops_fp32, 64 * 3);
  EXPECT_EQ(launch.reading.values.flops_fp64, 64 * 10);
  EXPECT_EQ(launch.reading.values.flops_tensor, 512 * 150);
  EXPECT_EQ(launch.reading.values.int_ops, 64 * 24 + 512 * 7);
  EXPECT_EQ(tool_metric(launch, "sp_flops"), 64 * 3 + 512 * 40);
  EXPECT_EQ(tool_metric(launch, "dp_flops"), 64 * 10 + 512 * 80);
  EXPECT_EQ(launch.blocks, 4);  // 1000 work-items, the last group is not full
  dispatch.counters["SQ_INSTS_VALU_MFMA_MOPS_F8"] = 1;
  launch = rocm_reading(dispatch, {});
  EXPECT_EQ(launch.reading.values.flops_tensor, 512 * 151);
}

TEST(RocmFormulas, a_kernel_without_accesses_has_rates_of_zero_and_no_intensity) {
  const ProfiledLaunch launch = rocm_reading(small_dispatch(), {});
  ASSERT_FALSE(launch.failure);
  EXPECT_EQ(launch.reading.values.l1_hit_rate_pct, 0);
  EXPECT_EQ(launch.reading.values.l2_hit_rate_pct, 0);
  EXPECT_EQ(tool_metric(launch, "l1_arithmetic_intensity"), -1);
  EXPECT_EQ(tool_metric(launch, "hbm_arithmetic_intensity"), -1);
  EXPECT_TRUE(launch.notes.empty());
}

TEST(RocmFormulas, rates_out_of_range_are_clamped_and_told) {
  RocmDispatch dispatch = small_dispatch();
  dispatch.counters["TCP_TOTAL_CACHE_ACCESSES_sum"] = 100;
  dispatch.counters["TCP_TCC_READ_REQ_sum"] = 110;
  dispatch.counters["TCC_EA_WRREQ_sum"] = 5;
  dispatch.counters["TCC_EA_WRREQ_64B_sum"] = 6;
  const ProfiledLaunch launch = rocm_reading(dispatch, {});
  ASSERT_FALSE(launch.failure);
  EXPECT_EQ(launch.reading.values.l1_hit_rate_pct, 0);
  EXPECT_EQ(launch.reading.values.hbm_write_bytes, 6 * 64);
  ASSERT_EQ(launch.notes.size(), 2U);
  EXPECT_EQ(launch.notes[0],
            "write requests of 32 B came out as -1 and were taken as 0: counters of different "
            "runs");
  EXPECT_EQ(launch.notes[1], "l1_hit_rate_pct was -10, from counters of different runs");
}

TEST(RocmFormulas, counters_are_found_under_the_names_of_other_releases) {
  RocmDispatch dispatch = small_dispatch();
  dispatch.counters.erase("TCC_HIT_sum");
  dispatch.counters["TCC_HIT"] = 3;  // rows of single channels, summed
  dispatch.counters["TCC_MISS_sum"] = 1;
  dispatch.counters.erase("TCC_EA_RDREQ_sum");
  dispatch.counters["TCC_EA0_RDREQ_sum"] = 10;
  const ProfiledLaunch launch = rocm_reading(dispatch, {});
  ASSERT_FALSE(launch.failure) << launch.failure->detail;
  EXPECT_EQ(launch.reading.values.l2_hit_rate_pct, 75);
  EXPECT_EQ(launch.reading.values.hbm_read_bytes, 640);
}

TEST(RocmFormulas, raw_counters_are_kept) {
  RocmDispatch dispatch = small_dispatch();
  dispatch.counters["TCC_REQ_sum"] = 17;
  dispatch.counters["SQ_WAVES"] = 4;
  dispatch.lds_bytes = 2048;
  const ProfiledLaunch launch = rocm_reading(dispatch, {});
  const std::map<std::string, double> raw(launch.reading.raw.begin(), launch.reading.raw.end());
  EXPECT_EQ(raw.size(), launch.reading.raw.size());
  EXPECT_EQ(raw.size(), 33U);  // 32 that are asked for, and the bytes of LDS
  EXPECT_EQ(raw.at("TCC_REQ_sum"), 17);
  EXPECT_EQ(raw.at("SQ_WAVES"), 4);
  EXPECT_EQ(raw.at("lds_bytes_per_workgroup"), 2048);
}

TEST(RocmFormulas, missing_counters_are_named) {
  RocmDispatch dispatch = small_dispatch();
  dispatch.counters.erase("TCC_HIT_sum");
  dispatch.counters.erase("SQ_INSTS_VALU_INT32");
  dispatch.notes = {"not in pmc_3"};
  const ProfiledLaunch launch = rocm_reading(dispatch, {});
  ASSERT_TRUE(launch.failure);
  EXPECT_EQ(launch.failure->reason, "counters");
  EXPECT_EQ(launch.failure->detail,
            "not read: SQ_INSTS_VALU_INT32, TCC_HIT_sum (not in pmc_3): `kcast-collect-rocm plan` "
            "prints what to ask for; --roof-only is not enough");
  dispatch = small_dispatch();
  dispatch.counters["TCC_HIT_sum"] = -1;
  EXPECT_EQ(rocm_reading(dispatch, {}).failure->detail, "TCC_HIT_sum is negative");
}

TEST(RocmFormulas, times_that_make_no_sense_are_refused) {
  const auto launches = read({.path = kFolder + "rocm_mangled", .arch = RocmArch::Gfx942});
  ASSERT_EQ(launches.size(), 1U);
  ASSERT_TRUE(launches[0].failure);
  EXPECT_EQ(launches[0].failure->reason, "time");
  EXPECT_NE(launches[0].failure->detail.find("spreadsheet"), std::string::npos);
  for (const int64_t duration : {int64_t{0}, int64_t{-5}, int64_t{140'469'300'947'216}}) {
    RocmDispatch dispatch = small_dispatch();
    dispatch.durations_ns = {2000, duration};
    ASSERT_TRUE(rocm_reading(dispatch, {}).failure) << duration;
    EXPECT_EQ(rocm_reading(dispatch, {}).failure->reason, "time");
  }
  RocmDispatch dispatch = small_dispatch();
  dispatch.durations_ns.clear();
  EXPECT_EQ(rocm_reading(dispatch, {}).failure->reason, "time");
}

}  // namespace
}  // namespace kcast::collect
