// The models of tests/data/train on a device beside the CPU in fp32: logits, gradients of adapters,
// and keys and values that are kept while answers grow. On a GPU also NCCL, as far as one GPU goes:
// it is loaded, and a group of one sums and gathers.
//
//   train_check tests/data/train cuda bf16
#include <cmath>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <torch/csrc/distributed/c10d/HashStore.hpp>

#include "base/text.h"
#include "train/device.h"
#include "train/model/decoder.h"
#include "train/model/lora.h"
#include "train/model/loss.h"
#include "train/nccl_group.h"
#include "train/optimizer.h"
#include "train/process_group.h"

namespace kcast::train {

namespace {

using Texts = std::vector<std::vector<int32_t>>;

struct Case {
  DecoderPtr decoder;
  std::unique_ptr<Optimizer> optimizer;  // of the adapters
};

Result<Case> load(const std::filesystem::path& folder, const DecoderOptions& options) {
  Case result;
  KCAST_TRY(result.decoder, load_decoder(folder, options));
  KCAST_TRY([[maybe_unused]] const LoraConfig lora, train::load_lora(*result.decoder, folder));
  std::vector<train::Parameter*> trained;
  train::for_each_lora(*result.decoder,
                       [&](train::Parameter& parameter) { trained.push_back(&parameter); });
  result.optimizer = std::make_unique<Optimizer>(trained, train::AdamWOptions{}, 0, 1);
  return result;
}

Texts make_texts(int64_t vocab) {
  Texts texts;
  for (const int64_t length : {7, 40, 19, 64}) {
    texts.emplace_back();
    for (int64_t i = 0; i < length; ++i)
      texts.back().push_back(static_cast<int32_t>((i * i * 7 + length * 13 + i) % vocab));
  }
  return texts;
}

Tensor host(const Tensor& tensor) {
  return tensor.detach().to(at::kCPU).to(at::kDouble);
}

// The length of the difference, in lengths of what it should be.
double error_of(const Tensor& got, const Tensor& expected) {
  const double error = ((host(got) - host(expected)).norm() / host(expected).norm()).item<double>();
  return std::isfinite(error) ? error : 1e30;
}

Tensor logits_for(const train::Decoder& decoder, const Texts& texts) {
  const at::NoGradGuard no_grad;
  return train::logits_of(
      decoder,
      train::forward(decoder, train::make_stream(decoder.config, texts, decoder.embedding.value)));
}

Tensor gradients_for(Case& model, const Texts& texts) {
  const train::Decoder& decoder = *model.decoder;
  const train::Stream stream = train::make_stream(decoder.config, texts, decoder.embedding.value);
  std::vector<int64_t> ids;
  for (const auto& text : texts)
    ids.insert(ids.end(), text.begin(), text.end());
  const std::vector<int64_t> answers(texts.size(), 3);
  model.optimizer->zero_gradients();
  train::language_loss(decoder, train::forward(decoder, stream),
                       train::loss_rows(ids, stream.offsets, answers, decoder.embedding.value))
      .backward();
  return model.optimizer->gradients();
}

// The logits of each text's last token, read in steps: all but its end, then a token each, then
// what is left, which is not the same everywhere.
Tensor kept_logits(const train::Decoder& decoder, const Texts& texts) {
  const at::NoGradGuard no_grad;
  const train::ModelConfig& config = decoder.config;
  const auto rows = static_cast<int64_t>(texts.size());
  std::vector<train::LayerCache> cache;
  for (int64_t i = 0; i < config.n_layers; ++i) {
    const std::vector<int64_t> shape = {rows, 80, config.n_kv_heads, config.head_dim};
    cache.push_back({at::zeros(shape, decoder.embedding.value.options()),
                     at::zeros(shape, decoder.embedding.value.options())});
  }
  std::vector<int64_t> first(texts.size(), 0);
  Tensor logits;
  for (int step = 0; step < 4; ++step) {
    std::vector<int64_t> ids;
    std::vector<int64_t> offsets = {0};
    std::vector<int64_t> begins = first;
    for (size_t i = 0; i < texts.size(); ++i) {
      const auto length = std::ssize(texts[i]);
      const auto left = length - 3 - static_cast<std::ptrdiff_t>(i);  // the last step reads 1 + i
      const std::ptrdiff_t ends[] = {left, left + 1, left + 2, length};
      ids.insert(ids.end(), texts[i].begin() + first[i], texts[i].begin() + ends[step]);
      first[i] = ends[step];
      offsets.push_back(std::ssize(ids));
    }
    train::Stream stream =
        train::make_stream(config, ids, offsets, begins, decoder.embedding.value);
    train::continue_cache(stream, config, begins, &cache);
    const Tensor hidden = train::forward(decoder, stream);
    std::vector<Tensor> last;
    for (size_t i = 0; i < texts.size(); ++i)
      last.push_back(hidden[offsets[i + 1] - 1]);
    logits = train::logits_of(decoder, at::stack(last));
  }
  return logits;
}

Tensor last_rows(const Tensor& logits, const Texts& texts) {
  std::vector<Tensor> rows;
  int64_t end = 0;
  for (const auto& text : texts)
    rows.push_back(logits[(end += std::ssize(text)) - 1]);
  return at::stack(rows);
}

Result<bool> check(const std::filesystem::path& folder, const DecoderOptions& options) {
  KCAST_TRY(Case expected, load(folder, {}));
  KCAST_TRY(Case got, load(folder, options));
  const Texts texts = make_texts(expected.decoder->config.vocab);
  const Tensor truth = logits_for(*expected.decoder, texts);
  const double logits = error_of(logits_for(*got.decoder, texts), truth);
  const double kept = error_of(kept_logits(*got.decoder, texts), last_rows(truth, texts));
  const double gradients = error_of(gradients_for(got, texts), gradients_for(expected, texts));
  const double limit = options.type == at::kFloat ? 1e-3 : 0.05;
  const bool good = logits < limit && kept < limit && gradients < 2 * limit;
  std::cout << folder.filename().string() << ": relative error of logits "
            << format_digits(logits, 3) << ", with kept keys " << format_digits(kept, 3)
            << ", of gradients " << format_digits(gradients, 3) << (good ? "" : "  WRONG") << '\n'
            << std::flush;
  return good;
}

Result<bool> check_nccl(at::Device device) {
  c10d::HashStore store;
  KCAST_TRY(const std::unique_ptr<train::ProcessGroup> group,
            train::join_nccl(train::RankInfo{}, device, store));
  const Tensor numbers = at::arange(1000, at::TensorOptions().dtype(at::kFloat).device(device));
  Tensor summed = numbers.clone();
  group->sum(summed);
  Tensor gathered = at::zeros_like(numbers);
  group->gather(gathered, numbers);
  group->barrier();
  const bool good = summed.equal(numbers) && gathered.equal(numbers);
  std::cout << "nccl, one rank: " << (good ? "sums and gathers" : "WRONG") << '\n' << std::flush;
  return good;
}

Result<bool> check_all(const std::filesystem::path& root, const std::string& device_name,
                       const std::string& type) {
  KCAST_TRY(const at::Device device, train::open_device(device_name, 0));
  const DecoderOptions options{.type = type == "bf16" ? at::kBFloat16 : at::kFloat,
                               .device = device};
  std::set<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(root))
    folders.insert(entry.path());
  bool good = true;
  if (device.is_cuda()) {
    KCAST_TRY(good, check_nccl(device));
  }
  for (const auto& folder : folders) {
    KCAST_TRY(const bool one, check(folder, options));
    good = good && one;
  }
  return good;
}

}  // namespace

}  // namespace kcast::train

int main(int argc, char** argv) {
  if (argc != 4) {
    std::cerr << "usage: train_check FIXTURES cpu|cuda fp32|bf16\n";
    return 2;
  }
  const auto good = kcast::train::check_all(argv[1], argv[2], argv[3]);
  if (good) return *good ? 0 : 1;
  std::cerr << "train_check: " << good.error().message << "\n";
  return 1;
}
