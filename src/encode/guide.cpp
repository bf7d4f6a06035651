#include "encode/guide.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "encode/answers.h"

namespace kcast::encode {
namespace {

using Ids = std::vector<int32_t>;

constexpr std::string_view kMarks = "0123456789.e+-";
constexpr size_t kDigits = 10;
// Digits in front of the point.
constexpr int64_t kMostWhole = 6;

class GuideMaker {
 public:
  // `marks` are the tokens of kMarks.
  explicit GuideMaker(Ids marks) : marks_(std::move(marks)) {}

  void force(const Ids& ids) {
    if (!ids.empty()) pieces_.push_back({{"forced", ids}});
  }

  void choose(const AnswerSlot& slot) {
    const Ids digits(marks_.begin(), marks_.begin() + kDigits);
    if (slot.kind == SlotKind::Fixed) {
      Ids whole = digits;
      whole.push_back(mark('.'));
      pieces_.push_back({{"allowed", digits}, {"max_tokens", 1}});
      pieces_.push_back({{"allowed", whole}, {"ends", {mark('.')}}, {"max_tokens", kMostWhole}});
      pieces_.push_back({{"allowed", digits}, {"max_tokens", slot.decimals}});
      return;
    }
    pieces_.push_back({{"allowed", digits}, {"max_tokens", 1}});
    force({mark('.')});
    pieces_.push_back({{"allowed", digits}, {"max_tokens", slot.decimals}});
    force({mark('e')});
    if (slot.whole) {
      force({mark('+')});
    } else {
      pieces_.push_back({{"allowed", {mark('+'), mark('-')}}, {"max_tokens", 1}});
    }
    pieces_.push_back({{"allowed", digits}, {"max_tokens", 2}});
  }

  nlohmann::json take() { return std::move(pieces_); }

 private:
  int32_t mark(char c) const { return marks_[kMarks.find(c)]; }

  Ids marks_;
  nlohmann::json pieces_ = nlohmann::json::array();
};

bool has_width(const AnswerStep& step) {
  return !step.slot ||
         ((step.slot->kind == SlotKind::Fixed || step.slot->kind == SlotKind::Scientific) &&
          step.slot->decimals > 0);
}

// Of two samples that have nothing in common.
std::array<std::vector<AnswerStep>, 2> steps_of_two(Template which) {
  std::array<std::vector<AnswerStep>, 2> out;
  for (size_t i = 0; i < out.size(); ++i) {
    KernelSource kernel;
    kernel.flags = {i == 0 ? "-O1" : "--use_fast_math"};
    Gpu gpu;
    gpu.target = i == 0 ? "sm_90" : "gfx942";
    out[i] = answer_steps(answer_schema(which, kernel, gpu));
  }
  return out;
}

}  // namespace

Result<std::optional<std::string>> answer_guide(Template which, const Tokenizer& tokenizer) {
  const auto [steps, other] = steps_of_two(which);
  if (steps.empty() || !std::ranges::all_of(steps, has_width)) return std::optional<std::string>();
  std::vector<TokenText> token_texts;
  for (size_t i = 0; i < kMarks.size(); ++i)
    token_texts.push_back({kMarks.substr(i, 1)});
  for (const AnswerStep& step : steps)
    token_texts.push_back({step.forced});
  token_texts.push_back({other.front().forced});
  KCAST_TRY(const std::vector<Ids> ids, tokenizer.encode(token_texts));
  Ids marks;
  for (size_t i = 0; i < kMarks.size(); ++i) {
    if (ids[i].size() != 1) return std::optional<std::string>();
    marks.push_back(ids[i].front());
  }
  nlohmann::json guide;
  GuideMaker maker(std::move(marks));
  for (size_t i = 0; i < steps.size(); ++i) {
    const Ids& forced = ids[kMarks.size() + i];
    if (i == 0 && forced != ids.back()) {
      const auto [mine, its] =
          std::mismatch(forced.rbegin(), forced.rend(), ids.back().rbegin(), ids.back().rend());
      guide["copied_until"] = Ids(mine.base(), forced.end());
    } else {
      maker.force(forced);
    }
    if (steps[i].slot) maker.choose(*steps[i].slot);
  }
  guide["pieces"] = maker.take();
  return std::optional(guide.dump() + "\n");
}

}  // namespace kcast::encode
