#include "train/generate.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/check.h"
#include "base/files.h"

namespace kcast {

namespace {

bool contains(const std::vector<int32_t>& tokens, int32_t token) {
  return std::find(tokens.begin(), tokens.end(), token) != tokens.end();
}

// Where an answer stands.
struct Row {
  size_t prompt = 0;     // its number
  int64_t position = 0;  // tokens in the cache
  size_t piece = 0;      // of the guide
  int64_t in_piece = 0;  // tokens chosen in it
  bool done = false;
  std::vector<int32_t> answer;
  std::vector<int32_t> feed;  // what the next pass reads
};

class Batch {
 public:
  Batch(const Decoder& decoder, const GenerateOptions& options,
        const std::vector<std::vector<int32_t>>& prompts, size_t first, size_t count);
  bool active() const;
  void advance();
  std::vector<Row>& rows() { return rows_; }

 private:
  Tensor last_logits();
  void choose(Row& row, const Tensor& logits, int32_t best);
  // Takes a token into the answer, then what the guide forces behind it.
  void accept(Row& row, int32_t token);
  void force(Row& row);
  bool add(Row& row, int32_t token) const;
  void compact();

  const Decoder& decoder_;
  const GenerateOptions& options_;
  std::vector<Row> rows_;      // all, finished or not
  std::vector<size_t> slots_;  // which row a row of the cache belongs to
  std::vector<LayerCache> cache_;
};

Batch::Batch(const Decoder& decoder, const GenerateOptions& options,
             const std::vector<std::vector<int32_t>>& prompts, size_t first, size_t count)
    : decoder_(decoder), options_(options), rows_(count), slots_(count) {
  std::iota(slots_.begin(), slots_.end(), size_t{0});
  int64_t longest = 0;
  for (size_t i = 0; i < count; ++i) {
    KCAST_CHECK(!prompts[first + i].empty(), "a prompt has tokens");
    rows_[i].prompt = first + i;
    rows_[i].feed = prompts[first + i];
    longest = std::max(longest, static_cast<int64_t>(prompts[first + i].size()));
  }
  const ModelConfig& config = decoder.config;
  for (int64_t layer = 0; layer < config.n_layers; ++layer) {
    const std::vector<int64_t> shape = {static_cast<int64_t>(count), config.n_kv_heads,
                                        longest + options.max_new_tokens + 1, config.head_dim};
    cache_.push_back({at::zeros(shape, decoder.embedding.value.options()),
                      at::zeros(shape, decoder.embedding.value.options())});
  }
  // What the guide begins with is read together with the prompt.
  for (Row& row : rows_)
    force(row);
}

bool Batch::active() const {
  return std::any_of(rows_.begin(), rows_.end(), [](const Row& row) { return !row.done; });
}

bool Batch::add(Row& row, int32_t token) const {
  if (static_cast<int64_t>(row.answer.size()) >= options_.max_new_tokens) row.done = true;
  if (row.done) return false;
  row.answer.push_back(token);
  row.feed.push_back(token);
  return true;
}

void Batch::force(Row& row) {
  const Guide& guide = options_.guide;
  while (row.piece < guide.size() && !guide[row.piece].forced.empty()) {
    for (const int32_t token : guide[row.piece].forced) {
      if (!add(row, token)) return;
    }
    ++row.piece;
    row.in_piece = 0;
  }
  if (!guide.empty() && row.piece == guide.size()) row.done = true;
}

void Batch::accept(Row& row, int32_t token) {
  if (options_.guide.empty()) {
    if (contains(options_.stop_tokens, token)) {
      row.done = true;
    } else if (add(row, token) &&
               static_cast<int64_t>(row.answer.size()) == options_.max_new_tokens) {
      row.done = true;
    }
    return;
  }
  const GuidePiece& piece = options_.guide[row.piece];
  if (!add(row, token)) return;
  ++row.in_piece;
  if (contains(piece.ends, token) || (piece.max_tokens > 0 && row.in_piece >= piece.max_tokens)) {
    ++row.piece;
    row.in_piece = 0;
    force(row);
  }
}

Tensor Batch::last_logits() {
  std::vector<int64_t> ids;
  std::vector<int64_t> offsets = {0};
  std::vector<int64_t> first;
  std::vector<int64_t> last;
  for (const size_t slot : slots_) {
    Row& row = rows_[slot];
    // A finished row reads a token again, in its own place, until its cache is dropped.
    if (row.done) {
      row.feed = {0};
      row.position = std::max<int64_t>(0, row.position - 1);
    }
    first.push_back(row.position);
    ids.insert(ids.end(), row.feed.begin(), row.feed.end());
    row.position += static_cast<int64_t>(row.feed.size());
    row.feed.clear();
    offsets.push_back(static_cast<int64_t>(ids.size()));
    last.push_back(offsets.back() - 1);
  }
  Stream stream = make_stream(decoder_.config, ids, offsets, first, decoder_.embedding.value);
  continue_cache(stream, decoder_.config, &cache_);
  const Tensor rows = at::tensor(at::ArrayRef<int64_t>(last), at::TensorOptions().dtype(at::kLong))
                          .to(stream.ids.device());
  return logits_of(decoder_, forward(decoder_, stream).index_select(0, rows));
}

void Batch::choose(Row& row, const Tensor& logits, int32_t best) {
  if (row.done) return;
  const bool free = options_.guide.empty() || options_.guide[row.piece].allowed.empty();
  if (free) {
    accept(row, best);
    return;
  }
  const std::vector<int32_t>& allowed = options_.guide[row.piece].allowed;
  const std::vector<int64_t> columns(allowed.begin(), allowed.end());
  const Tensor among = logits.index_select(
      0, at::tensor(at::ArrayRef<int64_t>(columns), at::kLong).to(logits.device()));
  accept(row, allowed[static_cast<size_t>(among.argmax().item<int64_t>())]);
}

void Batch::compact() {
  std::vector<size_t> kept;
  std::vector<int64_t> indices;
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (rows_[slots_[i]].done) continue;
    kept.push_back(slots_[i]);
    indices.push_back(static_cast<int64_t>(i));
  }
  if (kept.empty() || 2 * kept.size() > slots_.size()) return;
  const Tensor rows =
      at::tensor(at::ArrayRef<int64_t>(indices), at::TensorOptions().dtype(at::kLong))
          .to(cache_[0].keys.device());
  for (LayerCache& layer : cache_) {
    layer.keys = layer.keys.index_select(0, rows);
    layer.values = layer.values.index_select(0, rows);
  }
  slots_ = std::move(kept);
}

void Batch::advance() {
  const Tensor logits = last_logits();
  const Tensor best = logits.argmax(1).to(at::kCPU);
  for (size_t i = 0; i < slots_.size(); ++i) {
    const auto at = static_cast<int64_t>(i);
    choose(rows_[slots_[i]], logits[at], static_cast<int32_t>(best[at].item<int64_t>()));
  }
  compact();
}

}  // namespace

