#include "infer/language_model.h"

#include <llama.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/parallel.h"
#include "base/process/interrupt.h"
#include "infer/gguf_file.h"
#include "infer/llama_runtime.h"
#include "infer/tokenizer_data.h"

namespace kcast::infer {
namespace {

constexpr int32_t kBatchTokens = 512;
// Where every token gives logits, which are as many numbers as the vocabulary has tokens.
constexpr int32_t kMeanBatchTokens = 64;

enum class Outputs { Last, All };

// What stands between a base and an adapter, told by their headers.
Status check_adapter(const GgufFile& base, const GgufFile& adapter) {
  const std::string path = adapter.path().string();
  if (adapter.text("general.type").value_or("") != "adapter" ||
      adapter.text("adapter.type").value_or("") != "lora") {
    return Error{ErrorCode::InvalidInput, path + ": not a LoRA adapter"};
  }
  if (adapter.architecture() != base.architecture()) {
    return Error{ErrorCode::InvalidInput, path + ": made for a base of architecture '" +
                                              adapter.architecture() + "', not '" +
                                              base.architecture() + "'"};
  }
  const auto tokenizer = adapter.text("kcast.base.tokenizer");
  if (tokenizer) {
    KCAST_TRY(const TokenizerData of_base, tokenizer_of_gguf(base));
    if (*tokenizer != tokenizer_sha256(of_base)) {
      return Error{ErrorCode::InvalidInput, path + ": made for another base: " +
                                                base.path().string() + " has another vocabulary"};
    }
  }
  for (const GgufTensor& tensor : adapter.tensors()) {
    if (!tensor.name.ends_with(".lora_a") && !tensor.name.ends_with(".lora_b")) continue;
    const GgufTensor* of_base = base.find(tensor.name.substr(0, tensor.name.size() - 7));
    const bool is_a = tensor.name.ends_with("a");
    if (of_base == nullptr || of_base->shape.size() != 2 || tensor.shape.size() != 2 ||
        (is_a ? tensor.shape[1] != of_base->shape[1] : tensor.shape[0] != of_base->shape[0])) {
      return Error{ErrorCode::InvalidInput, path + ": made for another base: " + tensor.name +
                                                " does not fit " + base.path().string()};
    }
  }
  return Unit{};
}

}  // namespace

struct LanguageModel::State {
  struct FreeModel {
    void operator()(llama_model* model) const { llama_model_free(model); }
  };
  struct FreeContext {
    void operator()(llama_context* context) const { llama_free(context); }
  };

  std::unique_ptr<llama_model, FreeModel> model;
  std::unique_ptr<llama_context, FreeContext> context;
  llama_adapter_lora* adapter = nullptr;  // the model's
  std::optional<Vocabulary> vocabulary;
  std::vector<int32_t> tokens;  // in the cache
  bool has_logits = false;

