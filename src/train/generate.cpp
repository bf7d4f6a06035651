#include "train/generate.h"

#include <algorithm>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/check.h"
#include "base/files.h"
#include "base/io/json_problem.h"
#include "train/device_tensor.h"

namespace kcast::train {

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

// What may be chosen in each piece of a guide: rows that are added to logits, minus infinity for
// what may not. Row 0 allows everything.
class Choices {
 public:
  Choices(const Guide& guide, const Tensor& like, int64_t vocab) {
    std::map<std::vector<int32_t>, int64_t> known = {{{}, 0}};
    std::vector<Tensor> rows = {at::zeros({vocab}, at::kFloat)};
    for (const GuidePiece& piece : guide.pieces) {
      const auto [found, added] =
          known.try_emplace(piece.allowed, static_cast<int64_t>(known.size()));
      row_of_piece_.push_back(found->second);
      if (!added) continue;
      Tensor row = at::full({vocab}, -std::numeric_limits<float>::infinity(), at::kFloat);
      for (const int32_t token : piece.allowed)
        row[token].zero_();
      rows.push_back(row);
    }
    if (rows.size() > 1) table_ = at::stack(rows).to(like.options());
  }

  int64_t row(size_t piece) const {
    return piece < row_of_piece_.size() ? row_of_piece_[piece] : 0;
  }
  // The best token of each row of logits, on the host.
  std::vector<int32_t> best(Tensor logits, const std::vector<int64_t>& rows) const {
    if (table_.defined()) {
      logits = logits + table_.index_select(0, device_tensor(rows, logits.device()));
    }
    const Tensor tokens = logits.argmax(1).to(at::kInt).to(at::kCPU);
    const auto* data = tokens.const_data_ptr<int32_t>();
    return {data, data + tokens.numel()};
  }

 private:
  std::vector<int64_t> row_of_piece_;
  Tensor table_;  // undefined: nothing is forbidden anywhere
};

class Batch {
 public:
  Batch(const Decoder& decoder, const GenerateOptions& options, const Choices& choices,
        const std::vector<std::vector<int32_t>>& prompts, size_t first, size_t count);
  bool active() const;
  void advance();
  std::vector<Row>& rows() { return rows_; }

 private:
  Tensor last_logits();
  // Takes a token into the answer, then what the guide forces behind it.
  void accept(Row& row, int32_t token);
  void force(Row& row);
  bool add(Row& row, int32_t token) const;
  void compact();

  const Decoder& decoder_;
  const GenerateOptions& options_;
  const Choices& choices_;
  std::vector<Row> rows_;      // all, finished or not
  std::vector<size_t> slots_;  // which row a row of the cache belongs to
  std::vector<LayerCache> cache_;
};

Batch::Batch(const Decoder& decoder, const GenerateOptions& options, const Choices& choices,
             const std::vector<std::vector<int32_t>>& prompts, size_t first, size_t count)
    : decoder_(decoder), options_(options), choices_(choices), rows_(count), slots_(count) {
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
    const std::vector<int64_t> shape = {static_cast<int64_t>(count),
                                        longest + options.max_new_tokens + 1, config.n_kv_heads,
                                        config.head_dim};
    cache_.push_back({at::zeros(shape, decoder.embedding.value.options()),
                      at::zeros(shape, decoder.embedding.value.options())});
  }
  // What an answer begins with is read together with the prompt.
  for (Row& row : rows_) {
    if (!options.openings.empty()) {
      for (const int32_t token : options.openings[row.prompt])
        add(row, token);
    }
    force(row);
  }
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
  const std::vector<GuidePiece>& guide = options_.guide.pieces;
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
  const GuidePiece& piece = options_.guide.pieces[row.piece];
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
  continue_cache(stream, decoder_.config, first, &cache_);
  const Tensor rows = device_tensor(last, stream.ids.device());
  return logits_of(decoder_, forward(decoder_, stream).index_select(0, rows));
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
  const Tensor rows = device_tensor(indices, cache_[0].keys.device());
  for (LayerCache& layer : cache_) {
    layer.keys = layer.keys.index_select(0, rows);
    layer.values = layer.values.index_select(0, rows);
  }
  slots_ = std::move(kept);
}

