#include "workflow/chat/chat_view.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/io/json_problem.h"
#include "base/text.h"

namespace kcast::workflow {
namespace {

using Json = nlohmann::ordered_json;

constexpr double kAnswersOfCost = 1000;

// "64.1 (59.0 to 69.2)".
std::string figure_text(const eval::Estimate& figure, int decimals) {
  if (std::isnan(figure.value)) return "";
  std::string out = format_number(figure.value, decimals);
  if (!std::isnan(figure.low)) {
    out += " (" + format_number(figure.low, decimals) + " to " +
           format_number(figure.high, decimals) + ")";
  }
  return out;
}

std::string row_text(const std::vector<std::string>& cells) {
  return "| " + join(cells, " | ") + " |\n";
}

std::string head_text(const std::vector<std::string>& cells) {
  std::string out = row_text(cells) + "|";
  for (size_t i = 0; i < cells.size(); ++i)
    out += "---|";
  return out + "\n";
}

std::string figures_table(ChatTask task, const std::vector<ChatFigures>& columns) {
  if (asks_for_class(task)) {
    std::string out =
        head_text({"who answers", "questions", "accuracy, %", "balanced, %", "MCC",
                   "bandwidth: right, compute, neither", "compute: right, bandwidth, neither"});
    for (const ChatFigures& one : columns) {
      const auto counts = [&](size_t a, size_t b) {
        return std::to_string(one.confusion[a][a]) + ", " + std::to_string(one.confusion[a][b]) +
               ", " + std::to_string(one.confusion[a][2]);
      };
      out += row_text({one.name, std::to_string(one.questions), figure_text(one.accuracy, 1),
                       figure_text(one.balanced, 1), figure_text(one.mcc, 2), counts(0, 1),
                       counts(1, 0)});
    }
    return out;
  }
  std::string out = head_text({"who answers", "questions", "median error, %",
                               "mean error, cut at 1000 %", "within 10 %", "within 25 %"});
  for (const ChatFigures& one : columns) {
    out += row_text({one.name, std::to_string(one.questions), figure_text(one.median_error, 1),
                     figure_text(one.mean_error, 1), figure_text(one.within_10, 1),
                     figure_text(one.within_25, 1)});
  }
  return out;
}

double per_thousand(double sum, const ChatUse& use) {
  return use.answered == 0 ? 0 : sum * kAnswersOfCost / static_cast<double>(use.answered);
}

std::string use_text(const ChatUse& use) {
  std::string out = std::to_string(use.answered) + " answers";
  if (use.failed > 0) {
    out += ", " + std::to_string(use.failed) +
           " questions without one (the same command asks them again)";
  }
  out += "; for 1,000: " + format_number(per_thousand(use.prompt_tokens, use), 0) +
         " tokens of questions, " + format_number(per_thousand(use.answer_tokens, use), 0) +
         " of answers, " + format_number(per_thousand(use.seconds, use), 0) + " s of waiting";
  if (use.cost >= 0) out += ", " + format_number(per_thousand(use.cost, use), 2) + " dollars";
  return out + "\n";
}

Json figure_json(const eval::Estimate& figure) {
  const auto number = [](double value) { return std::isnan(value) ? Json() : Json(value); };
  return {
      {"value", number(figure.value)}, {"low", number(figure.low)}, {"high", number(figure.high)}};
}

Json column_json(const ChatFigures& one) {
  return {{"name", one.name},
          {"questions", one.questions},
          {"seconds_per_1000", one.seconds_per_1000},
          {"accuracy_pct", figure_json(one.accuracy)},
          {"balanced_pct", figure_json(one.balanced)},
          {"mcc", figure_json(one.mcc)},
          {"confusion", one.confusion},
          {"median_error_pct", figure_json(one.median_error)},
          {"mean_error_pct", figure_json(one.mean_error)},
          {"within_10_pct", figure_json(one.within_10)},
          {"within_25_pct", figure_json(one.within_25)}};
}

}  // namespace

std::string chat_text(const ChatReport& report) {
  std::string out = report.about + "\n\n";
  if (report.task != ChatTask::Counters) out += figures_table(report.task, report.columns) + "\n";
  if (!report.steps.empty()) {
    out += "The steps, as the model answers them:\n\n" + figures_table(report.task, report.steps) +
           "\n";
  }
  for (const auto& [language, columns] : report.by_language)
    out += language + "\n\n" + figures_table(report.task, columns) + "\n";
  out += use_text(report.use);
  if (report.unread.empty()) return out;
  constexpr size_t kShown = 5;
  out += std::to_string(report.unread.size()) +
         " answers do not follow the format and count as wrong:\n";
  for (size_t i = 0; i < std::min(kShown, report.unread.size()); ++i)
    out += "- " + report.unread[i].why + "\n";
  if (report.unread.size() > kShown) {
    out += "- and " + std::to_string(report.unread.size() - kShown) + " more (log.jsonl)\n";
  }
  return out;
}

std::string chat_json(const ChatReport& report) {
  Json json = {{"task", task_name(report.task)},
               {"model", report.model},
               {"asked", report.asked},
               {"about", report.about},
               {"answered", report.use.answered},
               {"without_answer", report.use.failed},
               {"wrong_format", report.unread.size()},
               {"tokens_per_1000",
                per_thousand(report.use.prompt_tokens + report.use.answer_tokens, report.use)},
               {"seconds_per_1000", per_thousand(report.use.seconds, report.use)},
               {"dollars_per_1000",
                report.use.cost < 0 ? Json() : Json(per_thousand(report.use.cost, report.use))},
               {"columns", Json::array()},
               {"steps", Json::array()},
               {"by_language", Json::object()}};
  for (const ChatFigures& one : report.columns)
    json["columns"].push_back(column_json(one));
  for (const ChatFigures& one : report.steps)
    json["steps"].push_back(column_json(one));
  for (const auto& [language, columns] : report.by_language) {
    for (const ChatFigures& one : columns)
      json["by_language"][language].push_back(column_json(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<std::vector<ChatSummary>> parse_chat_json(const std::string& text) {
  std::vector<ChatSummary> out;
  try {
    const Json json = Json::parse(text);
    for (const Json& column : json.at("columns")) {
      const Json& accuracy = column.at("accuracy_pct");
      const auto number = [](const Json& value, double none) {
        return value.is_null() ? none : value.get<double>();
      };
      ChatSummary one;
      one.model = column.at("name").get<std::string>();
      one.asked = out.empty();
      one.task = json.value("asked", json.at("task").get<std::string>());
      one.about = json.at("about").get<std::string>();
      one.accuracy = number(accuracy.at("value"), 0);
      one.low = number(accuracy.at("low"), one.accuracy);
      one.high = number(accuracy.at("high"), one.accuracy);
      one.seconds = column.value("seconds_per_1000", 0.0);
      if (out.empty()) {
        one.tokens = json.at("tokens_per_1000").get<double>();
        one.seconds = json.at("seconds_per_1000").get<double>();
        one.cost = number(json.at("dollars_per_1000"), -1);
      }
      out.push_back(std::move(one));
    }
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput, json_problem(error.what())};
  }
  return out;
}

void add_summaries(std::vector<ChatSummary> more, std::vector<ChatSummary>& all) {
  for (ChatSummary& one : more) {
    const bool known = std::any_of(all.begin(), all.end(), [&](const ChatSummary& other) {
      if (other.model != one.model || other.asked != one.asked) return false;
      if (one.asked) return other.about == one.about;
      return other.accuracy == one.accuracy && other.low == one.low && other.high == one.high;
    });
    if (!known) all.push_back(std::move(one));
  }
}

std::string comparison_text(const std::vector<ChatSummary>& runs) {
  std::string out = head_text({"who answers", "task", "accuracy, %", "tokens for 1,000",
                               "seconds for 1,000", "dollars for 1,000"});
  for (const ChatSummary& one : runs) {
    out += row_text({one.model, one.asked ? one.task : "",
                     format_number(one.accuracy, 1) + " (" + format_number(one.low, 1) + " to " +
                         format_number(one.high, 1) + ")",
                     one.tokens > 0 ? format_number(one.tokens, 0) : "",
                     one.seconds > 0 ? format_number(one.seconds, 0) : "",
                     one.cost >= 0 ? format_number(one.cost, 2) : ""});
  }
  return out;
}

}  // namespace kcast::workflow
