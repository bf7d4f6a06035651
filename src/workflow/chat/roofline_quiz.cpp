#include "workflow/chat/roofline_quiz.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/rng.h"
#include "base/text.h"
#include "encode/answers.h"

namespace kcast::workflow {
namespace {

double two_decimals(double value) {
  return std::round(value * 100) / 100;
}

std::string number_text(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, two_decimals(value));
  return {text, end.ptr};
}

double ridge_of(const QuizQuestion& question) {
  return question.peak_gflops / question.bandwidth_gbs;
}

// 10 to the power of something between the two.
double log_uniform(Rng& rng, double low, double high) {
  return std::pow(10.0, low + (high - low) * rng.unit());
}

QuizQuestion draw_question(Rng& rng, Bound bound) {
  constexpr double kNearest = 1.1;   // to the ridge, as a factor
  constexpr double kFarthest = 8.0;  // from it
  for (;;) {
    QuizQuestion out;
    out.bandwidth_gbs = two_decimals(log_uniform(rng, 1.3, 3.3));
    const double ridge = log_uniform(rng, -0.3, 1.5);
    out.peak_gflops = two_decimals(out.bandwidth_gbs * ridge);
    const double away = kNearest * std::pow(kFarthest / kNearest, rng.unit());
    out.intensity = two_decimals(bound == Bound::Compute ? ridge * away : ridge / away);
    const double roof = std::min(out.peak_gflops, out.intensity * out.bandwidth_gbs);
    out.gflops = two_decimals(roof * (0.2 + 0.75 * rng.unit()));
    // Rounding may bring it to the ridge, or to nothing.
    const double distance = out.intensity / ridge_of(out);
    const bool clear = bound == Bound::Compute ? distance >= kNearest : distance <= 1 / kNearest;
    if (clear && out.intensity > 0 && out.gflops > 0) return out;
  }
}

std::string word_of(Bound bound) {
  return bound == Bound::Compute ? "Compute" : "Bandwidth";
}

std::string question_text(const QuizQuestion& question) {
  return "Question: Given a GPU having a global memory with a max bandwidth of " +
         number_text(question.bandwidth_gbs) + " GB/s and a peak performance of " +
         number_text(question.peak_gflops) +
         " GFLOP/s, if a program executed with an Arithmetic Intensity of " +
         number_text(question.intensity) + " FLOP/Byte and a performance of " +
         number_text(question.gflops) +
         " GFLOP/s, does the roofline model consider the program as compute-bound or "
         "bandwidth-bound?\n";
}

std::string thought_text(const QuizQuestion& question) {
  const bool compute = right_answer(question) == Bound::Compute;
  return "Thought: The roofs meet at " + number_text(question.peak_gflops) + " / " +
         number_text(question.bandwidth_gbs) + " = " + number_text(ridge_of(question)) +
         " FLOP/Byte. The program's Arithmetic Intensity of " + number_text(question.intensity) +
         " FLOP/Byte is " + (compute ? "above" : "below") + " it, so the program is " +
         (compute ? "compute" : "bandwidth") + "-bound.\n";
}

}  // namespace

Bound right_answer(const QuizQuestion& question) {
  return question.intensity > ridge_of(question) ? Bound::Compute : Bound::Bandwidth;
}

std::vector<QuizQuestion> roofline_quiz(size_t count, uint64_t seed) {
  Rng rng = Rng::for_name(seed, "roofline quiz");
  std::vector<QuizQuestion> out;
  while (out.size() < count)
    out.push_back(draw_question(rng, out.size() % 2 == 0 ? Bound::Compute : Bound::Bandwidth));
  return out;
}

std::vector<encode::Turn> quiz_prompt(const QuizQuestion& question,
                                      const std::vector<QuizQuestion>& examples, bool thoughts) {
  encode::Turn turn;
  turn.role = "user";
  turn.before = thoughts
                    ? "Think about each question in one line that begins with 'Thought:', then "
                      "answer it in a last line, which is either 'Answer: Compute' or 'Answer: "
                      "Bandwidth'.\n\n"
                    : "Provide only one word as your response, chosen from the set: ['Compute', "
                      "'Bandwidth'].\n\n";
  for (const QuizQuestion& example : examples) {
    turn.before += question_text(example) + (thoughts ? thought_text(example) : "") +
                   "Answer: " + word_of(right_answer(example)) + "\n\n";
  }
  turn.before += question_text(question) + (thoughts ? "Thought:" : "Answer:");
  return {turn};
}

Result<Bound> parse_quiz_answer(std::string_view text, bool thoughts) {
  constexpr std::string_view kMark = "answer:";
  const std::string lower = to_lower(text);
  const size_t mark = lower.rfind(kMark);
  if (thoughts && mark == std::string::npos) {
    return Error{ErrorCode::InvalidInput, "the answer has no line that begins with 'Answer:'"};
  }
  // Models repeat the word that the question ends with.
  std::string_view word = text;
  if (thoughts) {
    word.remove_prefix(mark + kMark.size());
  } else if (std::string_view(lower).substr(lower.size() - trim(lower).size()).starts_with(kMark)) {
    word.remove_prefix(mark + kMark.size());
  }
  KCAST_TRY(const encode::AnswerValues values,
            encode::parse_answer(encode::Template::Roofline, word));
  return values.bound;
}

}  // namespace kcast::workflow
