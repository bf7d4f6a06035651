// The analytic model against the readings of tests/checks/readings_h200.tsv.
//
// tests/checks/reached.tsv holds what was reached, so that nothing gets worse unseen.
//   KCAST_UPDATE_REACHED=1 check_kernels_test    writes that file and docs/check-kernels.md
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "base/files.h"
#include "base/text.h"
#include "check_run.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/checks";

constexpr const char* kIntroduction = R"(# The analytic model on the check kernels

`tests/checks` holds kernels with launches, and what Nsight Compute read for each on an H200 (`scripts/profile_checks`; cold caches, clocks left alone, time as median of three runs, whose spread is 1.4 % in the median and 5.5 % at the 90th percentile).
A third of the kernels, by a hash of their name, is held out: its readings were not looked at while the model was tuned, and only aggregates of it are shown here. The other two thirds are open: parameters were chosen on them, and the rows below are theirs.
Launches whose control flow or addresses rest on unknown values are marked *estimated* and not judged; gathers and scatters with a footprint near the L2's size are marked *irregular* and not judged for L2 and DRAM.

Made by `KCAST_UPDATE_REACHED=1 build/dev/tests/check_kernels_test`, which also writes what the test holds from then on.

Ratios are predicted over measured; DRAM writes and hit rates are differences.
A remark says what is known about a miss; where it says so it is a guess. Misses without a remark were not looked into.

)";

constexpr const char* kOpenClIntroduction = R"(
## The OpenCL versions

Event times of the OpenCL versions (`kcast-collect-opencl run --repeat 5`, L2 emptied by reading; `tests/checks/readings_h200_opencl.tsv`), beside the time that is predicted for them from the OpenCL source.
An event covers more than `gpu__time_duration` does: 3.8 us more in the median of the 71 open launches under 20 us that have both, which is taken off before comparing. Nothing else was tuned on these times.

)";

constexpr double kEventOverheadUs = 3.8;

frontend::Frontend* shared_frontend() {
  static const auto started = frontend::Frontend::start();
  return started ? started->get() : nullptr;
}

// Two columns: a name, and the rest of the line.
std::map<std::string, std::string> read_pairs(const std::string& file) {
  std::map<std::string, std::string> out;
  const auto text = read_file(file);
  if (!text) return out;
  for (const std::string& line : split(*text, '\n')) {
    const size_t tab = line.find('\t');
    if (tab != std::string::npos) out[line.substr(0, tab)] = line.substr(tab + 1);
  }
  return out;
}

struct BothRuns {
  CheckRun cuda;
  CheckRun opencl;  // times alone
};

// What a part reached, by "part: criterion".
std::map<std::string, double> reached_by(const BothRuns& runs, const Gpu& gpu) {
  std::map<std::string, double> out;
  const auto add = [&out](const std::string& part, const std::vector<eval::Criterion>& criteria) {
    for (const eval::Criterion& criterion : criteria) {
      if (!criterion.reached) continue;
      // A statistic that must stay small is held with its sign turned.
      out[part + ": " + criterion.name] =
          criterion.at_most ? -*criterion.reached : *criterion.reached;
    }
  };
  for (const bool held_out : {true, false}) {
    const std::string part = held_out ? "held-out" : "open";
    add(part, eval::judge(eval::rows_of_part(runs.cuda.rows, held_out), gpu));
    add("opencl, " + part, eval::judge_times(eval::rows_of_part(runs.opencl.rows, held_out)));
  }
  return out;
}

void update(const BothRuns& runs, const Gpu& gpu) {
  std::string held;
  for (const auto& [name, value] : reached_by(runs, gpu))
    held += name + "\t" + format_number(value, 4) + "\n";
  ASSERT_TRUE(write_file(kFolder + "/reached.tsv", held));
  const std::string table =
      eval::check_report(runs.cuda.rows, gpu, read_pairs(kFolder + "/remarks.tsv"));
  ASSERT_TRUE(write_file(
      std::string(KCAST_SOURCE_DIR) + "/docs/check-kernels.md",
      kIntroduction + table + kOpenClIntroduction + eval::time_report(runs.opencl.rows)));
}

TEST(check_kernels, nothing_is_worse_than_it_was) {
  frontend::Frontend* frontend = shared_frontend();
  ASSERT_NE(frontend, nullptr);
  const auto cases = load_check_cases(kFolder);
  ASSERT_TRUE(cases) << cases.error().message;
  EXPECT_GE(cases->size(), 90U);
  const auto readings = read_readings(kFolder + "/readings_h200.tsv");
  ASSERT_TRUE(readings) << readings.error().message;
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  ASSERT_TRUE(text);
  const auto gpu = gpu_from_json("h200.json", *text);
  ASSERT_TRUE(gpu) << gpu.error().message;
  auto event_times = read_readings(kFolder + "/readings_h200_opencl.tsv");
  ASSERT_TRUE(event_times) << event_times.error().message;
  for (auto& [launch, values] : *event_times) {
    values["time_us"] -= kEventOverheadUs;
  }
  const BothRuns runs{run_checks(*frontend, *cases, *readings, *gpu),
                      run_checks(*frontend, *cases, *event_times, *gpu, ".cl")};
  for (const CheckRun* run : {&runs.cuda, &runs.opencl}) {
    for (const std::string& failure : run->failures)
      ADD_FAILURE() << failure;
  }
  EXPECT_GE(runs.cuda.rows.size(), 400U);
  EXPECT_GE(runs.opencl.rows.size(), 200U);
  if (std::getenv("KCAST_UPDATE_REACHED") != nullptr) update(runs, *gpu);
  const std::map<std::string, double> now = reached_by(runs, *gpu);
  const std::map<std::string, std::string> held = read_pairs(kFolder + "/reached.tsv");
  EXPECT_GE(held.size(), 20U);
  for (const auto& [name, value] : held) {
    ASSERT_TRUE(now.contains(name)) << name;
    // Another compiler's rounding may move a launch over a border.
    EXPECT_GE(now.at(name), std::stod(value) - 0.01) << name;
  }
}

}  // namespace
}  // namespace kcast
