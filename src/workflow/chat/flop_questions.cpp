#include "workflow/chat/flop_questions.h"

#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>

#include "base/text.h"
#include "corpus/recipe.h"
#include "plan/program_job.h"

namespace kcast::workflow {
namespace {

constexpr std::string_view kPragma = "_Pragma(\"clang loop unroll(disable)\") ";
constexpr std::string_view kOneNumber = " Provide only the number as your response, as one number.";
constexpr std::string_view kFused = " A fused multiply-add counts as two.";

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool has_word(std::string_view line, std::string_view word) {
  for (size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at == 0 || !is_word(line[at - 1])) && (end == line.size() || !is_word(line[end])))
      return true;
  }
  return false;
}

// Behind a comment or a text that begins at `at`; `at` where none does.
size_t skip_text(std::string_view source, size_t at) {
  const std::string_view rest = source.substr(at);
  const auto behind = [&](std::string_view end, size_t from) {
    const size_t found = rest.find(end, from);
    return found == std::string_view::npos ? source.size() : at + found + end.size();
  };
  if (rest.starts_with("//")) return std::min(source.size(), behind("\n", 0) - 1);
  if (rest.starts_with("/*")) return behind("*/", 2);
  const bool digit_mark = at > 0 && is_word(source[at - 1]) && source[at] == '\'';
  if (digit_mark || (source[at] != '"' && source[at] != '\'')) return at;
  size_t i = at + 1;
  while (i < source.size() && source[i] != source[at] && source[i] != '\n')
    i += source[i] == '\\' ? 2 : 1;
  return std::min(source.size(), i + 1);
}

// The words of the line that opens a loop.
std::string loop_text(std::string_view source, const std::vector<int32_t>& lines) {
  const std::vector<std::string> all = split(source, '\n');
  for (const int32_t line : lines) {
    if (line < 1 || static_cast<size_t>(line) > all.size()) continue;
    std::string text = all[static_cast<size_t>(line) - 1];
    for (size_t at = text.find(kPragma); at != std::string::npos; at = text.find(kPragma))
      text.erase(at, kPragma.size());
    const size_t begin = text.find(has_word(text, "for") ? "for" : "while");
    if (begin == std::string::npos || (!has_word(text, "for") && !has_word(text, "while")))
      continue;
    // Up to where its head ends.
    size_t end = begin;
    int depth = 0;
    for (; end < text.size(); ++end) {
      if (text[end] == '(') ++depth;
      if (text[end] == ')' && --depth == 0) return text.substr(begin, end + 1 - begin);
    }
  }
  return {};
}

size_t count_of(std::string_view text, std::string_view part) {
  size_t out = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
    ++out;
  return out;
}

// A front end that unrolls nothing, and the text that it compiled last.
struct PlainInspect {
  explicit PlainInspect(const launch::Inspect& inspect)
      : inspect_plain([inspect, text = text](const frontend::InspectRequest& request) {
          frontend::InspectRequest plain = request;
          for (frontend::SourceFile& file : plain.files)
            file.text = plain_loops(file.text);
          if (plain.lower && !plain.files.empty()) *text = plain.files.front().text;
          return inspect(plain);
        }) {}

  std::shared_ptr<std::string> text = std::make_shared<std::string>();
  launch::Inspect inspect_plain;
};

Result<analyze::FlopSteps> steps_of(const CountedLaunch& counted, const launch::Inspect& inspect,
                                    const Gpu& gpu) {
  KCAST_TRY(const corpus::KernelRecipe recipe, corpus::parse_recipe(counted.recipe));
  if (recipe.generator != corpus::Generator::Authored) {
    KCAST_TRY(const launch::ReadyKernel ready, launch::ready_kernel(inspect, counted.shown, gpu));
    return analyze::flop_steps(*ready.prepared, counted.launch, gpu);
  }
  const auto language = corpus::language_named(counted.language);
  if (!language) return Error{ErrorCode::NotFound, "no language " + counted.language};
  KCAST_TRY(const plan::ReadProgram program, plan::read_program(recipe, *language, inspect, gpu));
  KCAST_TRY(const size_t number, plan::parse_host_launch(counted.launch_text));
  if (number >= program.launches.size()) return Error{ErrorCode::NotFound, "no such launch"};
  const plan::ProgramLaunch& made = program.launches[number];
  return analyze::flop_steps(*made.kernel.prepared, made.launch, gpu);
}

