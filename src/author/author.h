// Asks a language model for kernels and keeps those that pass the checks.
//
//   problems --plan--> questions --chat--> answers --extract--> programs --check--> kept files
//
// Everything that is known is on disk before the next answer is looked at, so a run that is
// ended at any moment goes on where it was.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "author/answers.h"
#include "author/check.h"
#include "author/plan.h"
#include "author/problems.h"
#include "base/result.h"
#include "endpoint/chat.h"

namespace kcast::author {

struct AuthorRequest {
  endpoint::ChatEndpoint endpoint;
  std::string model;
  std::vector<Problem> problems;
  PlanOptions plan;
  std::string language = "cuda";
  int64_t max_tokens = 2048;
  std::filesystem::path out;  // made if missing
  int jobs = 1;               // requests at a time
  Gpu gpu;                    // that the interpreter runs for
};

struct AuthorReport {
  std::array<size_t, kOutcomes.size()> counts{};  // of this plan, by Outcome
  size_t questions = 0;
  size_t earlier = 0;  // answered by runs before this one
  int64_t answer_tokens = 0;

  size_t count(Outcome outcome) const { return counts[static_cast<size_t>(outcome)]; }
};

struct AuthorHooks {
  endpoint::ChatTools chat;
  AuthorTools check;                                     // called by one thread at a time
  std::function<void(size_t done, size_t total)> start;  // before the first question
  std::function<void(const AnswerRecord&)> answered;     // called by one thread at a time
};

// Ends with an error where going on makes no sense: no server, a key that is refused, five
// requests in a row without an answer, a disk that is full.
Result<AuthorReport> author_kernels(const AuthorRequest& request, const AuthorHooks& hooks);

}  // namespace kcast::author