void Batch::advance() {
  const Tensor logits = last_logits();
  std::vector<int64_t> allowed;
  for (const size_t slot : slots_)
    allowed.push_back(rows_[slot].done ? 0 : choices_.row(rows_[slot].piece));
  const std::vector<int32_t> best = choices_.best(logits, allowed);
  for (size_t i = 0; i < slots_.size(); ++i) {
    if (!rows_[slots_[i]].done) accept(rows_[slots_[i]], best[i]);
  }
  compact();
}

}  // namespace

Result<Guide> read_guide(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  Guide guide;
  try {
    guide.copied_until = json.value("copied_until", std::vector<int32_t>());
    for (const auto& piece : json.at("pieces")) {
      guide.pieces.push_back({piece.value("forced", std::vector<int32_t>()),
                              piece.value("allowed", std::vector<int32_t>()),
                              piece.value("ends", std::vector<int32_t>()),
                              piece.value("max_tokens", int64_t{0})});
      const GuidePiece& added = guide.pieces.back();
      if (added.forced.empty() && added.ends.empty() && added.max_tokens <= 0) {
        return Error{ErrorCode::InvalidInput,
                     file.string() + ": a piece without ends and max_tokens never ends"};
      }
    }
  } catch (const nlohmann::json::exception& error) {
    return Error{ErrorCode::InvalidInput, file.string() + ": " + json_problem(error.what())};
  }
  return guide;
}

Status check_guide(const Guide& guide, int64_t vocab) {
  for (const GuidePiece& piece : guide.pieces) {
    for (const auto* tokens : {&piece.forced, &piece.allowed}) {
      for (const int32_t token : *tokens) {
        if (token >= 0 && token < vocab) continue;
        return Error{ErrorCode::InvalidInput,
                     "guide: token " + std::to_string(token) + " is outside the vocabulary of " +
                         std::to_string(vocab) + "; it was made for another model"};
      }
    }
  }
  return Unit{};
}

std::vector<int32_t> classify(const Decoder& decoder, const Head& head,
                              const std::vector<std::vector<int32_t>>& prompts,
                              int64_t most_tokens) {
  const at::NoGradGuard no_grad;
  std::vector<int32_t> out;
  for (size_t next = 0; next < prompts.size();) {
    std::vector<int64_t> ids;
    std::vector<int64_t> offsets = {0};
    do {
      ids.insert(ids.end(), prompts[next].begin(), prompts[next].end());
      offsets.push_back(static_cast<int64_t>(ids.size()));
      ++next;
    } while (next < prompts.size() &&
             static_cast<int64_t>(ids.size() + prompts[next].size()) <= most_tokens);
    const std::vector<int64_t> first(offsets.size() - 1, 0);
    const Stream stream = make_stream(decoder.config, ids, offsets, first, decoder.embedding.value);
    const Tensor outputs = head_outputs(head, decoder, stream, forward(decoder, stream), {});
    const Tensor best = outputs.argmax(1).to(at::kInt).to(at::kCPU);
    out.insert(out.end(), best.const_data_ptr<int32_t>(),
               best.const_data_ptr<int32_t>() + best.numel());
  }
  return out;
}

std::vector<std::vector<int32_t>> generate(const Decoder& decoder,
                                           const std::vector<std::vector<int32_t>>& prompts,
                                           const GenerateOptions& options,
                                           const std::function<void(size_t)>& done) {
  KCAST_CHECK(options.openings.empty() || options.openings.size() == prompts.size(),
              "every prompt has an opening, or none has");
  const at::NoGradGuard no_grad;
  const Choices choices(options.guide, decoder.embedding.value, decoder.config.vocab);
  std::vector<std::vector<int32_t>> answers(prompts.size());
  const auto step = static_cast<size_t>(std::max<int64_t>(1, options.batch));
  for (size_t first = 0; first < prompts.size(); first += step) {
    Batch batch(decoder, options, choices, prompts, first, std::min(step, prompts.size() - first));
    while (batch.active())
      batch.advance();
    for (Row& row : batch.rows())
      answers[row.prompt] = std::move(row.answer);
    if (done) done(batch.rows().size());
  }
  return answers;
}

}  // namespace kcast::train
