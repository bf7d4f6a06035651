// A launch as a language model is asked about it: with the functions that make training samples,
// so that both show the same text, features and estimate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/analyze.h"
#include "base/result.h"
#include "encode/model_pipe.h"
#include "encode/prompts.h"
#include "predict/predict.h"

namespace kcast::workflow {

// A question and what came up while it was made.
struct AskedLaunch {
  encode::ModelQuestion question;
  std::optional<analyze::Analysis> analysis;  // where the head reads its features
  std::vector<std::string> notes;
};

// `source` is the request as the user made it; what `launch` was chosen from may be the program as
// collectors get it. `in_host` says that host code makes the launch.
struct LaunchTexts {
  encode::Template which = encode::Template::Compact;
  const frontend::InspectRequest& source;
  bool in_host = false;
};

// `head` may be null: the answer is a text.
Result<AskedLaunch> make_question(const predict::LaunchQuestion& launch, const LaunchTexts& texts,
                                  const encode::HeadInfo* head, const predict::PredictTools& tools);

// What the front end is asked so that make_question() has all it needs.
frontend::InspectRequest request_for_question(const frontend::InspectRequest& source,
                                              encode::Template which,
                                              const predict::PredictTools& tools, const Gpu& gpu);

}  // namespace kcast::workflow
