#include "workflow/chat/chat_questions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/files.h"
#include "base/rng.h"
#include "dataset/sample_set.h"
#include "eval/rows.h"
#include "plan/predict_rows.h"
#include "predict/classify.h"
#include "workflow/chat/flop_questions.h"
#include "workflow/chat/roofline_quiz.h"
#include "workflow/dataset/remake.h"

namespace kcast::workflow {
namespace {

// A launch of the data set that may be asked about.
struct Candidate {
  size_t label = 0;
  Bound bound = Bound::None;
  uint64_t hash = 0;
};

double flops_of(const BaseQuantities& values) {
  return values.flops_fp16 + values.flops_fp32 + values.flops_fp64 + values.flops_tensor;
}

encode::Template template_of(ChatTask task) {
  switch (task) {
    case ChatTask::Rq3:
      return encode::Template::RooflineFewShot;
    case ChatTask::Counters:
      return encode::Template::Omniwise;
    case ChatTask::Time:
    case ChatTask::Flops:
    case ChatTask::FlopSteps:
      return encode::Template::LlmPerf;
    case ChatTask::Rq1:
    case ChatTask::Rq2:
      break;
  }
  return encode::Template::Roofline;
}

// LLMPerf's model answers with a head: what a chat model has to know stands behind its question.
void ask_for_time(std::vector<encode::Turn>& prompt) {
  prompt.front().role = "user";
  prompt.front().after +=
      "\nProvide only the time in microseconds as your response, as one number.";
}

class SetAsker {
 public:
  SetAsker(const ChatSetOptions& options, const dataset::SampleSet& set, const Remaker& remaker,
           const dataset::SplitRules& rules)
      : options_(options), set_(set), remaker_(remaker), rules_(rules) {}

  // One launch of each kernel on a side, in an order that a hash decides.
  std::vector<Candidate> candidates(dataset::Side side) const {
    std::map<std::pair<std::string, std::string>, Candidate> kernels;
    for (size_t i = 0; i < set_.labels.size(); ++i) {
      const dataset::Row& row = set_.labels[i];
      const bool wanted = options_.language.empty() || row.kernel.language == options_.language;
      if (!wanted || !remaker_.knows(row.gpu) || !dataset::has_counters(row.reading.values) ||
          side_of(set_, i, options_.split, rules_) != side) {
        continue;
      }
      const Bound bound = predict::classify(row.reading.values, remaker_.gpu(row.gpu)).bound;
      const Candidate one{i, bound,
                          stable_hash(std::to_string(options_.seed) + " " + sample_id(row))};
      const auto [place, fresh] =
          kernels.emplace(std::pair(row.kernel.recipe, row.kernel.language), one);
      if (!fresh && one.hash < place->second.hash) place->second = one;
    }
    std::vector<Candidate> out;
    for (const auto& [name, candidate] : kernels)
      out.push_back(candidate);
    std::sort(out.begin(), out.end(),
              [](const Candidate& a, const Candidate& b) { return a.hash < b.hash; });
    return out;
  }

  // As many as asked for; of each language as many of one class as of the other.
  std::vector<Candidate> balanced(std::vector<Candidate> all) const {
    if (!asks_for_class(options_.task)) {
      // Not every kernel's steps are known.
      const size_t most = options_.kernels * (options_.task == ChatTask::FlopSteps ? 3 : 1);
      all.resize(std::min(all.size(), most));
      return all;
    }
    std::map<std::string, std::array<std::vector<Candidate>, 2>> by_language;
    for (const Candidate& one : all) {
      by_language[language_of(one)][one.bound == Bound::Compute ? 1 : 0].push_back(one);
    }
    std::vector<std::pair<Candidate, Candidate>> pairs;
    for (auto& [language, classes] : by_language) {
      for (size_t i = 0; i < std::min(classes[0].size(), classes[1].size()); ++i)
        pairs.emplace_back(classes[0][i], classes[1][i]);
    }
    std::sort(pairs.begin(), pairs.end(),
              [](const auto& a, const auto& b) { return a.first.hash < b.first.hash; });
    pairs.resize(std::min(pairs.size(), options_.kernels / 2));
    std::vector<Candidate> out;
    for (const auto& [first, second] : pairs) {
      out.push_back(first);
      out.push_back(second);
    }
    return out;
  }