std::string step_text(std::string_view step, const std::string& loop) {
  const std::string per_thread =
      "on average over the threads that execute floating-point operations";
  if (step == kThreads) {
    return "How many threads of this launch execute at least one floating-point operation? Threads "
           "that leave at a bounds check before do not." +
           std::string(kOneNumber);
  }
  if (step == kRounds) {
    return "How many rounds of the loop `" + loop + "` does a thread execute, " + per_thread +
           "? Where the loop is entered several times, count the rounds of all of them." +
           std::string(kOneNumber);
  }
  if (step == kRound) {
    return "How many floating-point operations does a thread execute in one round of the loop `" +
           loop + "`, on average, without those of loops inside it?" + std::string(kFused) +
           std::string(kOneNumber);
  }
  return "How many floating-point operations does a thread execute" +
         (loop.empty() ? std::string() : " outside of the loop `" + loop + "`") + ", " +
         per_thread + "?" + std::string(kFused) + std::string(kOneNumber);
}

double right_step(std::string_view step, const analyze::FlopSteps& steps) {
  if (step == kThreads) return steps.threads;
  if (step == kRounds) return steps.rounds;
  return step == kRound ? steps.round_flops : steps.other_flops;
}

}  // namespace

void ask_for_flops(std::vector<encode::Turn>& prompt) {
  encode::Turn& turn = prompt.front();
  turn.role = "user";
  const size_t begin = turn.before.find("for the following");
  turn.before = "Count the floating-point operations " + turn.before.substr(begin);
  turn.after +=
      "\nProvide only the number of floating-point operations that all threads execute together as "
      "your response, as one number. A fused multiply-add counts as two.";
}

std::string plain_loops(std::string_view source) {
  std::string out;
  for (size_t at = 0; at < source.size();) {
    const size_t behind = skip_text(source, at);
    if (behind > at) {
      out += source.substr(at, behind - at);
      at = behind;
      continue;
    }
    const bool starts_word = is_word(source[at]) && (at == 0 || !is_word(source[at - 1]));
    const bool is_for = starts_word && source.substr(at).starts_with("for") &&
                        (at + 3 == source.size() || !is_word(source[at + 3]));
    if (is_for) out += kPragma;
    if (source.substr(at).starts_with("#pragma unroll")) {
      at = std::min(source.size(), source.find('\n', at));
      continue;
    }
    out += source[at++];
  }
  return out;
}

Result<CountedLoop> count_loop(const CountedLaunch& counted, const launch::Inspect& inspect,
                               const Gpu& gpu) {
  const PlainInspect plain(inspect);
  const Result<analyze::FlopSteps> steps = steps_of(counted, plain.inspect_plain, gpu);
  if (!steps) return Error{ErrorCode::NotFound, "the analysis does not count its operations"};
  CountedLoop out{*steps, ""};
  if (steps->rounds > 0) {
    out.text = loop_text(*plain.text, steps->loop_lines);
    if (out.text.empty() || count_of(counted.shown.source, out.text) != 1)
      return Error{ErrorCode::NotFound, "its busiest loop cannot be named by one line"};
  }
  return out;
}

Result<std::vector<ChatQuestion>> step_questions(const ChatQuestion& whole,
                                                 const CountedLoop& loop) {
  constexpr double kNearEnough = 0.1;
  if (!(whole.number > 0)) return Error{ErrorCode::NotFound, "it has no operations"};
  if (std::abs(loop.steps.flops() / whole.number - 1) > kNearEnough) {
    return Error{ErrorCode::NotFound,
                 "its steps do not come to the measured operations within 10 %"};
  }
  std::vector<ChatQuestion> out;
  for (const std::string_view step : kFlopSteps) {
    if (loop.text.empty() && (step == kRounds || step == kRound)) continue;
    ChatQuestion question = whole;
    question.step = step;
    question.id += "\t" + std::string(step);
    if (step == kAtOnce) {
      ask_for_flops(question.prompt);
    } else {
      encode::Turn& turn = question.prompt.front();
      turn.role = "user";
      turn.before =
          "Answer a question about " + turn.before.substr(turn.before.find("the following"));
      turn.after += "\n" + step_text(step, loop.text);
      question.number = right_step(step, loop.steps);
    }
    out.push_back(std::move(question));
  }
  return out;
}

double product_of_steps(const std::map<std::string, double>& steps) {
  const auto of = [&](std::string_view step) {
    const auto found = steps.find(std::string(step));
    return found == steps.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
  };
  const bool has_loop = steps.contains(std::string(kRounds));
  return of(kThreads) * ((has_loop ? of(kRounds) * of(kRound) : 0) + of(kOthers));
}

}  // namespace kcast::workflow
