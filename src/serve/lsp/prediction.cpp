#include "serve/lsp/prediction.h"

#include <algorithm>
#include <utility>

#include "base/sha256.h"
#include "serve/lsp/kernel_places.h"
#include "serve/option_words.h"

namespace kcast::lsp {

namespace {

class Fingerprint {
 public:
  Fingerprint& add(std::string_view text) {
    hash_.add(std::to_string(text.size()) + ":");
    hash_.add(text);
    return *this;
  }
  Fingerprint& add(const std::vector<std::string>& texts) {
    add(std::to_string(texts.size()));
    for (const std::string& text : texts)
      add(text);
    return *this;
  }
  Fingerprint& add(const predict::LaunchOverrides& launch) {
    const auto add_dims = [&](const auto& dims) {
      if (!dims) return void(add("-"));
      for (const int64_t size : *dims)
        add(std::to_string(size));
    };
    add_dims(launch.grid);
    add_dims(launch.block);
    add(launch.shared_bytes ? std::to_string(*launch.shared_bytes) : "-");
    for (const auto& [name, number] : launch.arguments)
      add(name).add(std::to_string(number.integer.value_or(0))).add(std::to_string(number.real));
    for (const auto& [name, fill] : launch.fills)
      add(name).add(fill_text(fill));
    return *this;
  }
  std::string text() const { return hash_.hex(); }

 private:
  Sha256 hash_;
};

// The kernels with launches of their own, each predicted apart; its entries replace the others.
void predict_given_launches(predict::Predictor& predictor, const Question& question,
                            const std::atomic<bool>& cancelled, predict::PredictReport& report) {
  for (const auto& [kernel, launch] : question.launches) {
    const auto is_kernel = [&name = kernel](const auto& entry) {
      return plain_kernel_name(entry.name) == name;
    };
    const bool known =
        std::any_of(report.predictions.begin(), report.predictions.end(), is_kernel) ||
        std::any_of(report.skipped.begin(), report.skipped.end(), is_kernel);
    if (!known) continue;
    predict::PredictRequest alone = question.request;
    alone.source.kernel = kernel;
    alone.launch = launch;
    auto part = serve::with_fields(predictor.predict(alone, &cancelled), serve::kEditorFields);
    if (!part) {
      report.diagnostics.push_back(
          {Severity::Warning, kLaunchFileName, 0, 0, kernel + ": " + part.error().message});
      continue;
    }
    std::erase_if(report.predictions, is_kernel);
    std::erase_if(report.skipped, is_kernel);
    for (auto& entry : part->predictions) {
      // The launch is the user's; what the program does beside it is not known.
      entry.time_share = 0;
      report.predictions.push_back(std::move(entry));
    }
    report.skipped.insert(report.skipped.end(), part->skipped.begin(), part->skipped.end());
  }
}

}  // namespace

void finish_question(Question& question) {
  const frontend::InspectRequest& source = question.request.source;
  Fingerprint print;
  for (const frontend::SourceFile& file : source.files)
    print.add(file.name).add(file.text);
  print.add(source.working_dir).add(source.readable_dirs).add(source.include_dirs);
  print.add(source.language).add(source.standard).add(source.flags).add(source.kernel);
  for (const auto& [name, value] : source.defines)
    print.add(name).add(value);
  if (source.argv) print.add(*source.argv);
  print.add(predict::to_text(question.request.predictor));
  print.add(predict::conditions_text(question.request.conditions));
  for (const Gpu& gpu : question.request.gpus)
    print.add(gpu.id);
  for (const predict::Sweep& sweep : question.request.sweeps)
    print.add(sweep.name).add(sweep.values);
  print.add(question.request.launch);
  for (const auto& [kernel, launch] : question.launches)
    print.add(kernel).add(launch);
  question.key = print.text();
}

Answer answer_question(predict::Predictor& predictor, const Question& question,
                       const std::atomic<bool>& cancelled) {
  Answer answer;
  answer.gpus = question.request.gpus;
  if (cancelled) {
    answer.cancelled = true;
    return answer;
  }
  auto report =
      serve::with_fields(predictor.predict(question.request, &cancelled), serve::kEditorFields);
  if (report) {
    answer.report = *std::move(report);
    predict_given_launches(predictor, question, cancelled, answer.report);
  } else {
    answer.error = report.error();
  }
  answer.cancelled = cancelled.load();
  return answer;
}

std::shared_ptr<const Answer> AnswerCache::find(const std::string& key) {
  const auto found = answers_.find(key);
  if (found == answers_.end()) return nullptr;
  found->second.first = ++clock_;
  return found->second.second;
}

void AnswerCache::add(const std::string& key, std::shared_ptr<const Answer> answer) {
  answers_[key] = {++clock_, std::move(answer)};
  if (answers_.size() <= kMost) return;
  answers_.erase(std::min_element(
      answers_.begin(), answers_.end(),
      [](const auto& a, const auto& b) { return a.second.first < b.second.first; }));
}

}  // namespace kcast::lsp
