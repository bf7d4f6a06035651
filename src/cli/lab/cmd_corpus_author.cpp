// kcast corpus author: kernels that a language model writes.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "author/author.h"
#include "author/prompt.h"
#include "base/files.h"
#include "base/progress.h"
#include "base/text.h"
#include "cli/lab/endpoint_options.h"
#include "cli/lab/subcommands.h"
#include "corpus/authored/authored.h"
#include "corpus/dedupe/near_duplicate_filter.h"
#include "predict/gpus.h"
#include "predict/tools.h"
#include "workflow/dataset/kernel_files.h"

namespace kcast::cli {
namespace {

struct AuthorOptions {
  EndpointOptions endpoint;
  std::string model;
  std::string problems;
  std::string out = "authored";
  std::string levels;
  std::string temperatures = "0.2,0.6,1.0";
  std::string language = "cuda";
  std::string gpu;
  size_t count = 0;
  size_t per_problem = 0;
  uint64_t seed = 1;
  int64_t max_tokens = 2048;
};

Result<std::vector<double>> read_temperatures(const std::string& text) {
  std::vector<double> out;
  for (const std::string& word : split(text, ',')) {
    const std::string number(trim(word));
    char* end = nullptr;
    const double value = std::strtod(number.c_str(), &end);
    if (number.empty() || *end != '\0' || !(value >= 0 && value <= 5)) {
      return Error{ErrorCode::InvalidInput, "--temperatures: cannot read '" + text +
                                                "'; write numbers from 0 to 5, like 0.2,0.6,1.0"};
    }
    out.push_back(value);
  }
  return out;
}

Result<std::vector<std::string>> read_levels(const std::string& text) {
  std::vector<std::string> out;
  if (text.empty()) return out;
  for (const std::string& word : split(text, ',')) {
    out.emplace_back(trim(word));
    if (!author::is_level(out.back())) {
      return Error{ErrorCode::InvalidInput,
                   "--levels: unknown level '" + out.back() + "'; known: " + author::level_names()};
    }
  }
  return out;
}

Status check_numbers(const AuthorOptions& options) {
  const auto refuse = [](const std::string& what) { return Error{ErrorCode::InvalidInput, what}; };
  if (options.count > 0 && options.per_problem > 0) {
    return refuse("give --count or --per-problem, not both");
  }
  if (options.max_tokens < 1) return refuse("--max-tokens must be positive");
  KCAST_OK(check_endpoint(options.endpoint));
  if (!author::is_prompt_language(options.language)) {
    return refuse("unknown language '" + options.language + "'; known: cuda, hip, opencl");
  }
  return Unit{};
}

Result<author::AuthorRequest> make_author_request(const AuthorOptions& options) {
  KCAST_OK(check_numbers(options));
  author::AuthorRequest request;
  KCAST_TRY(const std::string list, read_file(options.problems));
  Result<std::vector<author::Problem>> problems = author::parse_problems(list);
  if (!problems) return std::move(problems).error().context(options.problems);
  request.problems = *std::move(problems);
  KCAST_TRY(request.endpoint, chat_endpoint(options.endpoint));
  request.model = options.model;
  request.language = options.language;
  request.max_tokens = options.max_tokens;
  request.jobs = options.endpoint.jobs;
  request.out = options.out;
  KCAST_TRY(request.plan.levels, read_levels(options.levels));
  KCAST_TRY(request.plan.temperatures, read_temperatures(options.temperatures));
  request.plan.seed = options.seed;
  request.plan.count =
      options.per_problem > 0 ? options.per_problem * request.problems.size() : options.count;
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named(options.gpu));
  request.gpu = gpus.front();
  return request;
}

std::string render_author_report(const author::AuthorReport& report, const std::string& out) {
  using author::Outcome;
  constexpr size_t kWidth = 6;
  std::string text = std::to_string(report.questions) + " answers in " + out;
  if (report.earlier > 0) text += ", " + std::to_string(report.earlier) + " of them from before";
  text += "\n";
  size_t left = report.questions;
  const auto line = [&](size_t count, std::string_view what) {
    text += "  " + pad_left(std::to_string(count), kWidth) + "  " + std::string(what) + "\n";
  };
  const auto less = [&](std::initializer_list<author::Outcome> outcomes) {
    for (const author::Outcome outcome : outcomes)
      left -= report.count(outcome);
    return left;
  };
  line(less({author::Outcome::NoAnswer, author::Outcome::CutOff, author::Outcome::NoCode}),
       "hold a whole program");
  line(less({author::Outcome::NotCompiled}), "compile");
  line(less({author::Outcome::NoKernel, author::Outcome::NoLaunch}),
       "have a kernel and a launch that is known");
  line(less({author::Outcome::NotRun, author::Outcome::OutOfBounds, author::Outcome::Hangs,
             author::Outcome::NoWork}),
       "run through the interpreter");
  line(report.count(author::Outcome::Kept), "are kept");
  text += "dropped\n";
  for (const author::OutcomeName& one : author::kOutcomes) {
    if (one.outcome != author::Outcome::Kept && report.count(one.outcome) > 0) {
      line(report.count(one.outcome), one.about);
    }
  }
  return text;
}

// The programs that an answer must not repeat: the corpus's own, and those that were kept before.
Status add_known_programs(const std::string& out, corpus::NearDuplicateFilter& filter) {
  KCAST_TRY(const auto programs, corpus::authored_programs());
  for (const corpus::AuthoredProgram& program : programs)
    filter.add_unless_duplicate(program.name, program.text);
  // A folder that is not there yet, or empty, holds nothing.
  const auto kept = workflow::kernel_files_under(out);
  if (!kept) return Unit{};
  for (const std::string& file : *kept) {
    KCAST_TRY(const std::string text, read_file(file));
    filter.add_unless_duplicate(file, text);
  }
  return Unit{};
}

Status run_author(const AuthorOptions& options) {
  KCAST_TRY(const author::AuthorRequest request, make_author_request(options));
  // The front end forks, so it starts before any thread does.
  author::AuthorHooks hooks;
  KCAST_TRY(hooks.check.predict, predict::start_tools());
  corpus::NearDuplicateFilter filter;
  if (auto status = add_known_programs(options.out, filter); !status) return status;
  size_t answers = 0;
  hooks.check.near_duplicate = [&](const std::string& source) -> std::optional<std::string> {
    if (filter.add_unless_duplicate("answer " + std::to_string(++answers), source)) {
      return std::nullopt;
    }
    return "nearly the same as a program that was there before";
  };
  KCAST_TRY(hooks.chat, chat_tools());
  std::optional<Progress> progress;
  hooks.start = [&](size_t done, size_t total) {
    progress.emplace("asking " + request.model, total);
    progress->advance(done);
  };
  hooks.answered = [&](const author::AnswerRecord& record) {
    if (record.outcome == author::Outcome::Kept) {
      progress->advance();
    } else {
      progress->fail();
    }
  };
  const Result<author::AuthorReport> report = author::author_kernels(request, hooks);
  progress.reset();
  if (!report) return report.error();
  std::cout << render_author_report(*report, options.out);
  return Unit{};
}

}  // namespace

