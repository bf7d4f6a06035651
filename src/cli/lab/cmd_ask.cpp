// kcast ask: the questions of the papers to any chat model, scored beside the analysis.
#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/io/folder_lock.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "base/progress.h"
#include "base/sha256.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/lab/endpoint_options.h"
#include "encode/model_pipe.h"
#include "endpoint/chat.h"
#include "workflow/ask/llm_program.h"
#include "workflow/ask/open_tokenizer.h"
#include "workflow/chat/chat_picture.h"
#include "workflow/chat/chat_questions.h"
#include "workflow/chat/chat_run.h"
#include "workflow/chat/chat_score.h"
#include "workflow/chat/chat_shard.h"
#include "workflow/chat/chat_view.h"

namespace kcast::cli {
namespace {

namespace fs = std::filesystem;

struct AskCommand {
  std::string set = "datasets/h200-v1";
  std::string task = "rq2";
  std::string split = "authored";
  std::string model;
  EndpointOptions endpoint;
  std::string language;
  std::string prices;
  std::string out;
  std::vector<std::string> compare;
  std::string svg;
  std::string fine_tuning;                       // file
  std::string shard;                             // file
  std::string answers;                           // file
  std::vector<std::array<std::string, 3>> also;  // model, answers, out
  size_t questions = 0;
  size_t shots = 2;
  bool thoughts = false;
  bool show = false;
  double per_minute = 0;
  double temperature = 0;
  int64_t max_tokens = 0;
  int context = 8192;
  uint64_t seed = 1;
  size_t jobs = hardware_jobs();
};

// Questions are written somewhere, and that is all.
bool asks_nobody(const AskCommand& command) {
  return command.show || !command.fine_tuning.empty() || !command.shard.empty();
}

// Tokens that an answer may take.
int64_t most_tokens(const AskCommand& command, workflow::ChatTask task) {
  if (command.max_tokens > 0) return command.max_tokens;
  if (task == workflow::ChatTask::Counters) return 1024;
  return command.thoughts ? 512 : 16;
}

Result<std::vector<workflow::ChatQuestion>> make_questions(
    const AskCommand& command, workflow::ChatTask task, std::vector<workflow::ChatColumn>& others) {
  if (task == workflow::ChatTask::Rq1) {
    auto out =
        workflow::quiz_questions({.questions = command.questions > 0 ? command.questions : 240,
                                  .shots = command.shots,
                                  .thoughts = command.thoughts,
                                  .seed = command.seed});
    others.push_back(workflow::best_constant(task, out));
    return out;
  }
  workflow::ChatSetOptions options;
  options.task = task;
  options.set = command.set;
  options.kernels = command.questions > 0 ? command.questions : 340;
  options.shots = command.shots;
  options.language = command.language;
  options.seed = command.seed;
  options.jobs = command.jobs;
  KCAST_TRY(options.split, dataset::split_named(command.split));
  if (!command.fine_tuning.empty()) options.side = dataset::Side::Train;
  // Counters are scored by kcast eval.
  options.analyse = !asks_nobody(command) && task != workflow::ChatTask::Counters;
  KCAST_TRY(workflow::ChatSet set, workflow::set_questions(options));
  for (const auto& [why, kernels] : set.dropped)
    std::cerr << "left out, " << why << ": " << kernels << "\n";
  others = std::move(set.others);
  return std::move(set.questions);
}

// The turns of a question as an endpoint gets them.
endpoint::ChatRequest request_of(const AskCommand& command, workflow::ChatTask task,
                                 const workflow::ChatQuestion& question) {
  endpoint::ChatRequest out;
  out.model = command.model;
  for (const encode::Turn& turn : question.prompt)
    (turn.role == "system" ? out.system : out.user) += turn.text();
  out.temperature = command.temperature;
  out.seed = static_cast<int64_t>(command.seed);
  out.max_tokens = most_tokens(command, task);
  return out;
}

Result<workflow::AskChat> ask_endpoint(const AskCommand& command, workflow::ChatTask task) {
  KCAST_TRY(endpoint::ChatEndpoint server, chat_endpoint(command.endpoint));
  server.connection_attempts = 3;
  KCAST_TRY(endpoint::ChatTools tools, chat_tools());
  return workflow::AskChat(
      [&command, task, server,
       tools](const workflow::ChatQuestion& question) -> Result<workflow::ChatReply> {
        KCAST_TRY(endpoint::ChatAnswer answer,
                  endpoint::ask(server, request_of(command, task, question), tools));
        return workflow::ChatReply{std::move(answer.text), answer.cut_off, answer.prompt_tokens,
                                   answer.answer_tokens};
      });
}

// kcast-llm answers one question at a time.
Result<workflow::AskChat> ask_local(const AskCommand& command, workflow::ChatTask task) {
  KCAST_TRY(std::string program, workflow::llm_program());
  KCAST_TRY(std::shared_ptr<encode::PipeModel> model,
            encode::PipeModel::start({std::move(program), "answer", "--model", command.model,
                                      "--context", std::to_string(command.context)}));
  KCAST_TRY([[maybe_unused]] const encode::ModelHello hello, model->hello());
  const auto one_at_a_time = std::make_shared<std::mutex>();
  const auto tokens = static_cast<int>(most_tokens(command, task));
  return workflow::AskChat(
      [model, one_at_a_time,
       tokens](const workflow::ChatQuestion& question) -> Result<workflow::ChatReply> {
        const std::lock_guard lock(*one_at_a_time);
        encode::ModelQuestion asked;
        asked.prompt = question.prompt;
        asked.free_tokens = tokens;
        KCAST_TRY(encode::ModelAnswer answer, model->ask(asked));
        return workflow::ChatReply{std::move(answer.text), answer.answer_tokens >= tokens,
                                   answer.prompt_tokens, answer.answer_tokens};
      });
}

Result<workflow::AskChat> who_answers(const AskCommand& command, workflow::ChatTask task) {
  if (!command.answers.empty()) return workflow::answers_of_file(command.answers);
  return command.endpoint.url.empty() ? ask_local(command, task) : ask_endpoint(command, task);
}

// "rq1, 4 examples, chain of thought".
std::string asked_text(const AskCommand& command, workflow::ChatTask task) {
  std::string out(workflow::task_name(task));
  const bool has_examples = task == workflow::ChatTask::Rq1 || task == workflow::ChatTask::Rq3;
  if (has_examples && command.shots > 0) out += ", " + std::to_string(command.shots) + " examples";
  if (command.thoughts) out += ", chain of thought";
  return out;
}

std::string about_text(const AskCommand& command, workflow::ChatTask task, size_t questions) {
  std::string out = std::string(workflow::task_name(task)) + ", " + std::to_string(questions) +
                    " questions to " + command.model;
  if (task == workflow::ChatTask::Rq1 || task == workflow::ChatTask::Rq3)
    out += ", " + std::to_string(command.shots) + " examples before each";
  if (command.thoughts) out += ", with a chain of thought";
  if (task != workflow::ChatTask::Rq1) out += ", split " + command.split + " of " + command.set;
  return out;
}

Result<std::optional<workflow::ChatPrice>> price_of(const AskCommand& command) {
  if (command.prices.empty()) return std::optional<workflow::ChatPrice>();
  KCAST_TRY(const std::string text, read_file(command.prices));
  auto prices = workflow::parse_prices(text);
  if (!prices) return std::move(prices).error().context(command.prices);
  const auto found = prices->find(command.model);
  if (found == prices->end()) {
    return Error{ErrorCode::NotFound, command.prices + " has no price of " + command.model};
  }
  return std::optional(found->second);
}

Result<std::vector<workflow::ChatRecord>> ask_all(
    const AskCommand& command, workflow::ChatTask task,
    const std::vector<workflow::ChatQuestion>& questions, const workflow::AskChat& ask) {
  using Clock = std::chrono::steady_clock;
  KCAST_TRY(workflow::ChatLog log, workflow::ChatLog::open(fs::path(command.out) / "log.jsonl"));
  std::string settings = command.endpoint.url + " " + format_digits(command.temperature, 6) + " " +
                         std::to_string(most_tokens(command, task));
  if (!command.answers.empty()) {
    KCAST_TRY(const std::string text, read_file(command.answers, size_t{4} << 30U));
    settings += " " + sha256_hex(text);
  }
  const workflow::ChatRunOptions options{
      .task = task,
      .model = command.model,
      .settings = settings,
      .jobs = command.endpoint.url.empty() ? 1 : static_cast<size_t>(command.endpoint.jobs),
      .per_minute = command.per_minute};
  std::optional<Progress> progress;
  workflow::ChatRunHooks hooks;
  hooks.ask = ask;
  hooks.sleep = [](double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
  };
  hooks.clock = [] {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  };
  hooks.stopped = [] { return InterruptGuard::interrupted().load(); };
  hooks.start = [&](size_t done, size_t total) {
    progress.emplace("asking " + command.model, total);
    progress->advance(done);
  };
  hooks.answered = [&](const workflow::ChatRecord& record) {
    if (record.failure.empty()) {
      progress->advance();
    } else {
      progress->fail();
    }
  };
  const InterruptGuard guard;
  return workflow::run_chat(questions, options, hooks, log);
}

Status show_questions(const std::vector<workflow::ChatQuestion>& questions) {
  for (const workflow::ChatQuestion& question : questions) {
    std::cout << "--- " << question.id << "\n";
    for (const encode::Turn& turn : question.prompt)
      std::cout << turn.text() << "\n";
  }
  return Unit{};
}

Status write_shard(const AskCommand& command, const std::vector<workflow::ChatQuestion>& questions,
                   const encode::Tokenizer& tokenizer, const workflow::ChatShardOptions& options) {
  const std::string& file = options.with_answers ? command.fine_tuning : command.shard;
  KCAST_TRY(const workflow::ChatShardCounts counts,
            workflow::write_chat_shard(questions, tokenizer, options, file));
  std::cout << file << ": " << counts.samples << " samples, " << counts.tokens << " tokens";
  if (counts.cut > 0) std::cout << "; " << counts.cut << " were cut in the middle";
  if (counts.too_long > 0) std::cout << "; " << counts.too_long << " are too long and left out";
  std::cout << "\n";
  return Unit{};
}

Status write_questions(const AskCommand& command, workflow::ChatTask task,
                       const std::vector<workflow::ChatQuestion>& questions,
                       const encode::Tokenizer* tokenizer) {
  if (command.show) return show_questions(questions);
  const auto context = static_cast<size_t>(command.context);
  if (command.fine_tuning.empty()) {
    const size_t kept_free = std::min(static_cast<size_t>(most_tokens(command, task)), context / 2);
    return write_shard(command, questions, *tokenizer, {.most_tokens = context - kept_free});
  }
  const auto balanced = workflow::balanced_by_length(questions);
  if (tokenizer != nullptr) {
    return write_shard(command, balanced, *tokenizer,
                       {.most_tokens = context, .with_answers = true});
  }
  KCAST_OK(write_file(command.fine_tuning, workflow::fine_tuning_lines(balanced)));
  std::cout << command.fine_tuning << ": " << balanced.size() << " conversations\n";
  return Unit{};
}

// Where tokens are written.
Result<std::unique_ptr<encode::Tokenizer>> tokenizer_of(const AskCommand& command) {
  const bool wanted = !command.shard.empty() || command.fine_tuning.ends_with(".safetensors");
  if (!wanted || command.show) return std::unique_ptr<encode::Tokenizer>();
  return workflow::open_tokenizer(command.model, 1);
}

Status compare_runs(const AskCommand& command) {
  std::vector<workflow::ChatSummary> all;
  for (const std::string& folder : command.compare) {
    const fs::path path = fs::path(folder) / "report.json";
    KCAST_TRY(const std::string text, read_file(path));
    auto summaries = workflow::parse_chat_json(text);
    if (!summaries) return std::move(summaries).error().context(path.string());
    workflow::add_summaries(std::move(*summaries), all);
  }
  std::cout << workflow::comparison_text(all);
  return command.svg.empty() ? Status(Unit{}) : write_file(command.svg, workflow::chat_svg(all));
}

Status check_ask(const AskCommand& command, workflow::ChatTask task) {
  const auto refuse = [](const std::string& what) { return Error{ErrorCode::InvalidInput, what}; };
  if (command.thoughts && task != workflow::ChatTask::Rq1)
    return refuse("--cot is for --task rq1: the other questions ask for one word or number");
  if (command.shots > 32) return refuse("--shots takes 0 to 32");
  const bool from_source = task == workflow::ChatTask::Rq2 || task == workflow::ChatTask::Rq3;
  if (!command.fine_tuning.empty() && !from_source)
    return refuse("--fine-tuning is for --task rq2 and rq3");
  if (!command.shard.empty() && !command.fine_tuning.empty())
    return refuse("--shard and --fine-tuning exclude each other: name the file once");
  const bool wants_tokens = !command.shard.empty() || command.fine_tuning.ends_with(".safetensors");
  if (asks_nobody(command) && (command.show || !wants_tokens)) return Unit{};
  if (command.model.empty()) return refuse("--model is required (see kcast ask --help)");
  if (asks_nobody(command)) return Unit{};
  if (command.out.empty()) return refuse("--out is required: a folder for the log and the report");
  if (!command.endpoint.url.empty()) return check_endpoint(command.endpoint);
  return Unit{};
}

// The questions to one model, and its scores.
Status ask_model(const AskCommand& command, workflow::ChatTask task,
                 const std::vector<workflow::ChatQuestion>& questions,
                 const std::vector<workflow::ChatColumn>& others,
                 const workflow::ChatPrice* price) {
  KCAST_TRY([[maybe_unused]] const FolderLock lock, FolderLock::take(command.out));
  KCAST_TRY(const workflow::AskChat ask, who_answers(command, task));
  KCAST_TRY(const std::vector<workflow::ChatRecord> records,
            ask_all(command, task, questions, ask));
  workflow::ChatReport report = workflow::score_chat(task, questions, records, others, price);
  report.asked = asked_text(command, task);
  report.about = about_text(command, task, questions.size());
  std::cout << workflow::chat_text(report);
  if (task == workflow::ChatTask::Counters) {
    std::cout << "scores of the counters: kcast eval " << command.set << " --split "
              << command.split << " --answers " << command.out << "/log.jsonl\n";
  }
  return write_file(fs::path(command.out) / "report.json", workflow::chat_json(report));
}

Status run_ask(const AskCommand& command) {
  if (!command.compare.empty()) return compare_runs(command);
  KCAST_TRY(const workflow::ChatTask task, workflow::task_named(command.task));
  KCAST_OK(check_ask(command, task));
  KCAST_TRY(const std::optional<workflow::ChatPrice> price, price_of(command));
  // Starts a process: before there are threads.
  KCAST_TRY(const std::unique_ptr<encode::Tokenizer> tokenizer, tokenizer_of(command));
  std::vector<workflow::ChatColumn> others;
  KCAST_TRY(const std::vector<workflow::ChatQuestion> questions,
            make_questions(command, task, others));
  if (asks_nobody(command)) return write_questions(command, task, questions, tokenizer.get());
  AskCommand one = command;
  KCAST_OK(ask_model(one, task, questions, others, price ? &*price : nullptr));
  for (const auto& [model, answers, out] : command.also) {
    one.model = model;
    one.answers = answers;
    one.out = out;
    KCAST_TRY(const std::optional<workflow::ChatPrice> its_price, price_of(one));
    std::cout << "\n";
    KCAST_OK(ask_model(one, task, questions, others, its_price ? &*its_price : nullptr));
  }
  return Unit{};
}

}  // namespace

Status cmd_ask(Args args) {
  CLI::App app;
  describe_command(app, "ask");
  AskCommand command;
  std::vector<std::string> tasks;
  for (const workflow::ChatTask task : workflow::kChatTasks)
    tasks.emplace_back(workflow::task_name(task));
  app.add_option("DATASET", command.set,
                 "measured launches: a store, Parquet, or a folder of them; rq1 needs none")
      ->capture_default_str();
  app.add_option(
         "--task", command.task,
         "rq1: class from given intensities; rq2: from source; rq3: behind examples; "
         "counters: Omniwise's question; time: LLMPerf's; flops: operations; flop-steps: the "
         "same step by step")
      ->check(CLI::IsMember(tasks))
      ->capture_default_str();
  app.add_option("--model", command.model,
                 "name of the model on the server; without --endpoint, one of `kcast models list` "
                 "or a GGUF file");
  add_endpoint_options(app, command.endpoint);
  app.add_option("--split", command.split, "split whose test side is asked about")
      ->check(CLI::IsMember({"iid", "family", "motif", "size", "authored"}))
      ->capture_default_str();
  app.add_option("--questions", command.questions,
                 "how many: kernels, a launch of each (default 340; rq1: 240)");
  app.add_option("--shots", command.shots, "examples before the question, of rq1 and rq3")
      ->capture_default_str();
  app.add_flag("--cot", command.thoughts, "rq1: with a chain of thought");
  app.add_option("--language", command.language, "kernels of this language alone")
      ->check(CLI::IsMember({"cuda", "hip", "opencl", "openmp"}));
  app.add_option("--rate", command.per_minute, "most questions in a minute (default: no limit)")
      ->check(CLI::PositiveNumber);
  app.add_option("--temperature", command.temperature, "of the sampling on a server")
      ->check(CLI::Range(0.0, 5.0))
      ->capture_default_str();
  app.add_option("--max-tokens", command.max_tokens,
                 "most tokens of an answer (default 16; with --cot 512; counters 1024)")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--context", command.context, "tokens that a local model may read and write")
      ->check(CLI::Range(64, 1 << 20))
      ->capture_default_str();
  app.add_option(
      "--prices", command.prices,
      "JSON: {\"MODEL\": {\"input\": 1.1, \"output\": 4.4}}, dollars for a million tokens");
  app.add_option("--out", command.out, "folder for log.jsonl and report.json; a run goes on there");
  app.add_option("--seed", command.seed, "seed of the choice and of the sampling")
      ->capture_default_str();
  app.add_flag("--show", command.show, "print the questions and ask nobody");
  app.add_option(
      "--fine-tuning", command.fine_tuning,
      "rq2, rq3: write questions and answers of the train side to this file, as OpenAI's "
      "fine-tuning reads them (FILE.safetensors: as kcast train does, in tokens of --model), and "
      "ask "
      "nobody");
  app.add_option("--shard", command.shard,
                 "write the questions as tokens of --model to this file, for kcast-train generate, "
                 "and ask nobody");
  app.add_option("--answers", command.answers,
                 "answers to such a shard, as kcast answers texts writes them: score them, and ask "
                 "nobody")
      ->check(CLI::ExistingFile);
  app.add_option("--also", command.also,
                 "with --answers: MODEL ANSWERS OUT, another model that was asked the same; the "
                 "questions are made once")
      ->needs("--answers");
  app.add_option("--compare", command.compare,
                 "folders of runs: one table of all, nothing is asked");
  app.add_option("--svg", command.svg, "with --compare: accuracy against cost, as a picture");
  KCAST_TRY(const bool parsed, parse_options(app, args));
  if (!parsed) return Unit{};
  return run_ask(command);
}

}  // namespace kcast::cli
