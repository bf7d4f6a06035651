#include "workflow/chat/chat_score.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "base/io/json_problem.h"
#include "base/quantile.h"
#include "workflow/chat/flop_questions.h"

namespace kcast::workflow {
namespace {

constexpr double kPercent = 100;
constexpr double kThousand = 1000;

// Counts of figure_of_counts: right * 3 + said.
constexpr size_t kCells = 6;

double total(std::span<const double> counts) {
  double out = 0;
  for (const double count : counts)
    out += count;
  return out;
}

double accuracy_of(std::span<const double> counts) {
  return kPercent * (counts[0] + counts[4]) / total(counts);
}

double balanced_of(std::span<const double> counts) {
  const double first = total(counts.subspan(0, 3));
  const double second = total(counts.subspan(3, 3));
  if (first == 0 || second == 0) return accuracy_of(counts);
  return kPercent * (counts[0] / first + counts[4] / second) / 2;
}

// What was not said counts as the wrong class.
double mcc_of(std::span<const double> counts) {
  const double yes = counts[4];
  const double no = counts[0];
  const double false_yes = counts[1] + counts[2];
  const double false_no = counts[3] + counts[5];
  const double scale =
      std::sqrt((yes + false_yes) * (yes + false_no) * (no + false_yes) * (no + false_no));
  return scale == 0 ? 0 : (yes * no - false_yes * false_no) / scale;
}

size_t place_of(Bound bound) {
  return bound == Bound::Bandwidth ? 0 : bound == Bound::Compute ? 1 : 2;
}

// Errors over ten times the right number count as ten; no number is such an error.
constexpr double kWorstError = 10;

double error_of(const ChatReading& reading, double right) {
  if (!(right >= 0)) return eval::kNoNumber;
  if (!std::isfinite(reading.number)) return kWorstError;
  if (right == 0) return reading.number == 0 ? 0 : kWorstError;
  return std::min(kWorstError, std::abs(reading.number / right - 1));
}

void score_classes(std::span<const ChatQuestion* const> questions,
                   std::span<const ChatReading> readings, const eval::FamilyIndex& families,
                   ChatFigures& out) {
  std::vector<int> cells;
  for (size_t i = 0; i < questions.size(); ++i) {
    const size_t right = place_of(questions[i]->bound);
    const size_t said = place_of(readings[i].bound);
    ++out.confusion[right][said];
    cells.push_back(static_cast<int>(right * 3 + said));
  }
  eval::SumTable table(families.families);
  const std::vector<eval::Statistic> statistics = {
      eval::figure_of_counts(cells, kCells, accuracy_of, families, table),
      eval::figure_of_counts(cells, kCells, balanced_of, families, table),
      eval::figure_of_counts(cells, kCells, mcc_of, families, table)};
  const auto estimates = eval::bootstrap(statistics, table, {});
  out.accuracy = estimates[0];
  out.balanced = estimates[1];
  out.mcc = estimates[2];
}

void score_numbers(std::span<const ChatQuestion* const> questions,
                   std::span<const ChatReading> readings, const eval::FamilyIndex& families,
                   ChatFigures& out) {
  std::vector<double> errors;
  std::vector<double> in_10;
  std::vector<double> in_25;
  for (size_t i = 0; i < questions.size(); ++i) {
    const double error = error_of(readings[i], questions[i]->number);
    errors.push_back(kPercent * error);
    in_10.push_back(std::isnan(error) ? error : error <= 0.1 ? kPercent : 0);
    in_25.push_back(std::isnan(error) ? error : error <= 0.25 ? kPercent : 0);
  }
  eval::SumTable table(families.families);
  const std::vector<eval::Statistic> statistics = {
      eval::median_of(errors, families, table), eval::mean_of(errors, families, table),
      eval::mean_of(in_10, families, table), eval::mean_of(in_25, families, table)};
  const auto estimates = eval::bootstrap(statistics, table, {});
  out.median_error = estimates[0];
  out.mean_error = estimates[1];
  out.within_10 = estimates[2];
  out.within_25 = estimates[3];
}

// The figures of some of the questions.
ChatFigures figures_of(ChatTask task, const std::vector<ChatQuestion>& questions,
                       const ChatColumn& column, const std::string& language) {
  std::vector<const ChatQuestion*> chosen;
  std::vector<ChatReading> readings;
  std::vector<std::string> families;
  for (size_t i = 0; i < questions.size(); ++i) {
    if (!language.empty() && questions[i].language != language) continue;
    chosen.push_back(&questions[i]);
    readings.push_back(column.readings[i]);
    families.push_back(questions[i].family);
  }
  ChatFigures out;
  out.name = column.name;
  out.questions = chosen.size();
  if (language.empty() && !chosen.empty())
    out.seconds_per_1000 = column.seconds * kThousand / static_cast<double>(chosen.size());
  const eval::FamilyIndex index = eval::index_families(families);
  if (asks_for_class(task)) {
    score_classes(chosen, readings, index, out);
  } else if (task != ChatTask::Counters) {
    score_numbers(chosen, readings, index, out);
  }
  return out;
}

// The steps of each kernel, its operations asked at once, and what the steps come to.
void score_steps(const std::vector<ChatQuestion>& questions, const ChatColumn& model,
                 const std::vector<ChatColumn>& others, ChatReport& out) {
  std::vector<ChatQuestion> whole;
  std::vector<std::map<std::string, double>> said;
  std::vector<ChatColumn> columns(others.size() + 2);
  columns[0].name = model.name + ", step by step";
  columns[1].name = model.name + ", at once";
  std::map<std::string_view, std::pair<std::vector<ChatQuestion>, ChatColumn>> steps;
  for (size_t i = 0; i < questions.size(); ++i) {
    const ChatQuestion& question = questions[i];
    if (question.step == kAtOnce) {
      whole.push_back(question);
      said.emplace_back();
      columns[1].readings.push_back(model.readings[i]);
      for (size_t other = 0; other < others.size(); ++other)
        columns[other + 2].readings.push_back(others[other].readings[i]);
      continue;
    }
    said.back()[question.step] = model.readings[i].number;
    auto& [of_step, column] = steps[question.step];
    of_step.push_back(question);
    column.readings.push_back(model.readings[i]);
  }
  for (const std::map<std::string, double>& one : said)
    columns[0].readings.push_back({Bound::None, product_of_steps(one)});
  for (size_t other = 0; other < others.size(); ++other) {
    columns[other + 2].name = others[other].name;
    columns[other + 2].seconds = others[other].seconds;
  }
  for (const ChatColumn& column : columns)
    out.columns.push_back(figures_of(ChatTask::Flops, whole, column, ""));
  for (const std::string_view step : kFlopSteps) {
    const auto found = steps.find(step);
    if (found == steps.end()) continue;
    auto& [of_step, column] = found->second;
    column.name = step;
    out.steps.push_back(figures_of(ChatTask::Flops, of_step, column, ""));
  }
}

ChatUse use_of(const std::vector<ChatRecord>& records, const ChatPrice* price) {
  ChatUse out;
  for (const ChatRecord& record : records) {
    if (!record.failure.empty()) {
      ++out.failed;
      continue;
    }
    ++out.answered;
    out.prompt_tokens += static_cast<double>(record.prompt_tokens);
    out.answer_tokens += static_cast<double>(record.answer_tokens);
    out.seconds += record.seconds;
  }
  constexpr double kMillion = 1e6;
  if (price != nullptr) {
    out.cost = (out.prompt_tokens * price->input + out.answer_tokens * price->output) / kMillion;
  }
  return out;
}

}  // namespace

Result<std::map<std::string, ChatPrice>> parse_prices(const std::string& text) {
  std::map<std::string, ChatPrice> out;
  try {
    const nlohmann::json json = nlohmann::json::parse(text);
    for (const auto& [model, price] : json.items()) {
      const ChatPrice read{price.at("input").get<double>(), price.at("output").get<double>()};
      if (!(read.input >= 0 && read.output >= 0)) {
        return Error{ErrorCode::InvalidInput, "the price of " + model + " is negative"};
      }
      out[model] = read;
    }
  } catch (const nlohmann::json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 json_problem(error.what()) +
                     "; write {\"MODEL\": {\"input\": 1.1, \"output\": 4.4}}, dollars for a "
                     "million tokens"};
  }
  return out;
}

