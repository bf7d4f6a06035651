#include "collect/import/ncu.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "collect/import/ncu_table.h"

namespace kcast::collect {
namespace {

const std::string kFolder = KCAST_SOURCE_DIR "/tests/data/profilers/";
const std::string kSaxpy = "saxpy(int, float, const float *, float *)";

std::vector<ProfiledLaunch> launches_of(const std::vector<std::string>& names,
                                        const NcuImportOptions& options = {}) {
  std::vector<std::filesystem::path> files;
  for (const std::string& name : names)
    files.emplace_back(kFolder + name);
  auto launches = import_ncu_files(files, options);
  EXPECT_TRUE(launches) << launches.error().message;
  return launches ? *launches : std::vector<ProfiledLaunch>{};
}

std::string error_of(std::string text) {
  const std::vector<NcuText> texts = {{"n.csv", std::move(text)}};
  const auto launches = import_ncu(texts);
  return launches ? "no error" : launches.error().message;
}

// The first launch of ncu_base.csv with a text replaced.
std::string base_with(const std::string& from, const std::string& to) {
  std::string text = *read_file(kFolder + "ncu_base.csv");
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

double raw_of(const ProfiledLaunch& launch, const std::string& name) {
  for (const auto& [known, value] : launch.reading.raw) {
    if (known == name) return value;
  }
  ADD_FAILURE() << "no raw counter " << name;
  return -1;
}

TEST(Ncu, reads_launches_between_lines_of_ncu_and_of_the_program) {
  const auto launches = launches_of({"ncu_base.csv"});
  ASSERT_EQ(launches.size(), 3U);
  const ProfiledLaunch& first = launches[0];
  EXPECT_EQ(first.collector, "ncu");
  EXPECT_EQ(first.kernel, kSaxpy);
  EXPECT_EQ(first.gpu_target, "sm_90");
  EXPECT_EQ(first.gpu_name, "NVIDIA H200");
  EXPECT_EQ(first.grid, (std::array<int64_t, 3>{4096, 1, 1}));
  EXPECT_EQ(first.block, (std::array<int64_t, 3>{256, 1, 1}));
  EXPECT_EQ(first.blocks, 4096);
  EXPECT_EQ(first.threads_per_block, 256);
  EXPECT_EQ(first.occurrence, 0);
  EXPECT_EQ(launches[1].blocks, 4096);  // 64 x 64
  EXPECT_EQ(launches[1].threads_per_block, 128);
  EXPECT_EQ(launches[2].kernel, kSaxpy);
  EXPECT_EQ(launches[2].occurrence, 1);
}

TEST(Ncu, a_reading_has_the_values_that_were_printed) {
  const auto launches = launches_of({"ncu_base.csv"});
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_FALSE(launches[0].failure);
  const LaunchReading& reading = launches[0].reading;
  EXPECT_EQ(reading.values.time_us, 5.952);
  EXPECT_EQ(reading.values.l1_bytes, 12582912);
  EXPECT_EQ(reading.values.l1_hit_rate_pct, 33.33);
  EXPECT_EQ(reading.values.l2_bytes, 12700000);
  EXPECT_EQ(reading.values.l2_hit_rate_pct, 41.5);
  EXPECT_EQ(reading.values.hbm_read_bytes, 8388608);
  EXPECT_EQ(reading.values.hbm_write_bytes, 1024);
  EXPECT_EQ(reading.values.flops_fp32, 2 * 1048576);
  EXPECT_EQ(reading.values.flops_fp64, 0);
  EXPECT_EQ(reading.values.flops_tensor, 0);
  EXPECT_EQ(reading.values.int_ops, 3145728);
  EXPECT_EQ(reading.times_us, std::vector<double>{5.952});
  EXPECT_NEAR(reading.sm_clock_mhz, 1918.69, 0.01);
  EXPECT_NEAR(reading.memory_clock_mhz, 3179.21, 0.01);
  EXPECT_EQ(reading.registers, 16);
}

TEST(Ncu, operations_are_weighted_by_type) {
  const auto launches = launches_of({"ncu_base.csv"});
  ASSERT_EQ(launches.size(), 3U);
  const ProfiledLaunch& gemm = launches[1];
  EXPECT_EQ(gemm.reading.values.flops_fp32, 2000 + 3000 + 2 * 500);
  EXPECT_EQ(gemm.reading.values.flops_fp64, 7 + 11 + 2 * 13);
  EXPECT_EQ(gemm.reading.values.flops_fp16, 2 * 17 + 2 * 19 + 4 * 23);
  EXPECT_EQ(gemm.reading.values.flops_tensor, 1107296256);
  EXPECT_EQ(gemm.reading.static_shared_bytes, 4096);
  EXPECT_EQ(raw_of(gemm, "hfma"), 23);
  EXPECT_EQ(raw_of(gemm, "tensor_instructions"), 262144);
  EXPECT_EQ(raw_of(gemm, "tensor_fp16"), 1107296256);
}

TEST(Ncu, a_rate_over_a_hundred_is_clamped_and_told) {
  const auto launches = launches_of({"ncu_base.csv"});
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches[1].reading.values.l2_hit_rate_pct, 100);
  ASSERT_FALSE(launches[1].notes.empty());
  EXPECT_EQ(launches[1].notes[0], "l2_hit_rate_pct was 101.2, from counters of different passes");
}

// 4096 HFMA2 that move a constant are 16384 FLOPs to the formula.
TEST(Ncu, half_precision_is_counted_with_a_warning_or_not_at_all) {
  const auto counted = launches_of({"ncu_base.csv"});
  ASSERT_EQ(counted.size(), 3U);
  EXPECT_EQ(counted[0].reading.values.flops_fp16, 16384);
  ASSERT_EQ(counted[0].notes.size(), 1U);
  EXPECT_NE(counted[0].notes[0].find("half types"), std::string::npos);
  const auto ignored = launches_of({"ncu_base.csv"}, {.half_types = false});
  ASSERT_EQ(ignored.size(), 3U);
  EXPECT_EQ(ignored[0].reading.values.flops_fp16, 0);
  EXPECT_TRUE(ignored[0].notes.empty());
  EXPECT_EQ(raw_of(ignored[0], "hfma"), 4096);
}

// The scaled file has two decimals of each number.
TEST(Ncu, scaled_units_give_the_same_values) {
  const auto exact = launches_of({"ncu_base.csv"});
  const auto scaled = launches_of({"ncu_scaled.csv"});
  ASSERT_EQ(exact.size(), 3U);
  ASSERT_EQ(scaled.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    for (const Metric& metric : metrics()) {
      if (metric.base == nullptr || metric.name == "hbm_write_bytes") continue;
      const double value = exact[i].reading.values.*metric.base;
      EXPECT_NEAR(scaled[i].reading.values.*metric.base, value, 0.006 * value) << metric.name;
    }
    EXPECT_NEAR(scaled[i].reading.sm_clock_mhz, exact[i].reading.sm_clock_mhz, 5);
    EXPECT_EQ(scaled[i].reading.raw, exact[i].reading.raw);
  }
  EXPECT_EQ(scaled[1].reading.static_shared_bytes, 4100);
}

TEST(Ncu, units_of_both_generations_are_known) {
  EXPECT_EQ(*ncu_unit_factor("usecond"), *ncu_unit_factor("us"));
  EXPECT_EQ(*ncu_unit_factor("msecond"), 1e6);
  EXPECT_EQ(*ncu_unit_factor("cycle/nsecond"), *ncu_unit_factor("Ghz"));
  EXPECT_EQ(*ncu_unit_factor("Kbyte"), 1000);
  EXPECT_EQ(ncu_unit_factor("furlong").error().message,
            "unknown unit 'furlong': print it with --print-units base");
}

TEST(Ncu, further_passes_add_times_by_kernel_size_and_occurrence) {
  const auto launches = launches_of({"ncu_base.csv", "ncu_times.csv", "ncu_times.csv"});
  ASSERT_EQ(launches.size(), 3U);
  EXPECT_EQ(launches[0].reading.times_us, (std::vector<double>{5.952, 6.016, 6.016}));
  EXPECT_EQ(launches[0].reading.values.time_us, 6.016);
  EXPECT_EQ(launches[1].reading.times_us, (std::vector<double>{10.176, 10.112, 10.112}));
  EXPECT_EQ(launches[2].reading.times_us, (std::vector<double>{6.4, 6.08, 6.08}));
  EXPECT_EQ(launches[2].reading.values.l2_bytes, 12700032);
}

TEST(Ncu, two_outputs_in_one_text_are_read_with_their_own_units) {
  const std::string base = *read_file(kFolder + "ncu_base.csv");
  const std::string scaled = *read_file(kFolder + "ncu_scaled.csv");
  const std::string table = scaled.substr(scaled.find("\"ID\""));  // no line of ncu between
  for (const std::string& text : {base + scaled, base + table}) {
    const std::vector<NcuText> texts = {{"n.csv", text}};
    const auto launches = import_ncu(texts);
    ASSERT_TRUE(launches) << launches.error().message;
    ASSERT_EQ(launches->size(), 5U);
    EXPECT_EQ((*launches)[3].occurrence, 2);
    EXPECT_NEAR((*launches)[3].reading.values.time_us, 5.95, 1e-9);
  }
}

TEST(Ncu, missing_metrics_are_named) {
  const auto launches = launches_of({"ncu_times.csv"});
  ASSERT_EQ(launches.size(), 3U);
  ASSERT_TRUE(launches[0].failure);
  EXPECT_EQ(launches[0].failure->reason, "counters");
  EXPECT_TRUE(launches[0].failure->detail.starts_with(
      "ncu did not read l1tex__t_bytes.sum, l1tex__t_sector_hit_rate.pct, "))
      << launches[0].failure->detail;
  const std::vector<NcuText> texts = {{"n.csv", base_with("\"12,700,000\"", "\"n/a\"")}};
  const auto unread = import_ncu(texts);
  ASSERT_TRUE(unread) << unread.error().message;
  ASSERT_TRUE((*unread)[0].failure);
  EXPECT_EQ((*unread)[0].failure->detail,
            "ncu did not read lts__t_bytes.sum: ask for them with --metrics");
  EXPECT_FALSE((*unread)[1].failure);
}

TEST(Ncu, tensor_cores_that_were_used_need_their_operations) {
  std::string text = base_with("sm__ops_path_tensor_src_fp16.sum", "other");
  text.replace(text.find("sm__ops_path_tensor_src_int8.sum"), 32, "another");
  const std::vector<NcuText> texts = {{"n.csv", text}};
  const auto launches = import_ncu(texts);
  ASSERT_TRUE(launches) << launches.error().message;
  EXPECT_FALSE((*launches)[0].failure);
  ASSERT_TRUE((*launches)[1].failure);
  EXPECT_NE((*launches)[1].failure->detail.find("sm__ops_path_tensor_src"), std::string::npos);
}

TEST(Ncu, either_prefix_of_instruction_counts_is_read) {
  std::string text = base_with("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum",
                               "sm__sass_thread_inst_executed_op_ffma_pred_on.sum");
  const std::vector<NcuText> texts = {{"n.csv", text}};
  const auto launches = import_ncu(texts);
  ASSERT_TRUE(launches) << launches.error().message;
  EXPECT_FALSE((*launches)[0].failure);
  EXPECT_EQ((*launches)[0].reading.values.flops_fp32, 2 * 1048576);
}

TEST(Ncu, a_time_of_zero_is_no_reading) {
  const std::vector<NcuText> texts = {{"n.csv", base_with("\"5,952\"", "\"0\"")}};
  const auto launches = import_ncu(texts);
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_TRUE((*launches)[0].failure);
  EXPECT_EQ((*launches)[0].failure->reason, "time");
}

TEST(Ncu, errors_name_file_line_and_remedy) {
  EXPECT_NE(error_of("==ERROR== ERR_NVGPUCTRPERM\n").find("n.csv: no table of ncu"),
            std::string::npos);
  EXPECT_EQ(error_of(base_with("\"12,700,000\"", "\"12,70\"")),
            "n.csv:7: column lts__t_bytes.sum: '12,70' is no number");
  EXPECT_EQ(error_of(base_with("\"(4096, 1, 1)\"", "\"4096\"")),
            "n.csv:7: column Grid Size: '4096' is no size");
  EXPECT_EQ(error_of(base_with("\"(4096, 1, 1)\"", "\"(4096, 1, 99999)\"")),
            "n.csv:7: column Grid Size: '(4096, 1, 99999)' is no size");
  EXPECT_EQ(error_of(base_with("\"%\"", "\"parts\"")),
            "n.csv:6: column l1tex__t_sector_hit_rate.pct: unknown unit 'parts': print it with "
            "--print-units base");
  EXPECT_EQ(error_of(base_with("\"launch__func_cache_config\"", "\"Metric Name\"")),
            "n.csv: this is not the raw page: print it with --csv --page raw");
  std::string cut = *read_file(kFolder + "ncu_base.csv");
  cut.resize(cut.size() - 40);
  EXPECT_NE(error_of(cut).find("is the file cut off?"), std::string::npos);
  std::string no_units = *read_file(kFolder + "ncu_times.csv");
  const size_t units = no_units.find("\"\",");
  no_units.erase(units, no_units.find('\n', units) + 1 - units);
  EXPECT_EQ(error_of(no_units),
            "n.csv:3: no row of units below the header: print it with --csv --page raw");
  EXPECT_EQ(error_of("\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\"\n\"\",\"\",\"\",\"\"\n"),
            "n.csv: no launches below the header");
}

// Our own script asks for these.
TEST(Ncu, the_metrics_to_ask_for_are_complete) {
  const std::string metrics = "," + ncu_metrics_argument() + ",";
  for (const char* name :
       {"gpu__time_duration.sum", "l1tex__t_bytes.sum", "l1tex__t_sector_hit_rate.pct",
        "lts__t_bytes.sum", "lts__t_sector_hit_rate.pct", "dram__bytes_read.sum",
        "dram__bytes_write.sum", "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum",
        "smsp__sass_thread_inst_executed_op_integer_pred_on.sum",
        "sm__inst_executed_pipe_tensor.sum", "sm__ops_path_tensor_src_tf32_dst_fp32.sum"}) {
    EXPECT_NE(metrics.find("," + std::string(name) + ","), std::string::npos) << name;
  }
}

TEST(ProfiledLaunch, a_line_comes_back_as_it_was) {
  auto launches = launches_of({"ncu_base.csv", "ncu_times.csv"});
  ASSERT_EQ(launches.size(), 3U);
  launches[0].tool_metrics = {{"l1_arithmetic_intensity", 0.25}};
  launches[1].grid.reset();
  for (const ProfiledLaunch& launch : launches) {
    const std::string line = profiled_launch_line(launch);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const auto back = parse_profiled_launch(line);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(*back, launch);
  }
  ProfiledLaunch failed;
  failed.collector = "rocm";
  failed.kernel = "k";
  failed.failure = ReadingFailure{"time", "no time"};
  const std::string line = profiled_launch_line(failed);
  EXPECT_EQ(line.find("values"), std::string::npos);
  const auto back = parse_profiled_launch(line);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, failed);
}

TEST(ProfiledLaunch, a_broken_line_is_an_error) {
  for (const char* line : {"", "{}", "{\"collector\": 1}", "{\"collector\":\"a\",\"kernel\":\"b\"}",
                           "[1]", "{\"collector\":\"a\",\"kernel\":\"b\",\"values\":{}}"}) {
    EXPECT_FALSE(parse_profiled_launch(line)) << line;
  }
}

}  // namespace
}  // namespace kcast::collect
