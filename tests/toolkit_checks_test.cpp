// The check kernels as `kcast predict --toolkit` analyses them: NVRTC's PTX and ptxas's registers,
// beside our own front end's PTX and estimated registers, both against what an H200 read.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "base/files.h"
#include "base/text.h"
#include "check_run.h"
#include "frontend/toolkit/toolkit_programs.h"
#include "predict/predictor_kind.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/checks";

// What was reached, by criterion: of a share more is better, of an error less.
std::map<std::string, double> reached(const CheckRun& run, const Gpu& gpu) {
  std::map<std::string, double> out;
  const auto add = [&](const std::string& part, const std::vector<eval::CheckRow>& rows) {
    for (const eval::Criterion& criterion : eval::judge(rows, gpu))
      if (criterion.reached) out[part + criterion.name] = *criterion.reached;
  };
  add("", run.rows);
  add("held-out: ", eval::rows_of_part(run.rows, true));
  return out;
}

// Launches whose registers are estimated within 10 % of what ptxas takes.
double right_registers(const CheckRun& own, const CheckRun& theirs) {
  double right = 0;
  for (size_t i = 0; i < own.rows.size(); ++i) {
    const auto said = static_cast<double>(own.analyses[i].features.occupancy.registers);
    const auto taken = static_cast<double>(theirs.analyses[i].features.occupancy.registers);
    right += std::abs(said - taken) <= 0.1 * taken ? 1 : 0;
  }
  return right / static_cast<double>(own.rows.size());
}

// As `kcast predict` corrects them. The check kernels were not among what the trees were fitted to.
CheckRun corrected(CheckRun run, const Gpu& gpu) {
  for (size_t i = 0; i < run.rows.size(); ++i) {
    predict::LaunchPrediction entry;
    entry.launch = run.launches[i];
    entry.features = run.analyses[i].features;
    entry.prediction = run.analyses[i].prediction;
    predict::apply_predictor(predict::PredictorKind::Hybrid, "cuda", gpu, entry);
    run.rows[i].predicted = entry.prediction.values;
  }
  return run;
}

void print_beside(const CheckRun& own, const CheckRun& theirs, const Gpu& gpu) {
  const std::map<std::string, double> after = reached(theirs, gpu);
  for (const auto& [name, value] : reached(own, gpu))
    std::cout << name << "\t" << value << " -> " << after.at(name) << "\n";
}

TEST(toolkit_checks, the_toolkit_knows_registers_and_counts_no_worse) {
  const auto toolkit = frontend::find_toolkit("");
  if (!toolkit) GTEST_SKIP() << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
  const auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto cases = load_check_cases(kFolder);
  ASSERT_TRUE(cases) << cases.error().message;
  const auto readings = read_readings(kFolder + "/readings_h200.tsv");
  ASSERT_TRUE(readings) << readings.error().message;
  const std::string file = KCAST_SOURCE_DIR "/data/gpus/h200.json";
  const auto gpu = gpu_from_json(file, *read_file(file));
  ASSERT_TRUE(gpu) << gpu.error().message;
  const CheckRun own = run_checks(**frontend, *cases, *readings, *gpu);
  const CheckRun theirs = run_checks(**frontend, *cases, *readings, *gpu, ".cu",
                                     {.toolkit = &*toolkit, .machine = true});
  for (const std::string& failure : theirs.failures)
    ADD_FAILURE() << failure;
  ASSERT_EQ(theirs.rows.size(), own.rows.size());
  for (const analyze::Analysis& analysis : theirs.analyses)
    EXPECT_TRUE(analysis.features.occupancy.registers_exact) << analysis.prediction.kernel;
  const std::map<std::string, double> before = reached(own, *gpu);
  const std::map<std::string, double> after = reached(theirs, *gpu);
  print_beside(own, theirs, *gpu);
  std::cout << "\nwith trees\n";
  print_beside(corrected(own, *gpu), corrected(theirs, *gpu), *gpu);
  std::cout << "registers estimated within 10 %\t" << right_registers(own, theirs) << "\n";
  for (const char* exact : {"fp32 and fp64 FLOPs within 0.5 %", "integer operations within 10 %"})
    EXPECT_GE(after.at(exact), before.at(exact) - 0.01) << exact;
}

}  // namespace
}  // namespace kcast

// This program is also the process that NVRTC runs in.
int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + 1, argv + argc);
  if (const auto status = kcast::frontend::run_as_nvrtc_worker(args)) return *status;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
