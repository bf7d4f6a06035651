#include "infer/constrained_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "base/rng.h"

namespace kcast {
namespace {

// What a token does to the answer.
struct Candidate {
  int32_t token = -1;   // -1: the value ends; how the next text begins is not the model's choice
  std::string value;    // what it adds to the value
  size_t ahead = 0;     // how many bytes of the next forced text it brings along
  double logit = -std::numeric_limits<double>::infinity();
};

bool fits(const ValueFit& fit) {
  return fit.whole || fit.open;
}

// A value that begins with this byte, as far as the first possibilities lead.
std::string sample_value(const ValueRule& rule, char first) {
  std::string text(1, first);
  while (text.size() < 24 && rule(text).open) {
    bool grew = false;
    for (int c = ' '; c < 127 && !grew; ++c) {
      if (!fits(rule(text + static_cast<char>(c)))) continue;
      text += static_cast<char>(c);
      grew = true;
    }
    if (!grew) break;
  }
  return text;
}

class Decoder {
 public:
  Decoder(LanguageModel& model, std::span<const AnswerStep> steps, const Sampling& sampling)
      : model_(model), steps_(steps), sampling_(sampling), rng_(sampling.seed) {}

  Result<ConstrainedAnswer> run() {
    std::string forced = steps_.front().forced;
    for (size_t i = 0; i < steps_.size(); ++i) {
      const AnswerStep& step = steps_[i];
      if (!step.value) {
        KCAST_TRY(const Unit fed, feed(forced));
        static_cast<void>(fed);
        break;
      }
      KCAST_CHECK(i + 1 < steps_.size() && !steps_[i + 1].forced.empty(),
                  "a value is followed by forced text");
      KCAST_TRY(owed_, held_back(forced, step.value));
      KCAST_TRY(const Unit fed, feed(forced.substr(0, forced.size() - owed_.size())));
      static_cast<void>(fed);
      KCAST_TRY(const size_t ahead, value(step.value, steps_[i + 1], i + 2 == steps_.size()));
      forced = steps_[i + 1].forced.substr(std::min(ahead, steps_[i + 1].forced.size()));
    }
    answer_.tokens.insert(answer_.tokens.end(), pending_.begin(), pending_.end());
    return std::move(answer_);
  }

 private:
  // The end of a forced text that the tokenizer joins with the value behind it, such as the blank
  // in GPT-2's " 12". The value's first token brings it.
  Result<std::string> held_back(const std::string& forced, const ValueRule& rule) {
    const Vocabulary& vocabulary = model_.vocabulary();
    KCAST_TRY(const std::vector<int32_t> alone, vocabulary.tokenize(forced));
    size_t kept = alone.size();
    for (int c = ' '; c < 127; ++c) {
      if (!fits(rule(std::string(1, static_cast<char>(c))))) continue;
      KCAST_TRY(const std::vector<int32_t> joined,
                vocabulary.tokenize(forced + sample_value(rule, static_cast<char>(c))));
      const auto end = std::ranges::mismatch(alone, joined).in1;
      kept = std::min(kept, static_cast<size_t>(end - alone.begin()));
    }
    return vocabulary.text(std::span(alone).subspan(kept));
  }

  // Forced text waits for the next decision.
  Status feed(const std::string& text) {
    KCAST_TRY(const std::vector<int32_t> tokens, model_.vocabulary().tokenize(text));
    pending_.insert(pending_.end(), tokens.begin(), tokens.end());
    answer_.text += text;
    return Unit{};
  }

  Status evaluate_pending() {
    if (pending_.empty()) return Unit{};
    answer_.tokens.insert(answer_.tokens.end(), pending_.begin(), pending_.end());
    KCAST_TRY(const Unit done, model_.append(pending_));
    static_cast<void>(done);
    pending_.clear();
    return Unit{};
  }

  // Decides one value; how many bytes of the next forced text were written along.
  Result<size_t> value(const ValueRule& rule, const AnswerStep& next, bool last) {
    std::string text;
    while (true) {
      const ValueFit fit = rule(text);
      // Nothing can follow: no question.
      if (fit.whole && !fit.open) break;
      std::vector<Candidate> candidates = find_candidates(rule, text, next.forced, last);
      if (candidates.empty()) {
        return Error{ErrorCode::External,
                     "the vocabulary has no token that continues '" + answer_.text + "'"};
      }
      const Candidate* chosen = candidates.data();
      if (candidates.size() > 1) {
        KCAST_TRY(const Unit evaluated, evaluate_pending());
        static_cast<void>(evaluated);
        chosen = &decide(candidates, next.forced, last);
      }
      if (chosen->token < 0) break;
      pending_.push_back(chosen->token);
      text += chosen->value;
      answer_.text += owed_ + chosen->value;
      owed_.clear();
      if (chosen->ahead > 0) {
        answer_.text += next.forced.substr(0, chosen->ahead);
        answer_.values.push_back(text);
        return chosen->ahead;
      }
    }
    answer_.values.push_back(text);
    return size_t{0};
  }

