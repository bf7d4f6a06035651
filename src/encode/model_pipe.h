// A language model in another process: kcast-llm has llama.cpp, kcast has the front end and the
// analysis, and asks it. Both ends are here.
//
//   hello     "KCLM", version (2), text: CBOR of ModelHello
//   question  text: CBOR of ModelQuestion
//   answer    text: CBOR of ModelAnswer
// Texts are framed as in pipe_child.h; instead of a hello or an answer there may be an error, as
// CBOR {"error", "code"}. CBOR, because kernels hold any bytes and estimates may be missing (NaN).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "encode/answers.h"
#include "encode/pipe_child.h"
#include "encode/prompts.h"

namespace kcast::encode {

// A head that the model's side applies.
struct HeadInfo {
  std::string kind;  // "regression", "hybrid", "class"
  std::vector<std::string> targets;
  std::vector<std::string> features;
  std::vector<float> quantiles;  // empty: one output a target

  bool operator==(const HeadInfo&) const = default;
};

struct ModelHello {
  std::string file;              // of the model
  std::optional<HeadInfo> head;  // absent: answers are texts

  bool operator==(const ModelHello&) const = default;
};

struct ModelQuestion {
  std::vector<Turn> prompt;
  std::vector<AnswerStep> steps;  // the answer's form; empty where a head answers
  int free_tokens = 0;            // more: so many at most, the most likely ones, in no form
  std::vector<float> features;    // of a hybrid head, by HeadInfo::features
  std::vector<float> origin;      // by HeadInfo::targets; NaN: none
};

struct ModelAnswer {
  std::string text;            // of the form that was asked for; empty where a head answered
  std::vector<float> outputs;  // of a head: [targets, quantiles], or a logit for each class
  int64_t prompt_tokens = 0;
  int64_t answer_tokens = 0;  // of a text without a form
  bool cut = false;  // the prompt did not fit, so that some of the kernel's text is missing
  double log_probability = 0;
  double prompt_seconds = 0;
  double answer_seconds = 0;

  bool operator==(const ModelAnswer&) const = default;
};

using AnswerFunction = std::function<Result<ModelAnswer>(const ModelQuestion&)>;

// Serves a model over two file descriptors, which stay open. An error only where a question makes
// no sense or nobody listens.
Status serve_model(const ModelHello& hello, const AnswerFunction& answer, int input, int output);
// Instead of it, where there is no model to serve.
void refuse_model(const Error& error, int output);

class PipeModel {
 public:
  // The program loads its model while we go on: hello() waits for it.
  static Result<std::unique_ptr<PipeModel>> start(const std::vector<std::string>& command);
  static std::unique_ptr<PipeModel> over(int socket);

  Result<ModelHello> hello();
  Result<ModelAnswer> ask(const ModelQuestion& question);

 private:
  PipeModel() = default;

  PipeChild child_;
  std::optional<ModelHello> hello_;
};

}  // namespace kcast::encode
