// Which samples a step of training sees, in which order, and how they are packed: decided by the
// seed alone, the same on every rank and after a resume.
#pragma once

#include <cstdint>
#include <vector>

#include "encode/token_shard.h"

namespace kcast::train {

// A sample, or a piece of one that is too long: tokens [begin, begin + length) of it.
struct Piece {
  uint32_t shard = 0;
  uint32_t sample = 0;
  int64_t begin = 0;
  int64_t length = 0;
  int64_t answer = 0;  // inside the piece; = length when nothing of it carries loss

  bool operator==(const Piece&) const = default;
};

enum class TooLong { Drop, Split };

struct PieceList {
  std::vector<Piece> pieces;
  size_t too_long = 0;   // samples that were dropped
  size_t too_short = 0;  // samples without a token that could carry loss
};

struct PieceOptions {
  int64_t max_length = 2048;
  TooLong too_long = TooLong::Drop;
  bool everything = false;    // loss on every token and not on the answer alone
  bool needs_answer = true;   // a sample without a token that carries loss is useless
  bool prompt_alone = false;  // heads: what is behind the question would tell them
};
PieceList list_pieces(const std::vector<encode::TokenShard>& shards, const PieceOptions& options);

// One forward and backward pass.
using MicroBatch = std::vector<Piece>;

struct PackOptions {
  int64_t micro_tokens = 16384;  // at most so many in a pass, unless one piece is longer
  bool packing = true;           // false: every piece is a pass of its own
  int world = 1;                 // the number of passes is a multiple of it, where there are enough
};
// Pieces into passes of about the same number of tokens.
std::vector<MicroBatch> pack(const std::vector<Piece>& pieces, const PackOptions& options);

// The pieces of step `step` of an endless run over `n` pieces, `batch` at a time; an epoch ends
// with a smaller batch when they do not divide.
std::vector<size_t> batch_of(size_t n, size_t batch, size_t step, uint64_t seed);
size_t steps_of_epoch(size_t n, size_t batch);

// How many tokens of the piece carry loss.
int64_t loss_tokens(const Piece& piece);

}  // namespace kcast::train
