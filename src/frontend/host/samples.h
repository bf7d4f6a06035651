// Rounds of long loops that are picked out and run with known numbers.
//
// When most rounds of a loop are skipped (summaries.h), numbers that move evenly are
// known in every one of them. So a few rounds, spread over all, can be run as they would
// be: what they store shows what the loop fills arrays with, and how fast a sum grows.
// All of it is undone; it leaves samples (values/samples.h) and estimates that are marked.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/host/rounds.h"
#include "frontend/host/state/control.h"
#include "frontend/host/state/doubt.h"
#include "frontend/host/state/loop_guesses.h"
#include "frontend/host/values/memory.h"
#include "frontend/host/values/value.h"

namespace kcast::host {

// A number that skipped rounds are taken to have moved on to.
struct LoopDrift {
  uint32_t object = 0;
  int64_t offset = 0;
  Shape shape;
  int64_t start = 0;  // before the rounds
  int64_t value = 0;  // after them
};

// The launches of one block of rounds, and how many blocks it stands for.
struct PickedLaunches {
  std::vector<LaunchRecord> records;
  int64_t times = 0;
};

struct LoopSamplesUses {
  LoopRounds& rounds_;
  HostMemory& memory_;
  const Control& control_;
  const Doubt& doubt_;
  const LoopTrials& trials_;
};

class LoopSamples : private LoopSamplesUses {
 public:
  explicit LoopSamples(const LoopSamplesUses& uses) : LoopSamplesUses(uses) {}

  // Leaves samples of what the loop writes in the guess.
  std::vector<LoopDrift> sample_rounds(const LoopParts& parts, const LoopBlocks& blocks,
                                       LoopGuess& guess);
  // Launches whose values differ from round to round: those of a few blocks stand for the rest.
  std::vector<PickedLaunches> pick_launches(const LoopParts& parts, const LoopBlocks& blocks,
                                            const LoopGuess& guess);
  // The numbers are estimates: they keep the cause for which they are not known.
  void settle_drifts(const std::vector<LoopDrift>& drifts);

 private:
  std::vector<LoopDrift> measure_drifts(const LoopParts& parts, const LoopBlocks& blocks,
                                        const LoopGuess& guess);
  bool run_sampled(const LoopParts& parts, const LoopBlocks& blocks, const LoopGuess& guess,
                   int64_t round, const std::vector<LoopDrift>& drifts);
  void place_lines(const LoopBlocks& blocks, const LoopGuess& guess, int64_t round);
  EvalValue number_at(uint32_t object, int64_t offset, uint32_t bytes) const;
};

}  // namespace kcast::host