  // The tokens that keep the answer in its form behind `text`. What ends the value at once is one
  // candidate, the first.
  std::vector<Candidate> find_candidates(const ValueRule& rule, const std::string& text,
                                         const std::string& next, bool last) const {
    std::vector<Candidate> out;
    if (owed_.empty() && rule(text).whole) out.emplace_back();
    for (int byte = 0; byte < 256; ++byte) {
      const char c = static_cast<char>(byte);
      if (owed_.empty() ? !fits(rule(text + c)) : owed_[0] != c) continue;
      for (const int32_t token : model_.vocabulary().beginning_with(c)) {
        if (auto found = continue_with(token, rule, text, next, last)) out.push_back(*found);
      }
    }
    return out;
  }

  std::optional<Candidate> continue_with(int32_t token, const ValueRule& rule,
                                         const std::string& text, const std::string& next,
                                         bool last) const {
    std::string_view rest = model_.vocabulary().text(token);
    if (rest.size() <= owed_.size() || !rest.starts_with(owed_)) return std::nullopt;
    rest.remove_prefix(owed_.size());
    for (size_t n = rest.size(); n > 0; --n) {
      const std::string_view head = rest.substr(0, n);
      const std::string_view tail = rest.substr(n);
      const ValueFit fit = rule(text + std::string(head));
      if (tail.empty() ? fits(fit) : fit.whole && begins(tail, next, last))
        return Candidate{.token = token, .value = std::string(head), .ahead = tail.size()};
    }
    return std::nullopt;
  }

  // Whether the text is the beginning of the forced one. The end of the answer may have more
  // behind it, which nobody reads.
  static bool begins(std::string_view text, std::string_view forced, bool last) {
    return forced.starts_with(text) || (last && text.starts_with(forced));
  }

  // The logit of ending: of all tokens with which the next text can begin.
  double end_logit(std::span<const float> logits, const std::string& next, bool last) const {
    double best = -std::numeric_limits<double>::infinity();
    double sum = 0;
    for (const int32_t token : model_.vocabulary().beginning_with(next[0])) {
      if (!begins(model_.vocabulary().text(token), next, last)) continue;
      const auto logit = static_cast<double>(logits[static_cast<size_t>(token)]);
      if (logit > best) {
        sum = sum * std::exp(best - logit) + 1;
        best = logit;
      } else {
        sum += std::exp(logit - best);
      }
    }
    return sampling_.temperature > 0 ? best + std::log(std::max(sum, 1.0)) : best;
  }

  const Candidate& decide(std::vector<Candidate>& candidates, const std::string& next, bool last) {
    ++answer_.decisions;
    const std::span<const float> logits = model_.logits();
    for (Candidate& candidate : candidates) {
      candidate.logit = candidate.token < 0
                            ? end_logit(logits, next, last)
                            : static_cast<double>(logits[static_cast<size_t>(candidate.token)]);
      if (std::isnan(candidate.logit)) candidate.logit = -std::numeric_limits<double>::infinity();
    }
    const auto best = std::ranges::max_element(candidates, {}, &Candidate::logit);
    double total = 0;
    for (const Candidate& candidate : candidates)
      total += std::exp(candidate.logit - best->logit);
    const Candidate& chosen = sampling_.temperature > 0 ? draw(candidates, best->logit) : *best;
    if (total > 0) answer_.log_probability += chosen.logit - best->logit - std::log(total);
    return chosen;
  }

  const Candidate& draw(const std::vector<Candidate>& candidates, double best) {
    double total = 0;
    for (const Candidate& candidate : candidates)
      total += std::exp((candidate.logit - best) / sampling_.temperature);
    double left = rng_.unit() * total;
    for (const Candidate& candidate : candidates) {
      left -= std::exp((candidate.logit - best) / sampling_.temperature);
      if (left < 0) return candidate;
    }
    return *std::ranges::max_element(candidates, {}, &Candidate::logit);
  }

  LanguageModel& model_;
  std::span<const AnswerStep> steps_;
  Sampling sampling_;
  Rng rng_;
  std::vector<int32_t> pending_;  // chosen or forced, not yet evaluated
  std::string owed_;              // forced text that the value's first token brings
  ConstrainedAnswer answer_;
};

}  // namespace

Result<ConstrainedAnswer> constrained_answer(LanguageModel& model,
                                             std::span<const AnswerStep> steps,
                                             const Sampling& sampling) {
  if (steps.empty()) return ConstrainedAnswer{};
  return Decoder(model, steps, sampling).run();
}

}  // namespace kcast
