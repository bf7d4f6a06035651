#include "infer/constrained_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/check.h"
#include "base/rng.h"

namespace kcast::infer {
namespace {

// What a token does to the answer.
struct Candidate {
  int32_t token = -1;  // -1: the value ends; how the next text begins is not the model's choice
  std::string value;   // what it adds to the value
  size_t ahead = 0;    // how many bytes of the next forced text it brings along
  double logit = -std::numeric_limits<double>::infinity();
};

using encode::AnswerSlot;
using encode::AnswerStep;
using encode::SlotFit;

bool fits(const encode::SlotFit& fit) {
  return fit.whole || fit.open;
}

// What comes behind a value.
struct Behind {
  std::string_view forced;  // empty: the end of the answer, where the model ends its turn
  bool last = false;        // and nothing behind that
};

// A value that begins with this byte, as far as the first possibilities lead.
std::string sample_value(const encode::AnswerSlot& slot, char first) {
  std::string text(1, first);
  while (text.size() < 24 && encode::fit_slot(slot, text).open) {
    bool grew = false;
    for (int c = ' '; c < 127 && !grew; ++c) {
      if (!fits(encode::fit_slot(slot, text + static_cast<char>(c)))) continue;
      text += static_cast<char>(c);
      grew = true;
    }
    if (!grew) break;
  }
  return text;
}

// What follows where nothing but one text can, such as ".000e+00" behind a scientific 0; else
// empty.
std::string only_rest(const encode::AnswerSlot& slot, const std::string& text) {
  std::string rest;
  for (encode::SlotFit fit = encode::fit_slot(slot, text); !fit.whole;) {
    std::string next;
    for (int c = ' '; c < 127; ++c) {
      const std::string longer = rest + static_cast<char>(c);
      if (!fits(encode::fit_slot(slot, text + longer))) continue;
      if (!next.empty()) return "";
      next = longer;
    }
    if (next.empty()) return "";
    rest = std::move(next);
    fit = encode::fit_slot(slot, text + rest);
    if (fit.whole && fit.open) return "";
  }
  return rest;
}

class Decoder {
 public:
  Decoder(LanguageModel& model, std::span<const encode::AnswerStep> steps, const Sampling& sampling)
      : model_(model), steps_(steps), sampling_(sampling), rng_(sampling.seed) {}

  Result<ConstrainedAnswer> run() {
    size_t ahead = 0;  // bytes of the forced text that are already written
    for (size_t i = 0; i < steps_.size(); ++i) {
      const encode::AnswerStep& step = steps_[i];
      const std::string forced = step.forced.substr(std::min(ahead, step.forced.size()));
      if (!step.slot) {
        KCAST_OK(feed(forced));
        break;
      }
      Behind behind{.last = i + 2 >= steps_.size()};
      if (i + 1 < steps_.size()) behind.forced = steps_[i + 1].forced;
      KCAST_CHECK(!behind.forced.empty() || behind.last, "two values without text between them");
      KCAST_TRY(owed_, held_back(forced, *step.slot));
      KCAST_OK(feed(forced.substr(0, forced.size() - owed_.size())));
      KCAST_TRY(ahead, value(*step.slot, behind));
    }
    answer_.tokens.insert(answer_.tokens.end(), pending_.begin(), pending_.end());
    return std::move(answer_);
  }

