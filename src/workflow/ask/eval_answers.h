// What language models answered, as predictors of the rows of an evaluation. A file of answers has
// a JSON object a line:
//
//   {"id": "RECIPE\tLANGUAGE\tLAUNCH\tGPU", "template": "omniwise", "answer": "..."}
//
// The id is that of a token shard's sample (docs/encode.md). Further keys are ignored.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/prompts.h"
#include "eval/evaluate.h"
#include "eval/rows.h"

namespace kcast::workflow {

struct ModelAnswers {
  std::string name;  // of the model, for the tables
  std::string file;
  encode::Template which = encode::Template::Omniwise;
  std::map<std::string, std::string, std::less<>> texts;  // by recipe, language and launch
};

// `named` is NAME=FILE or FILE, which is then called as the file. Lines that name no template are
// of `form`; an empty one: they have to.
Result<ModelAnswers> read_answers(const std::string& named, const std::string& form);
Result<ModelAnswers> parse_answers(std::string_view text, const std::string& named,
                                   const std::string& form);

// Rows of the test side that no model was asked about leave it. A sample that is not on the test
// side is an error: a model may have learnt it.
Status keep_answered(std::span<const ModelAnswers> models, eval::EvalInput& input);

// Answers that cannot be read are misses, and counted by reason.
eval::Predictor predictor_of(const ModelAnswers& model, const eval::EvalInput& input);

// Makes the first model the predictor that is evaluated; what it was becomes one of the others.
void compare_models(std::span<const ModelAnswers> models, eval::EvalInput& input);

}  // namespace kcast::workflow
