// What a unit runs, as its simulation sees it: the kernel's instructions as steps with their
// dependences, in the order in which ptxas issues them, and the way that a warp takes through them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::sim {

enum class StepKind : uint8_t { Plain, Load, Store, Atomic, Shared, Barrier };

// What a memory instruction asks for, each time that a warp runs it. Cycles are of the unit's
// clock; those of L2 and DRAM are what comes to one of the units at work.
struct Request {
  double chance = 1;       // that something is asked for at all
  double data_cycles = 1;  // of the stage that L1 and shared memory have in common
  double port_cycles = 0;  // of the way to L2
  double l2_cycles = 0;
  double dram_cycles = 0;
  double l2_share = 0;    // of the requests: some sector is not in L1
  double dram_share = 0;  // of the requests: some sector is not in L2 either
  double lines = 1;       // that come from there apart, and of which the last is waited for
};

// The pipes that each partition of a unit has.
inline constexpr size_t kFma = 0, kAlu = 1, kFp64 = 2, kXu = 3, kTensor = 4;
inline constexpr size_t kPipes = 5;

// An instruction of the kernel, with all that machine code makes of it.
struct Step {
  int32_t instruction = 0;
  StepKind kind = StepKind::Plain;
  float slots = 0;                    // of its scheduler
  std::array<float, kPipes> pipes{};  // cycles that they are busy
  float lsu = 0;                      // of the unit's one load/store unit
  float latency = 0;                  // until its result can be used, beside its request
  float chance = 1;                   // that a warp that comes here runs it
  int32_t request = -1;               // in Program::requests
  float stall = 0;                    // cycles until the warp issues the next one, at least
  bool waits = false;                 // machine code has branches: nothing is issued meanwhile
  int32_t number = -1;                // among the steps that not every warp runs
  std::vector<int32_t> after;         // steps of the piece whose results it reads
  std::vector<int32_t> reads;         // registers that come from other pieces
  std::vector<int32_t> writes;        // registers of which this is the piece's last value
};

// Straight-line code.
struct Piece {
  std::vector<Step> steps;
};

// A piece, or a loop around others.
struct Node {
  int32_t number = 0;
  int32_t piece = -1;     // in Program::pieces; -1: a loop
  bool together = false;  // holds a barrier: all warps of a block take it, or none
  double chance = 1;      // that a run of what is around it comes here
  double rounds = 1;      // of a loop, each time that it is entered
  std::vector<Node> body;
};

struct Program {
  std::vector<Piece> pieces;
  std::vector<Request> requests;
  Node whole;  // a loop of one round
  int32_t registers = 0;
  int32_t nodes = 0;
  int32_t doubtful_steps = 0;  // that not every warp runs
};

struct ProgramInput {
  const ptx::Function& function;
  std::vector<Step> steps;  // of each instruction, without dependences
  std::vector<Request> requests;
  std::vector<double> executions;  // of each block, by a warp
};

Program make_program(ProgramInput input);

// What is run of the rounds of loops.
struct Cut {
  double share = 1;
  double least = 2;  // rounds, of loops that have more
};

// Of the loops that lie in none, in one, ...; deeper ones run all their rounds.
using Cuts = std::vector<Cut>;

// Rounds of a loop in so many others that are run.
double rounds_run(double rounds, const Cuts& cuts, size_t depth);

// Steps that a warp runs, on average.
double steps_of_warp(const Program& program, const Cuts& cuts = {});

// Loops that lie in each other, at most.
size_t depth_of(const Program& program);

}  // namespace kcast::sim
