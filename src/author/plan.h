// Which questions are asked, in which order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "author/problems.h"

namespace kcast::author {

struct Question {
  size_t problem = 0;  // position in the list
  std::string level;
  double temperature = 0;
  int64_t round = 0;  // how often the problem was asked before
  int64_t seed = 0;   // for the server, below 2^31
};

struct PlanOptions {
  size_t count = 0;                 // questions in all; 0: one for each problem
  std::vector<std::string> levels;  // empty: the problem's own, or naive
  std::vector<double> temperatures = {0.2, 0.6, 1.0};
  uint64_t seed = 1;
};

// Rounds over the problems, shuffled by the seed; levels and temperatures take turns, so that
// every part of the plan has all of them. A larger count only adds questions at the end.
std::vector<Question> make_plan(std::span<const Problem> problems, const PlanOptions& options);

// "sorting/bitonic_shared_0": where a kept kernel goes, and what tells answers apart.
std::string question_key(const Problem& problem, const Question& question);

}  // namespace kcast::author
