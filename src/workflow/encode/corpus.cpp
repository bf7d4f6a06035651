#include "workflow/encode/corpus.h"

#include <optional>
#include <unordered_set>

#include "base/sha256.h"
#include "corpus/kernel_maker.h"
#include "encode/encode_texts.h"
#include "encode/token_shard.h"
#include "plan/draw_recipes.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

// A kernel, or the reason why there is none.
struct CorpusText {
  std::string problem;
  dataset::Side side = dataset::Side::Train;
  std::string digest;  // of the text
  encode::ShardSample sample;
  bool cut = false;
};

// What ends a text that is no conversation.
std::string_view end_of_text(encode::ChatFormat format) {
  return format == encode::ChatFormat::Llama3 ? "<|end_of_text|>" : "<|endoftext|>";
}

class CorpusEncoder {
 public:
  CorpusEncoder(const encode::Tokenizer& tokenizer, const CorpusSettings& settings,
                const plan::RecipeSource& recipes, const dataset::SplitRules& rules)
      : tokenizer_(tokenizer), settings_(settings), recipes_(recipes), rules_(rules) {}

  Result<CorpusText> text(uint64_t n) const {
    CorpusText out;
    const corpus::KernelRecipe recipe = recipes_.at(n);
    const std::string name = corpus::recipe_text(recipe);
    const std::string family = corpus::recipe_family(recipe);
    const auto made = corpus::make_kernel(recipe);
    if (!made || made->languages.empty()) {
      out.problem = "the kernel cannot be made";
      return out;
    }
    const corpus::Language language = made->languages[n % made->languages.size()];
    KCAST_TRY(const KernelSource source, corpus::print_kernel(*made, language));
    out.side = rules_.side(settings_.split, {name, source.language, "", family});
    if (out.side == dataset::Side::Test) {
      out.problem = "the split tests it";
      return out;
    }
    out.digest = sha256_hex(source.source);
    out.sample.id = name + "\t" + source.language;
    KCAST_OK(add_tokens(source.source, out));
    return out;
  }

 private:
  Status add_tokens(const std::string& code, CorpusText& out) const {
    const std::vector<encode::SampleText> texts = {{{{"", "", code, ""}}, ""}};
    KCAST_TRY(std::vector<encode::SampleTokens> tokens,
              encode::encode_texts(tokenizer_, texts, settings_.most_tokens - 1));
    const std::vector<encode::TokenText> end = {{end_of_text(tokenizer_.chat_format()), true}};
    KCAST_TRY(const std::vector<std::vector<int32_t>> ended, tokenizer_.encode(end));
    out.sample.tokens = std::move(tokens[0].tokens);
    out.sample.tokens.insert(out.sample.tokens.end(), ended[0].begin(), ended[0].end());
    out.cut = tokens[0].cut;
    return Unit{};
  }

  const encode::Tokenizer& tokenizer_;
  const CorpusSettings& settings_;
  const plan::RecipeSource& recipes_;
  const dataset::SplitRules& rules_;
};

Result<std::vector<encode::ShardWriter>> text_shards(const encode::Tokenizer& tokenizer,
                                                     const fs::path& folder) {
  std::vector<encode::ShardWriter> out;
  for (const dataset::Side side : {dataset::Side::Train, dataset::Side::Validation}) {
    const std::string name(dataset::side_name(side));
    KCAST_TRY(encode::ShardWriter writer,
              encode::ShardWriter::create(folder / (name + ".safetensors"),
                                          {name, "text", tokenizer.sha256(), {}}));
    out.push_back(std::move(writer));
  }
  return out;
}

}  // namespace

Result<EncodeSummary> encode_corpus(const encode::Tokenizer& tokenizer,
                                    const CorpusSettings& settings, const fs::path& folder) {
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  KCAST_TRY(const plan::RecipeSource recipes, plan::RecipeSource::make(settings.seed));
  KCAST_TRY(std::vector<encode::ShardWriter> shards, text_shards(tokenizer, folder));
  const CorpusEncoder encoder(tokenizer, settings, recipes, rules);
  std::vector<std::optional<Result<CorpusText>>> made(settings.kernels);
  std::unordered_set<std::string> seen;
  EncodeSummary summary;
  const auto take = [&](size_t i) -> Status {
    KCAST_TRY(const CorpusText text, std::move(*made[i]));
    made[i].reset();
    if (!text.problem.empty() || !seen.insert(text.digest).second) {
      ++summary.dropped[text.problem.empty() ? "its text is there already" : text.problem];
      return Unit{};
    }
    const auto side = static_cast<size_t>(text.side);
    KCAST_OK(add_sample(text.sample, shards[side], summary.sides[side]));
    summary.sides[side].cut += text.cut ? 1 : 0;
    return Unit{};
  };
  KCAST_OK(each_kernel(
      "encoding kernels", made.size(), settings.jobs, [&](size_t i) { made[i] = encoder.text(i); },
      take));
  return finish_shards(shards, std::move(summary));
}

}  // namespace kcast::workflow