void add_corpus_author(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("author", "ask a language model for kernels and keep what runs");
  const auto options = std::make_shared<AuthorOptions>();
  add_endpoint_options(*command, options->endpoint);
  command->get_option("--endpoint")->required();
  command->add_option("--model", options->model, "name of the model on that server")->required();
  command
      ->add_option("--problems", options->problems,
                   "list of problems, like corpus/authored/problems.tsv")
      ->required();
  command->add_option("--out", options->out,
                      "folder for the kernels that are kept and for answers.jsonl");
  command->add_option("--count", options->count, "answers in all (default: one for each problem)");
  command->add_option("--per-problem", options->per_problem, "answers for each problem");
  command->add_option("--levels", options->levels,
                      "instead of the list's: " + author::level_names());
  command->add_option("--temperatures", options->temperatures,
                      "temperatures that are used in turn (default 0.2,0.6,1.0)");
  command->add_option("--language", options->language, "language to write in: cuda, hip or opencl");
  command->add_option("--seed", options->seed, "seed of the order of problems and of the sampling");
  command->add_option("--max-tokens", options->max_tokens,
                      "most tokens of an answer (default 2048)");
  command->add_option("--gpu", options->gpu,
                      "GPU that the interpreter checks launches for (default h200)");
  command->callback([options, &action] { action = [options] { return run_author(*options); }; });
}

}  // namespace kcast::cli