  // The questions about a launch, and what the analysis and the trees answer to the first.
  struct Asked {
    std::vector<ChatQuestion> questions;
    ChatReading analysis;
    ChatReading trees;
    double seconds = 0;  // of the analysis
  };
  // An error is the reason why it cannot be asked.
  Result<Asked> ask_about(const Candidate& candidate,
                          const std::vector<encode::PromptExample>& examples) const {
    const dataset::Row& row = set_.labels[candidate.label];
    const Gpu& gpu = remaker_.gpu(row.gpu);
    const SetKernel kernel = kernel_of(candidate);
    KCAST_TRY(const Made made, make(kernel));
    KernelSource shown = made.source;
    const encode::Template which = template_of(options_.task);
    if (encode::wants_host_code(which)) {
      KCAST_TRY(shown.source, text_with_host(kernel, made.launch));
    }
    Asked out;
    ChatQuestion question;
    question.id = sample_id(row);
    question.family = made.family;
    question.language = row.kernel.language;
    question.template_name = encode::template_name(which);
    question.prompt = encode::prompt_of(
        which,
        {shown, made.launch, gpu, row.launch.starts_with("host:") ? row.launch : "", "", examples});
    question.bound = candidate.bound;
    question.number = number_of(row.reading.values);
    if (options_.task == ChatTask::Time) ask_for_time(question.prompt);
    if (options_.task == ChatTask::FlopSteps) {
      KCAST_TRY(const CountedLoop loop,
                count_loop({kernel.recipe, kernel.language, row.launch, made.source, made.launch},
                           remaker_.inspect(), gpu));
      KCAST_TRY(out.questions, step_questions(question, loop));
    } else {
      if (options_.task == ChatTask::Flops) ask_for_flops(question.prompt);
      out.questions.push_back(std::move(question));
    }
    if (!options_.analyse) return out;
    const auto begin = std::chrono::steady_clock::now();
    const plan::PredictedKernel predicted = plan::predict_kernel_rows(
        kernel.recipe, kernel.language, std::array{row.launch}, remaker_.inspect(), gpu);
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const plan::PredictedLaunch& launch = predicted.launches.front();
    if (launch.values) out.analysis = reading_of(*launch.values, gpu);
    out.trees = launch.corrected ? reading_of(launch.corrected->values, gpu) : out.analysis;
    return out;
  }

  // Kernels of the train side that are short, with their class: of each language as many as asked
  // for, classes in turn.
  Result<std::map<std::string, std::vector<encode::PromptExample>>> examples() const {
    constexpr size_t kLongest = 2000;  // characters
    std::map<std::string, std::vector<encode::PromptExample>> out;
    if (options_.task != ChatTask::Rq3 || options_.shots == 2) return out;
    for (const Candidate& one : candidates(dataset::Side::Train)) {
      std::vector<encode::PromptExample>& list = out[language_of(one)];
      const Bound next = list.size() % 2 == 0 ? Bound::Compute : Bound::Bandwidth;
      if (list.size() >= options_.shots || one.bound != next) continue;
      const Result<Made> made = make(kernel_of(one));
      if (made && made->source.source.size() <= kLongest)
        list.push_back({made->source.source, one.bound});
    }
    return out;
  }

  const std::string& language_of(const Candidate& candidate) const {
    return set_.labels[candidate.label].kernel.language;
  }

 private:
  struct Made {
    KernelSource source;
    Launch launch;
    std::string family;
  };

  SetKernel kernel_of(const Candidate& candidate) const {
    const dataset::Row& row = set_.labels[candidate.label];
    return {row.kernel.recipe, row.kernel.language, row.gpu, {candidate.label}};
  }

  Result<Made> make(const SetKernel& kernel) const {
    const Result<plan::PlanJob> job = remaker_.make(set_, kernel);
    if (!job) return Error{ErrorCode::NotFound, "the kernel cannot be made"};
    for (const plan::PlanKernel& made : job->kernels) {
      if (!made.launches.empty())
        return Made{made.kernel, made.launches.front().second, job->family};
    }
    return Error{ErrorCode::NotFound, "the launch cannot be made"};
  }

  double number_of(const BaseQuantities& values) const {
    if (options_.task == ChatTask::Time) return values.time_us;
    const bool counts = options_.task == ChatTask::Flops || options_.task == ChatTask::FlopSteps;
    return counts ? flops_of(values) : std::nan("");
  }

  ChatReading reading_of(const BaseQuantities& values, const Gpu& gpu) const {
    return {eval::bound_of(values, gpu), number_of(values)};
  }

