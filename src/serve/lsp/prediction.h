// The predictions of one text: what is asked, and what a worker brings back.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "predict/predictor.h"
#include "serve/lsp/launch_file.h"
#include "serve/lsp/settings.h"
#include "serve/lsp/text.h"

namespace kcast::lsp {

// Everything that decides a prediction. The same question has the same answer, as long as the
// files of the project stay as they are.
struct Question {
  predict::PredictRequest request;                           // with the text of the editor
  std::map<std::string, predict::LaunchOverrides> launches;  // of kernels, by plain name
  std::string key;                                           // a fingerprint
};

struct Answer {
  predict::PredictReport report;
  std::vector<Gpu> gpus;
  std::optional<Error> error;  // nothing could be predicted
  bool cancelled = false;
};

// Sets the fingerprint.
void finish_question(Question& question);

// In any thread. Kernels with launches of their own are predicted apart.
Answer answer_question(predict::Predictor& predictor, const Question& question,
                       const std::atomic<bool>& cancelled);

// Answers by their fingerprints; the oldest go first.
class AnswerCache {
 public:
  std::shared_ptr<const Answer> find(const std::string& key);
  void add(const std::string& key, std::shared_ptr<const Answer> answer);
  void clear() { answers_.clear(); }

 private:
  static constexpr size_t kMost = 64;
  uint64_t clock_ = 0;
  std::map<std::string, std::pair<uint64_t, std::shared_ptr<const Answer>>> answers_;
};

}  // namespace kcast::lsp
