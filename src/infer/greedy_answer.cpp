#include "infer/greedy_answer.h"

#include <algorithm>

#include "base/process/interrupt.h"

namespace kcast::infer {

Result<std::vector<int32_t>> greedy_answer(LanguageModel& model, std::span<const int32_t> prompt,
                                           int most_tokens) {
  const std::vector<int32_t>& ends = model.vocabulary().ends();
  std::vector<int32_t> out;
  KCAST_OK(model.evaluate(prompt));
  while (out.size() < static_cast<size_t>(most_tokens) && !InterruptGuard::interrupted()) {
    const std::span<const float> logits = model.logits();
    const auto best =
        static_cast<int32_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
    if (std::ranges::count(ends, best) > 0) break;
    out.push_back(best);
    const bool is_full = prompt.size() + out.size() >= static_cast<size_t>(model.context());
    if (is_full) break;
    KCAST_OK(model.append(std::span(&out.back(), 1)));
  }
  return out;
}

}  // namespace kcast::infer