Result<Guide> read_guide(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  Guide guide;
  try {
    for (const auto& piece : json.at("pieces")) {
      guide.push_back({piece.value("forced", std::vector<int32_t>()),
                       piece.value("allowed", std::vector<int32_t>()),
                       piece.value("ends", std::vector<int32_t>()),
                       piece.value("max_tokens", int64_t{0})});
      const GuidePiece& added = guide.back();
      if (added.forced.empty() && added.ends.empty() && added.max_tokens <= 0) {
        return Error{ErrorCode::InvalidInput,
                     file.string() + ": a piece without ends and max_tokens never ends"};
      }
    }
  } catch (const nlohmann::json::exception& error) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + error.what()};
  }
  return guide;
}

std::vector<std::vector<int32_t>> generate(const Decoder& decoder,
                                           const std::vector<std::vector<int32_t>>& prompts,
                                           const GenerateOptions& options,
                                           const std::function<void(size_t)>& done) {
  const at::NoGradGuard no_grad;
  std::vector<std::vector<int32_t>> answers(prompts.size());
  const auto step = static_cast<size_t>(std::max<int64_t>(1, options.batch));
  for (size_t first = 0; first < prompts.size(); first += step) {
    Batch batch(decoder, options, prompts, first, std::min(step, prompts.size() - first));
    while (batch.active())
      batch.advance();
    for (Row& row : batch.rows())
      answers[row.prompt] = std::move(row.answer);
    if (done) done(batch.rows().size());
  }
  return answers;
}

}  // namespace kcast
