// The operations of a launch asked step by step: how many threads work, how often each goes round
// its busiest loop, what a round costs, what is left. The analysis has the right answer to every
// step, so that a report shows which one a model gets wrong. The texts are ours.
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/flop_steps.h"
#include "base/result.h"
#include "encode/prompts.h"
#include "launch/ready_kernel.h"
#include "schema/gpu/gpu.h"
#include "workflow/chat/chat_task.h"

namespace kcast::workflow {

// The steps, in the order in which they are asked; kernels without a loop have no rounds.
inline constexpr std::string_view kAtOnce = "at once";
inline constexpr std::string_view kThreads = "threads";
inline constexpr std::string_view kRounds = "rounds";
inline constexpr std::string_view kRound = "operations of a round";
inline constexpr std::string_view kOthers = "other operations";
inline constexpr std::array kFlopSteps = {kAtOnce, kThreads, kRounds, kRound, kOthers};

// The listing of LLMPerf becomes the question for all operations at once.
void ask_for_flops(std::vector<encode::Turn>& prompt);

// Source in which no loop is unrolled, line by line the same.
std::string plain_loops(std::string_view source);

// The steps of a launch, and how the loop is written.
struct CountedLoop {
  analyze::FlopSteps steps;
  std::string text;  // "for (int k = 0; k < n; ++k)"; empty: no loop
};

struct CountedLaunch {
  std::string recipe;
  std::string language;
  std::string launch_text;  // of a plan
  const KernelSource& shown;
  const Launch& launch;
};
// An error is the reason why the steps of a launch cannot be asked.
Result<CountedLoop> count_loop(const CountedLaunch& counted, const launch::Inspect& inspect,
                               const Gpu& gpu);

// `whole` lists the kernel and has the measured operations. An error where the steps do not come to
// them.
Result<std::vector<ChatQuestion>> step_questions(const ChatQuestion& whole,
                                                 const CountedLoop& loop);

// What the answers to the steps of one launch come to; NaN where one is missing.
double product_of_steps(const std::map<std::string, double>& steps);

}  // namespace kcast::workflow
