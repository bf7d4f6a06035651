// What L2 holds before each launch of a program: what the launches before it left there, in the
// order of host code. Buffers are the same where they are the same allocation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "predict/choose.h"
#include "schema/gpu/gpu.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::predict {

// Positions in the list, in the order in which the program makes the launches. Neighbours that are
// made equally often, more than once, are the body of a loop and come twice: the second time finds
// what the first left. Launches that host code does not make are left out.
std::vector<size_t> order_of_launches(const std::vector<ChosenLaunch>& launches);

class ProgramState {
 public:
  explicit ProgramState(const Gpu& gpu) : capacity_(static_cast<double>(gpu.l2.size_bytes)) {}

  // What a launch finds. Then end() takes what it left, and how many bytes it touched.
  L2Contents begin(const ChosenLaunch& launch);
  void end(const ChosenLaunch& launch, const L2Contents& left, double touched_bytes);

 private:
  struct Piece {
    int64_t allocation = 0;  // negative: of memory that no other launch names
    L2Piece piece;
  };

  double capacity_;
  std::vector<Piece> pieces_;
  std::vector<int64_t> others_;  // allocations of others, as begin() numbered them
  int64_t unnamed_ = 0;
  std::vector<std::pair<std::string, double>> kernels_;  // and bytes that were touched since
};

}  // namespace kcast::predict
