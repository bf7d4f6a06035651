#include "author/plan.h"

#include <numeric>

#include "base/rng.h"

namespace kcast::author {

namespace {

std::vector<size_t> shuffled(size_t n, uint64_t seed) {
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  Rng rng(seed);
  for (size_t i = n; i > 1; --i) {
    const auto other = static_cast<size_t>(rng.below(i));
    std::swap(order[i - 1], order[other]);
  }
  return order;
}

int64_t server_seed(const Problem& problem, const Question& question, uint64_t seed) {
  const uint64_t hash = stable_hash(question_key(problem, question) + "+" + std::to_string(seed));
  return static_cast<int64_t>(hash & 0x7fffffff);
}

}  // namespace

std::vector<Question> make_plan(std::span<const Problem> problems, const PlanOptions& options) {
  std::vector<Question> plan;
  if (problems.empty() || options.temperatures.empty()) return plan;
  const size_t count = options.count == 0 ? problems.size() : options.count;
  const std::vector<size_t> order = shuffled(problems.size(), options.seed);
  const size_t n_temperatures = options.temperatures.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t place = i % order.size();
    const size_t round = i / order.size();
    Question question;
    question.problem = order[place];
    question.round = static_cast<int64_t>(round);
    const Problem& problem = problems[question.problem];
    // Neighbours differ in temperature, and the rounds of a problem go through all pairs.
    question.temperature = options.temperatures[(place + round) % n_temperatures];
    if (!options.levels.empty()) {
      question.level =
          options.levels[(place / n_temperatures + round / n_temperatures) % options.levels.size()];
    } else {
      question.level = problem.level.empty() ? "naive" : problem.level;
    }
    question.seed = server_seed(problem, question, options.seed);
    plan.push_back(std::move(question));
  }
  return plan;
}

std::string question_key(const Problem& problem, const Question& question) {
  return problem.domain + "/" + problem.name + "_" + question.level + "_" +
         std::to_string(question.round);
}

}  // namespace kcast::author