  const ChatSetOptions& options_;
  const dataset::SampleSet& set_;
  const Remaker& remaker_;
  const dataset::SplitRules& rules_;
};

}  // namespace

std::vector<ChatQuestion> quiz_questions(const QuizOptions& options) {
  const auto examples = roofline_quiz(options.shots, options.seed + 1);
  std::vector<ChatQuestion> out;
  for (const QuizQuestion& one : roofline_quiz(options.questions, options.seed)) {
    ChatQuestion question;
    question.id = "rq1-" + std::to_string(options.seed) + "-" + std::to_string(out.size());
    question.family = question.id;
    question.thoughts = options.thoughts;
    question.prompt = quiz_prompt(one, examples, options.thoughts);
    question.bound = right_answer(one);
    out.push_back(std::move(question));
  }
  return out;
}

Result<ChatSet> set_questions(const ChatSetOptions& options) {
  KCAST_TRY(const Remaker remaker, Remaker::start());
  KCAST_TRY(dataset::SampleSet set, dataset::read_samples(options.set, executable_dir()));
  if (options.split == dataset::Split::Size) {
    KCAST_TRY([[maybe_unused]] const size_t missing, add_extents(remaker, options.jobs, set));
  }
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  const SetAsker asker(options, set, remaker, rules);
  const std::vector<Candidate> chosen = asker.balanced(asker.candidates(options.side));
  if (chosen.empty()) {
    return Error{ErrorCode::InvalidInput,
                 options.set.string() + " has no kernels with counters on side " +
                     std::string(dataset::side_name(options.side)) + " of split " +
                     std::string(dataset::split_name(options.split))};
  }
  KCAST_TRY(const auto examples, asker.examples());
  std::vector<std::optional<Result<SetAsker::Asked>>> made(chosen.size());
  ChatSet out;
  out.others.resize(2);
  out.others[0].name = "analysis";
  out.others[1].name = "analysis and trees";
  size_t kernels = 0;
  const auto take = [&](size_t i) -> Status {
    Result<SetAsker::Asked>& asked = *made[i];
    if (asked && kernels < options.kernels) {
      ++kernels;
      std::ranges::move(asked->questions, std::back_inserter(out.questions));
      out.others[0].readings.push_back(asked->analysis);
      out.others[1].readings.push_back(asked->trees);
      for (ChatColumn& other : out.others) {
        other.readings.resize(out.questions.size());
        other.seconds += asked->seconds;
      }
    } else if (!asked) {
      ++out.dropped[asked.error().message];
    }
    made[i].reset();
    return Unit{};
  };
  const auto work = [&](size_t i) {
    const auto found = examples.find(asker.language_of(chosen[i]));
    made[i] = asker.ask_about(
        chosen[i], found == examples.end() ? std::vector<encode::PromptExample>() : found->second);
  };
  KCAST_OK(each_kernel("making questions", chosen.size(), options.jobs, work, take));
  out.others.push_back(best_constant(options.task, out.questions));
  return out;
}

std::vector<ChatQuestion> balanced_by_length(const std::vector<ChatQuestion>& questions) {
  using Classes = std::array<std::vector<const ChatQuestion*>, 2>;
  std::map<std::pair<std::string, int>, Classes> groups;
  for (const ChatQuestion& question : questions) {
    size_t length = 0;
    for (const encode::Turn& turn : question.prompt)
      length += turn.text().size();
    const int doublings = std::ilogb(static_cast<double>(length + 1));
    groups[{question.language, doublings}][question.bound == Bound::Compute ? 1 : 0].push_back(
        &question);
  }
  std::vector<ChatQuestion> out;
  for (const auto& [name, classes] : groups) {
    const size_t pairs = std::min(classes[0].size(), classes[1].size());
    for (size_t i = 0; i < 2 * pairs; ++i)
      out.push_back(*classes[i % 2][i / 2]);
  }
  return out;
}

std::string class_word(Bound bound) {
  return bound == Bound::Compute ? "Compute" : "Bandwidth";
}

std::string fine_tuning_lines(const std::vector<ChatQuestion>& questions) {
  std::string out;
  for (const ChatQuestion& question : questions) {
    nlohmann::ordered_json messages = nlohmann::ordered_json::array();
    for (const encode::Turn& turn : question.prompt)
      messages.push_back({{"role", turn.role}, {"content", turn.text()}});
    messages.push_back({{"role", "assistant"}, {"content", class_word(question.bound)}});
    const nlohmann::ordered_json line = {{"messages", std::move(messages)}};
    out += line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }
  return out;
}

}  // namespace kcast::workflow