 private:
  // The end of a forced text that the tokenizer joins with the value behind it, such as the blank
  // in GPT-2's " 12". The value's first token brings it.
  Result<std::string> held_back(const std::string& forced, const encode::AnswerSlot& slot) {
    const Vocabulary& vocabulary = model_.vocabulary();
    KCAST_TRY(const std::vector<int32_t> alone, vocabulary.tokenize(forced));
    size_t kept = alone.size();
    for (int c = ' '; c < 127; ++c) {
      if (!fits(encode::fit_slot(slot, std::string(1, static_cast<char>(c))))) continue;
      KCAST_TRY(const std::vector<int32_t> joined,
                vocabulary.tokenize(forced + sample_value(slot, static_cast<char>(c))));
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
    KCAST_OK(model_.append(pending_));
    pending_.clear();
    return Unit{};
  }

  // The same for the rest of a value, whose beginning has its tokens already. False where the
  // tokenizer would have cut that beginning otherwise.
  Result<bool> feed_rest(const std::string& text, const std::string& rest) {
    KCAST_TRY(const std::vector<int32_t> begin, model_.vocabulary().tokenize(text));
    KCAST_TRY(const std::vector<int32_t> whole, model_.vocabulary().tokenize(text + rest));
    if (whole.size() < begin.size() || !std::equal(begin.begin(), begin.end(), whole.begin())) {
      return false;
    }
    pending_.insert(pending_.end(), whole.begin() + static_cast<ptrdiff_t>(begin.size()),
                    whole.end());
    answer_.text += rest;
    return true;
  }

  // Decides one value; how many bytes of the next forced text were written along.
  Result<size_t> value(const encode::AnswerSlot& slot, const Behind& behind) {
    std::string text;
    while (true) {
      const encode::SlotFit fit = encode::fit_slot(slot, text);
      // Nothing can follow: no question.
      if (fit.whole && !fit.open) break;
      if (const std::string rest = owed_.empty() ? only_rest(slot, text) : ""; !rest.empty()) {
        KCAST_TRY(const bool fed, feed_rest(text, rest));
        if (fed) {
          text += rest;
          break;
        }
      }
      std::vector<Candidate> candidates = find_candidates(slot, text, behind);
      if (candidates.empty()) {
        return Error{ErrorCode::External,
                     "the vocabulary has no token that continues '" + answer_.text + "'"};
      }
      const Candidate* chosen = candidates.data();
      if (candidates.size() > 1) {
        KCAST_OK(evaluate_pending());
        chosen = &decide(candidates, behind);
      }
      if (chosen->token < 0) break;
      pending_.push_back(chosen->token);
      text += chosen->value;
      answer_.text += owed_ + chosen->value;
      owed_.clear();
      if (chosen->ahead > 0) {
        answer_.text += behind.forced.substr(0, chosen->ahead);
        answer_.values.push_back(text);
        return chosen->ahead;
      }
    }
    answer_.values.push_back(text);
    return size_t{0};
  }

  // The tokens that keep the answer in its form behind `text`. What ends the value at once is one
  // candidate, the first.
  std::vector<Candidate> find_candidates(const encode::AnswerSlot& slot, const std::string& text,
                                         const Behind& behind) const {
    std::vector<Candidate> out;
    if (owed_.empty() && encode::fit_slot(slot, text).whole) out.emplace_back();
    for (int byte = 0; byte < 256; ++byte) {
      const char c = static_cast<char>(byte);
      if (owed_.empty() ? !fits(encode::fit_slot(slot, text + c)) : owed_[0] != c) continue;
      for (const int32_t token : model_.vocabulary().beginning_with(c)) {
        if (auto found = continue_with(token, slot, text, behind)) out.push_back(*found);
      }
    }
    return out;
  }

  std::optional<Candidate> continue_with(int32_t token, const encode::AnswerSlot& slot,
                                         const std::string& text, const Behind& behind) const {
    std::string_view rest = model_.vocabulary().text(token);
    if (!rest.starts_with(owed_)) return std::nullopt;
    rest.remove_prefix(owed_.size());
    if (rest.empty()) return Candidate{.token = token};
    for (size_t n = rest.size(); n > 0; --n) {
      const std::string_view head = rest.substr(0, n);
      const std::string_view tail = rest.substr(n);
      const encode::SlotFit fit = encode::fit_slot(slot, text + std::string(head));
      if (tail.empty() ? fits(fit) : fit.whole && begins(tail, behind))
        return Candidate{.token = token, .value = std::string(head), .ahead = tail.size()};
    }
    return std::nullopt;
  }

  // Whether the text is the beginning of the forced one. The end of the answer may have more
  // behind it, which nobody reads.
  static bool begins(std::string_view text, const Behind& behind) {
    if (behind.forced.empty()) return false;
    return behind.forced.starts_with(text) || (behind.last && text.starts_with(behind.forced));
  }

  // The tokens with which the next text can begin, or that end the model's turn.
  std::vector<int32_t> end_tokens(const Behind& behind) const {
    const Vocabulary& vocabulary = model_.vocabulary();
    if (behind.forced.empty()) return vocabulary.ends();
    std::vector<int32_t> out;
    for (const int32_t token : vocabulary.beginning_with(behind.forced[0])) {
      if (begins(vocabulary.text(token), behind)) out.push_back(token);
    }
    return out;
  }

  // The logit of ending: all of them together, or the best of them where the best is wanted.
  double end_logit(std::span<const float> logits, const Behind& behind) const {
    double best = -std::numeric_limits<double>::infinity();
    const std::vector<int32_t> tokens = end_tokens(behind);
    for (const int32_t token : tokens)
      best = std::max(best, static_cast<double>(logits[static_cast<size_t>(token)]));
    if (sampling_.temperature <= 0 || !std::isfinite(best)) return best;
    double sum = 0;
    for (const int32_t token : tokens)
      sum += std::exp(static_cast<double>(logits[static_cast<size_t>(token)]) - best);
    return best + std::log(sum);
  }

  const Candidate& decide(std::vector<Candidate>& candidates, const Behind& behind) {
    ++answer_.decisions;
    const std::span<const float> logits = model_.logits();
    for (Candidate& candidate : candidates) {
      candidate.logit = candidate.token < 0
                            ? end_logit(logits, behind)
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
  std::span<const encode::AnswerStep> steps_;
  Sampling sampling_;
  Rng rng_;
  std::vector<int32_t> pending_;  // chosen or forced, not yet evaluated
  std::string owed_;              // forced text that the value's first token brings
  ConstrainedAnswer answer_;
};

}  // namespace

Result<ConstrainedAnswer> constrained_answer(LanguageModel& model,
                                             std::span<const encode::AnswerStep> steps,
                                             const Sampling& sampling) {
  if (steps.empty()) return ConstrainedAnswer{};
  return Decoder(model, steps, sampling).run();
}

}  // namespace kcast::infer
