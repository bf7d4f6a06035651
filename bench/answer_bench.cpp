// Answers of a given form, ours beside llama.cpp's own grammar-constrained sampling: the same
// model, threads and text, with the question evaluated before either.
//
//   answer_bench MODEL [THREADS [REPEATS]]
//
// llama.cpp's side does what its programs do: take the most likely token, ask the grammar whether
// it may stand there, and only if not, ask it about every token. Both write our text, token by
// token or in our batches, so that only the way differs.
#include <llama.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "encode/encode_texts.h"
#include "infer/constrained_answer.h"
#include "infer/model_registry.h"
#include "infer/vocabulary_tokenizer.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string slot_grammar(const encode::AnswerSlot& slot) {
  const std::string decimals = "[0-9]{" + std::to_string(slot.decimals) + "}";
  switch (slot.kind) {
    case encode::SlotKind::Fixed:
      return "(\"0\" | [1-9] [0-9]{0,17}) \".\" " + decimals;
    case encode::SlotKind::Scientific:
      return "(\"0." + std::string(static_cast<size_t>(slot.decimals), '0') +
             "e+00\" | [1-9] \".\" " + decimals + (slot.whole ? " \"e+\"" : " \"e\" [-+]") +
             " [0-9]{2})";
    case encode::SlotKind::Integer:
      return "(\"0\" | [1-9] [0-9]{0,17})";
    case encode::SlotKind::Decimal:
      return "[0-9]+ (\".\" [0-9]+)? (\"e\" [-+] [0-9]{1,2})?";
    case encode::SlotKind::Choice:
      break;
  }
  std::vector<std::string> words;
  for (const std::string& word : slot.choices)
    words.push_back(quoted(word));
  return "(" + join(words, " | ") + ")";
}

std::string grammar_of(const std::vector<encode::AnswerStep>& steps) {
  std::string out = "root ::=";
  for (const encode::AnswerStep& step : steps) {
    if (!step.forced.empty()) out += " " + quoted(step.forced);
    if (step.slot) out += " " + slot_grammar(*step.slot);
  }
  return out + "\n";
}

struct FreeSampler {
  void operator()(llama_sampler* sampler) const { llama_sampler_free(sampler); }
};

// Writes `tokens` as llama.cpp would: a decision and an evaluation for each.
double time_of_llama(infer::LanguageModel& model, const std::string& grammar_text,
                     const std::vector<int32_t>& tokens) {
  const llama_vocab* vocab = llama_model_get_vocab(llama_get_model(model.raw()));
  const std::unique_ptr<llama_sampler, FreeSampler> grammar(
      llama_sampler_init_grammar(vocab, grammar_text.c_str(), "root"));
  if (!grammar) {
    std::cerr << "llama.cpp does not take the grammar:\n" << grammar_text;
    std::exit(1);
  }
  const auto n_tokens = static_cast<size_t>(model.vocabulary().size());
  std::vector<llama_token_data> candidates(n_tokens);
  const Clock::time_point start = Clock::now();
  for (const int32_t token : tokens) {
    const std::span<const float> logits = model.logits();
    const auto best = static_cast<int32_t>(std::ranges::max_element(logits) - logits.begin());
    llama_token_data one = {best, logits[static_cast<size_t>(best)], 0};
    llama_token_data_array alone = {&one, 1, -1, false};
    llama_sampler_apply(grammar.get(), &alone);
    if (one.logit == -std::numeric_limits<float>::infinity()) {
      for (size_t i = 0; i < n_tokens; ++i)
        candidates[i] = {static_cast<int32_t>(i), logits[i], 0};
      llama_token_data_array all = {candidates.data(), n_tokens, -1, false};
      llama_sampler_apply(grammar.get(), &all);
    }
    llama_sampler_accept(grammar.get(), token);
    if (!model.append(std::vector<int32_t>{token})) std::exit(1);
  }
  return seconds_since(start);
}

KernelSource triad() {
  KernelSource kernel;
  kernel.name = "triad";
  kernel.language = "cuda";
  kernel.source =
      "__global__ void triad(float* a, const float* b, const float* c, float s, int n) {\n"
      "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
      "  if (i < n) a[i] = b[i] + s * c[i];\n"
      "}\n";
  return kernel;
}

int run(const std::string& name, int threads, int repeats) {
  const auto path = infer::find_model(name);
  if (!path) {
    std::cerr << path.error().message << "\n";
    return 1;
  }
  auto model = infer::LanguageModel::load({.gguf = *path, .threads = threads, .context = 2048});
  const auto text = read_file("data/gpus/h200.json");
  if (!model || !text) {
    std::cerr << (model ? text.error().message : model.error().message) << "\n";
    return 1;
  }
  const Gpu gpu = *gpu_from_json("h200.json", *text);
  const KernelSource kernel = triad();
  Launch launch;
  launch.grid = {4096, 1, 1};
  launch.block = {256, 1, 1};
  for (const encode::Template form :
       {encode::Template::Omniwise, encode::Template::Compact, encode::Template::Roofline}) {
    const encode::PromptInput input{.kernel = kernel, .launch = launch, .gpu = gpu};
    const infer::VocabularyTokenizer tokenizer(model->vocabulary());
    const std::vector<encode::SampleText> texts = {{encode::prompt_of(form, input), ""}};
    const std::vector<int32_t> prompt =
        encode::encode_texts(tokenizer, texts, 1500)->front().tokens;
    const auto steps = encode::answer_steps(encode::answer_schema(form, kernel, gpu));
    std::vector<double> cold;
    std::vector<double> ours;
    std::vector<double> theirs;
    infer::ConstrainedAnswer answer;
    for (int i = 0; i < repeats; ++i) {
      model->rewind(0);
      const Clock::time_point start = Clock::now();
      if (!model->evaluate(prompt)) return 1;
      cold.push_back(seconds_since(start));
      const Clock::time_point answering = Clock::now();
      answer = *infer::constrained_answer(*model, steps, {});
      ours.push_back(seconds_since(answering));
      if (!model->evaluate(prompt)) return 1;
      const std::vector<int32_t> tokens = *model->vocabulary().tokenize(answer.text);
      theirs.push_back(time_of_llama(*model, grammar_of(steps), tokens));
    }
    const size_t n_tokens = model->vocabulary().tokenize(answer.text)->size();
    std::cout << encode::template_name(form) << ": " << prompt.size()
              << " tokens of question, cold " << format_digits(median(cold), 3) << " s; "
              << n_tokens << " of answer, " << answer.decisions << " decisions: ours "
              << format_digits(median(ours), 3) << " s, llama.cpp's grammar "
              << format_digits(median(theirs), 3) << " s, ratio "
              << format_digits(median(ours) / median(theirs), 2) << "\n";
  }
  return 0;
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "answer_bench MODEL [THREADS [REPEATS]]\n";
    return 2;
  }
  return kcast::run(argv[1], argc > 2 ? std::atoi(argv[2]) : 2, argc > 3 ? std::atoi(argv[3]) : 5);
}