  Status decode(std::span<const int32_t> more, Outputs outputs);
  Status add(std::span<const int32_t> more);
};

// Adds tokens behind those in the cache, as one batch.
Status LanguageModel::State::decode(std::span<const int32_t> more, Outputs outputs) {
  if (tokens.size() + more.size() > llama_n_ctx(context.get())) {
    return Error{ErrorCode::InvalidInput, "a text of more than " +
                                              std::to_string(llama_n_ctx(context.get())) +
                                              " tokens; give a larger context"};
  }
  const auto n = static_cast<int32_t>(more.size());
  llama_batch batch = llama_batch_init(n, 0, 1);
  batch.n_tokens = n;
  for (int32_t i = 0; i < n; ++i) {
    batch.token[i] = more[static_cast<size_t>(i)];
    batch.pos[i] = static_cast<llama_pos>(tokens.size()) + i;
    batch.n_seq_id[i] = 1;
    batch.seq_id[i][0] = 0;
    batch.logits[i] = static_cast<int8_t>(outputs == Outputs::All || i == n - 1);
  }
  has_logits = false;
  const int32_t status = llama_decode(context.get(), batch);
  llama_batch_free(batch);
  if (status == 2) return Error{ErrorCode::External, "interrupted"};
  if (status != 0) {
    return Error{ErrorCode::External, "llama.cpp could not evaluate " + std::to_string(n) +
                                          " tokens" + last_llama_complaint()};
  }
  tokens.insert(tokens.end(), more.begin(), more.end());
  has_logits = true;
  return Unit{};
}

Status LanguageModel::State::add(std::span<const int32_t> more) {
  while (!more.empty()) {
    const size_t n = std::min<size_t>(more.size(), kBatchTokens);
    KCAST_OK(decode(more.first(n), Outputs::Last));
    more = more.subspan(n);
  }
  return Unit{};
}

LanguageModel::LanguageModel(std::unique_ptr<State> state) : state_(std::move(state)) {}
LanguageModel::LanguageModel(LanguageModel&&) noexcept = default;
LanguageModel::~LanguageModel() = default;

Result<LanguageModel> LanguageModel::load(const LanguageModelOptions& options) {
  KCAST_TRY(const GgufFile file, GgufFile::open(options.gguf));
  auto state = std::make_unique<State>();
  static_cast<void>(last_llama_complaint());
  state->model.reset(
      llama_model_load_from_file(options.gguf.c_str(), llama_model_default_params()));
  if (!state->model) {
    return Error{ErrorCode::InvalidInput,
                 options.gguf.string() + ": llama.cpp cannot load it" + last_llama_complaint()};
  }
  KCAST_TRY(Vocabulary vocabulary, Vocabulary::of_model(state->model.get(), options.gguf));
  state->vocabulary.emplace(std::move(vocabulary));
  const int threads = options.threads > 0 ? options.threads : static_cast<int>(hardware_jobs());
  llama_context_params params = llama_context_default_params();
  params.n_ctx = static_cast<uint32_t>(options.context);
  params.n_batch = kBatchTokens;
  params.n_ubatch = kBatchTokens;
  params.n_threads = threads;
  params.n_threads_batch = threads;
  params.pooling_type = LLAMA_POOLING_TYPE_NONE;
  params.no_perf = true;
  if (options.exact_cache) {
    params.type_k = GGML_TYPE_F32;
    params.type_v = GGML_TYPE_F32;
    params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
  }
  params.abort_callback = [](void*) { return InterruptGuard::interrupted().load(); };
  state->context.reset(llama_init_from_model(state->model.get(), params));
  if (!state->context) {
    return Error{ErrorCode::External, options.gguf.string() + ": no context of " +
                                          std::to_string(options.context) + " tokens" +
                                          last_llama_complaint()};
  }
  if (!options.adapter.empty()) {
    KCAST_TRY(const GgufFile adapter, GgufFile::open(options.adapter));
    KCAST_OK(check_adapter(file, adapter));
    state->adapter = llama_adapter_lora_init(state->model.get(), options.adapter.c_str());
    float scale = 1;
    if (state->adapter == nullptr ||
        llama_set_adapters_lora(state->context.get(), &state->adapter, 1, &scale) != 0) {
      return Error{ErrorCode::InvalidInput, options.adapter.string() +
                                                ": llama.cpp cannot use it with " +
                                                options.gguf.string() + last_llama_complaint()};
    }
  }
  return LanguageModel(std::move(state));
}

const Vocabulary& LanguageModel::vocabulary() const {
  return *state_->vocabulary;
}

int32_t LanguageModel::context() const {
  return static_cast<int32_t>(llama_n_ctx(state_->context.get()));
}

int32_t LanguageModel::hidden_size() const {
  return llama_model_n_embd(state_->model.get());
}

llama_context* LanguageModel::raw() const {
  return state_->context.get();
}

Status LanguageModel::evaluate(std::span<const int32_t> tokens) {
  if (tokens.empty()) return Error{ErrorCode::InvalidInput, "there is no text to evaluate"};
  const auto [of_old, of_new] = std::ranges::mismatch(state_->tokens, tokens);
  auto n_same = static_cast<size_t>(of_new - tokens.begin());
  // The last token is evaluated in any case: its logits are wanted.
  n_same = std::min(n_same, tokens.size() - 1);
  rewind(n_same);
  return state_->add(tokens.subspan(n_same));
}

Status LanguageModel::append(std::span<const int32_t> tokens) {
  return state_->add(tokens);
}

void LanguageModel::rewind(size_t n) {
  if (n >= state_->tokens.size()) return;
  llama_memory_seq_rm(llama_get_memory(state_->context.get()), 0, static_cast<llama_pos>(n), -1);
  state_->tokens.resize(n);
  state_->has_logits = false;
}

std::span<const int32_t> LanguageModel::tokens() const {
  return state_->tokens;
}

std::span<const float> LanguageModel::logits() const {
  KCAST_CHECK(state_->has_logits, "logits follow an evaluation");
  return {llama_get_logits_ith(state_->context.get(), -1),
          static_cast<size_t>(vocabulary().size())};
}

Result<std::vector<float>> LanguageModel::last_logits(std::span<const int32_t> tokens, size_t n) {
  if (n == 0 || n >= tokens.size() || n > static_cast<size_t>(kBatchTokens)) {
    return Error{ErrorCode::InvalidInput, "logits of " + std::to_string(n) + " of " +
                                              std::to_string(tokens.size()) + " tokens"};
  }
  KCAST_OK(evaluate(tokens.first(tokens.size() - n)));
  KCAST_OK(state_->decode(tokens.last(n), Outputs::All));
  const auto width = static_cast<size_t>(vocabulary().size());
  std::vector<float> out;
  out.reserve(n * width);
  for (size_t i = 0; i < n; ++i) {
    const float* row = llama_get_logits_ith(state_->context.get(), static_cast<int32_t>(i));
    out.insert(out.end(), row, row + width);
  }
  return out;
}

Result<std::vector<float>> LanguageModel::hidden(std::span<const int32_t> tokens, Pooling pooling) {
  if (tokens.empty()) return Error{ErrorCode::InvalidInput, "there is no text to evaluate"};
  llama_context* context = state_->context.get();
  const auto width = static_cast<size_t>(hidden_size());
  // While hidden states are asked for, every token gives logits too, which cost more than the
  // rest: only the last token, or few at a time, are evaluated so.
  const size_t n_before = pooling == Pooling::Last ? tokens.size() - 1 : 0;
  if (n_before > 0) {
    KCAST_OK(evaluate(tokens.first(n_before)));
  } else {
    rewind(0);
  }
  llama_set_embeddings(context, true);
  Status done = Unit{};
  std::vector<double> sums(width, 0);
  for (size_t at = n_before; done && at < tokens.size(); at += kMeanBatchTokens) {
    const size_t n = std::min<size_t>(tokens.size() - at, kMeanBatchTokens);
    done = state_->decode(tokens.subspan(at, n), Outputs::All);
    for (size_t i = 0; done && i < n; ++i) {
      const float* vector = llama_get_embeddings_ith(context, static_cast<int32_t>(i));
      for (size_t k = 0; k < width; ++k)
        sums[k] += static_cast<double>(vector[k]);
    }
  }
  std::vector<float> out(width);
  for (size_t k = 0; k < width; ++k)
    out[k] = static_cast<float>(sums[k] / static_cast<double>(tokens.size() - n_before));
  llama_set_embeddings(context, false);
  if (!done) return std::move(done).error();
  return out;
}

}  // namespace kcast::infer
