#include "train/batches.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/rng.h"

namespace kcast::train {

namespace {

void add_pieces(const encode::TokenShard& shard, Piece whole, const PieceOptions& options,
                PieceList& list) {
  auto length = static_cast<int64_t>(shard.tokens(whole.sample).size());
  // A sample whose answer begins with it is a text without a question: it is read whole.
  if (options.prompt_alone && shard.answer(whole.sample) > 0) length = shard.answer(whole.sample);
  const int64_t answer = options.everything ? 0 : shard.answer(whole.sample);
  if (length > options.max_length && options.too_long == TooLong::Drop) {
    ++list.too_long;
    return;
  }
  bool any = false;
  for (int64_t begin = 0; begin < length; begin += options.max_length) {
    Piece piece = whole;
    piece.begin = begin;
    piece.length = std::min(options.max_length, length - begin);
    piece.answer = std::clamp<int64_t>(answer - begin, 0, piece.length);
    if (options.needs_answer && loss_tokens(piece) == 0) continue;
    list.pieces.push_back(piece);
    any = true;
  }
  if (!any) ++list.too_short;
}

}  // namespace

int64_t loss_tokens(const Piece& piece) {
  return std::max<int64_t>(0, piece.length - std::max<int64_t>(1, piece.answer));
}

PieceList list_pieces(const std::vector<encode::TokenShard>& shards, const PieceOptions& options) {
  PieceList list;
  for (uint32_t shard = 0; shard < shards.size(); ++shard) {
    for (uint32_t sample = 0; sample < shards[shard].samples(); ++sample)
      add_pieces(shards[shard], {.shard = shard, .sample = sample}, options, list);
  }
  return list;
}

std::vector<MicroBatch> pack(const std::vector<Piece>& pieces, const PackOptions& options) {
  std::vector<MicroBatch> bins;
  if (!options.packing) {
    for (const Piece& piece : pieces)
      bins.push_back({piece});
    return bins;
  }
  std::vector<Piece> ordered = pieces;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [](const Piece& a, const Piece& b) { return a.length > b.length; });
  int64_t total = 0;
  for (const Piece& piece : ordered)
    total += piece.length;
  const int64_t needed = (total + options.micro_tokens - 1) / options.micro_tokens;
  const int64_t rounded = (needed + options.world - 1) / options.world * options.world;
  bins.resize(std::min(static_cast<size_t>(rounded), ordered.size()));
  std::vector<int64_t> filled(bins.size(), 0);
  // The longest first, each into the emptiest.
  for (const Piece& piece : ordered) {
    auto least = std::min_element(filled.begin(), filled.end());
    if (*least > 0 && *least + piece.length > options.micro_tokens) {
      bins.emplace_back();
      filled.push_back(0);
      least = filled.end() - 1;
    }
    *least += piece.length;
    bins[static_cast<size_t>(least - filled.begin())].push_back(piece);
  }
  return bins;
}

size_t steps_of_epoch(size_t n, size_t batch) {
  return (n + batch - 1) / batch;
}

std::vector<size_t> batch_of(size_t n, size_t batch, size_t step, uint64_t seed) {
  const size_t steps = steps_of_epoch(n, batch);
  const size_t epoch = step / steps;
  std::vector<size_t> order(n);
  std::iota(order.begin(), order.end(), size_t{0});
  Rng rng = Rng::for_name(seed, "epoch " + std::to_string(epoch));
  for (size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[rng.below(i)]);
  const size_t begin = (step % steps) * batch;
  const size_t end = std::min(n, begin + batch);
  return {order.begin() + static_cast<std::ptrdiff_t>(begin),
          order.begin() + static_cast<std::ptrdiff_t>(end)};
}

}  // namespace kcast::train
