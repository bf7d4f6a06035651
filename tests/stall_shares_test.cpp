// What the simulated warps wait for, beside the stall reasons that Nsight Compute read on an H200
// for the first launch of each check case (tests/checks/stalls_h200.tsv). Nothing is tuned on these
// readings; KCAST_PRINT_STALLS=1 prints the open part.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <vector>

#include "base/files.h"
#include "check_run.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/checks";

// Coarser than a profiler's words: "wait", "short scoreboard" and full queues turn into each other.
enum Group : size_t { Issuing, Memory, Pipes, Barrier, NotSelected, Other, Groups };
using Shares = std::array<double, Groups>;

Group group_of(const std::string& reason) {
  static const std::map<std::string, Group> groups = {{"selected", Issuing},
                                                      {"long_scoreboard", Memory},
                                                      {"lg_throttle", Memory},
                                                      {"membar", Memory},
                                                      {"wait", Pipes},
                                                      {"short_scoreboard", Pipes},
                                                      {"math_pipe_throttle", Pipes},
                                                      {"mio_throttle", Pipes},
                                                      {"tex_throttle", Pipes},
                                                      {"gmma", Pipes},
                                                      {"barrier", Barrier},
                                                      {"not_selected", NotSelected}};
  const auto found = groups.find(reason);
  return found == groups.end() ? Other : found->second;
}

Group group_of(WarpState state) {
  switch (state) {
    case WarpState::Issuing:
      return Issuing;
    case WarpState::Memory:
      return Memory;
    case WarpState::Shared:
    case WarpState::Arithmetic:
    case WarpState::Throttled:
      return Pipes;
    case WarpState::Barrier:
      return Barrier;
    case WarpState::NotSelected:
      return NotSelected;
    case WarpState::Other:
      return Other;
  }
  return Other;
}

Shares measured_shares(const std::map<std::string, double>& reading) {
  Shares shares{};
  double all = 0;
  for (const auto& [reason, warps] : reading) {
    shares[group_of(reason)] += warps;
    all += warps;
  }
  for (double& share : shares)
    share /= all;
  return shares;
}

Shares predicted_shares(const std::vector<WarpTime>& times) {
  Shares shares{};
  for (const WarpTime& time : times)
    shares[group_of(time.state)] += time.share;
  return shares;
}

size_t largest(const Shares& shares) {
  return static_cast<size_t>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

struct Part {
  size_t launches = 0;
  size_t same_largest = 0;
  std::vector<double> memory_errors;  // points

  double same_share() const {
    return static_cast<double>(same_largest) / static_cast<double>(launches);
  }
  double median_error() {
    std::sort(memory_errors.begin(), memory_errors.end());
    return memory_errors[memory_errors.size() / 2];
  }
};

TEST(StallShares, the_largest_is_the_profilers_for_most_launches) {
  const auto frontend = *frontend::Frontend::start();
  ASSERT_NE(frontend, nullptr);
  const auto text = read_file(std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json");
  ASSERT_TRUE(text);
  const auto gpu = gpu_from_json("h200.json", *text);
  ASSERT_TRUE(gpu);
  const auto cases = load_check_cases(kFolder);
  ASSERT_TRUE(cases);
  const auto readings = read_readings(kFolder + "/stalls_h200.tsv");
  ASSERT_TRUE(readings) << readings.error().message;
  const CheckRun run = run_checks(*frontend, *cases, *readings, *gpu);
  EXPECT_TRUE(run.failures.empty()) << run.failures.front();
  std::array<Part, 2> parts;  // open, held out
  for (size_t i = 0; i < run.rows.size(); ++i) {
    const eval::CheckRow& row = run.rows[i];
    const Shares measured = measured_shares(readings->at({row.kernel, row.launch}));
    const Shares predicted = predicted_shares(run.analyses[i].prediction.warp_time);
    Part& part = parts[row.held_out() ? 1 : 0];
    ++part.launches;
    if (largest(measured) == largest(predicted)) ++part.same_largest;
    part.memory_errors.push_back(std::abs(measured[Memory] - predicted[Memory]) * 100);
    if (std::getenv("KCAST_PRINT_STALLS") == nullptr || row.held_out()) continue;
    std::printf("%-28s", row.kernel.c_str());
    for (size_t group = 0; group < Groups; ++group)
      std::printf("  %3.0f/%3.0f", 100 * predicted[group], 100 * measured[group]);
    std::printf("\n");
  }
  for (size_t held = 0; held < parts.size(); ++held) {
    Part& part = parts[held];
    ASSERT_GT(part.launches, 30U);
    std::printf(
        "%s: %zu launches, largest state the same for %.1f %%, waiting for memory off by %.1f "
        "points (median)\n",
        held != 0 ? "held-out third" : "open part", part.launches, 100 * part.same_share(),
        part.median_error());
    EXPECT_GE(part.same_share(), 0.6);
    EXPECT_LE(part.median_error(), 22);
  }
}

}  // namespace
}  // namespace kcast