ChatReport score_chat(ChatTask task, const std::vector<ChatQuestion>& questions,
                      const std::vector<ChatRecord>& records, std::vector<ChatColumn> others,
                      const ChatPrice* price) {
  ChatReport out;
  out.task = task;
  ChatColumn model;
  std::set<std::string> languages;
  for (size_t i = 0; i < questions.size(); ++i) {
    const ChatRecord& record = records[i];
    out.model = record.model;
    languages.insert(questions[i].language);
    model.readings.emplace_back();
    if (!record.failure.empty()) continue;
    Result<ChatReading> reading = read_chat_answer(task, questions[i], record.answer);
    if (reading) {
      model.readings.back() = *reading;
    } else {
      out.unread.push_back({record.id, record.answer, reading.error().message});
    }
  }
  model.name = out.model;
  out.use = use_of(records, price);
  if (task == ChatTask::FlopSteps) {
    score_steps(questions, model, others, out);
    return out;
  }
  others.insert(others.begin(), std::move(model));
  for (const ChatColumn& column : others) {
    out.columns.push_back(figures_of(task, questions, column, ""));
    if (languages.size() < 2) continue;
    for (const std::string& language : languages)
      out.by_language[language].push_back(figures_of(task, questions, column, language));
  }
  return out;
}

ChatColumn best_constant(ChatTask task, const std::vector<ChatQuestion>& questions) {
  ChatColumn out;
  out.name = "best constant";
  ChatReading best;
  if (asks_for_class(task)) {
    const auto compute =
        std::count_if(questions.begin(), questions.end(),
                      [](const auto& question) { return question.bound == Bound::Compute; });
    const bool most = static_cast<size_t>(compute) * 2 > questions.size();
    best.bound = most ? Bound::Compute : Bound::Bandwidth;
  } else {
    std::vector<double> numbers;
    for (const ChatQuestion& question : questions) {
      const bool whole = question.step.empty() || question.step == kAtOnce;
      if (whole && question.number > 0) numbers.push_back(question.number);
    }
    std::sort(numbers.begin(), numbers.end());
    // Relative errors are smallest below the median; a quarter of them is near enough.
    if (!numbers.empty()) best.number = quantile_of(numbers, 0.25);
  }
  out.readings.assign(questions.size(), best);
  return out;
}

}  // namespace kcast::workflow
