#include "workflow/encode/tokenizer.h"

#include <istream>
#include <iterator>
#include <utility>

#include "base/files.h"
#include "corpus/authored/authored.h"
#include "corpus/kernel_maker.h"
#include "encode/answers.h"
#include "encode/bpe.h"
#include "encode/bpe_train.h"
#include "encode/prompts.h"
#include "plan/draw_recipes.h"
#include "predict/gpus.h"
#include "workflow/dataset/remake.h"

namespace kcast::workflow {
namespace {

// The n-th kernel of a corpus as a model is asked about it, in one of the languages that can
// express it, and an answer; empty if none can.
std::string drawn_text(const plan::RecipeSource& recipes, uint64_t n, const Gpu& gpu) {
  const auto made = corpus::make_kernel(recipes.at(n));
  if (!made || made->languages.empty()) return "";
  const auto source = corpus::print_kernel(*made, made->languages[n % made->languages.size()]);
  if (!source) return "";
  Launch launch;
  launch.kernel = source->name;
  constexpr auto kWhich = encode::Template::Compact;
  const auto turns = encode::prompt_of(kWhich, {*source, launch, gpu, "", "", {}});
  return turns.at(0).text() +
         encode::answer_text(encode::answer_schema(kWhich, *source, gpu), {}, Bound::None);
}

Status add_drawn_kernels(const TokenizerTraining& options, encode::BpeTrainer& trainer) {
  KCAST_TRY(const plan::RecipeSource recipes, plan::RecipeSource::make(options.seed));
  KCAST_TRY(const std::vector<Gpu> gpus, predict::gpus_named("all"));
  std::vector<std::string> texts(options.kernels);
  KCAST_OK(each_kernel(
      "reading kernels", texts.size(), options.jobs,
      [&](size_t i) { texts[i] = drawn_text(recipes, i, gpus[i % gpus.size()]); },
      [&](size_t i) -> Status {
        trainer.add(std::exchange(texts[i], {}));
        return Unit{};
      }));
  KCAST_TRY(const auto programs, corpus::authored_programs());
  for (const corpus::AuthoredProgram& program : programs)
    trainer.add(program.text);
  return Unit{};
}

}  // namespace

Result<report::TrainedTokenizer> train_tokenizer(const TokenizerTraining& options,
                                                 const std::string& out) {
  encode::BpeTrainer trainer({.vocabulary = options.vocabulary});
  for (const std::string& file : options.files) {
    KCAST_TRY(const std::string text, read_file(file));
    trainer.add(text);
  }
  if (options.files.empty()) {
    KCAST_OK(add_drawn_kernels(options, trainer));
  }
  KCAST_TRY(encode::BpeModel model, trainer.train());
  const size_t merges = model.merges.size();
  KCAST_TRY(const auto tokenizer, encode::BpeTokenizer::make(std::move(model)));
  KCAST_OK(write_file(out, tokenizer->to_json()));
  return report::TrainedTokenizer{.file = out,
                                  .tokens = tokenizer->vocabulary_size(),
                                  .merges = merges,
                                  .words = trainer.words()};
}

Result<std::vector<report::TokenizedText>> tokenize_files(const std::string& model,
                                                          std::span<const std::string> files,
                                                          std::istream& in) {
  KCAST_TRY(const auto tokenizer, encode::BpeTokenizer::load(model));
  std::vector<std::string> texts;
  for (const std::string& file : files) {
    KCAST_TRY(texts.emplace_back(), read_file(file));
  }
  if (files.empty()) {
    texts.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  std::vector<report::TokenizedText> out;
  for (size_t i = 0; i < texts.size(); ++i) {
    out.push_back({.file = files.empty() ? "" : files[i],
                   .bytes = texts[i].size(),
                   .ids = tokenizer->encode_text(texts[i])});
  }
  return out;
}

}  // namespace kcast::workflow
