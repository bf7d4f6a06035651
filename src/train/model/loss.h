// Cross entropy of the tokens that carry loss. Logits are computed for those rows alone and a piece
// at a time: [tokens, vocabulary] never exists as a whole.
#pragma once

#include "train/model/decoder.h"

namespace kcast::train {

// Which rows of the hidden states predict a token that counts, and the token.
struct LossRows {
  Tensor rows;     // [n] int64
  Tensor targets;  // [n] int64

  int64_t count() const { return rows.defined() ? rows.numel() : 0; }
};

// The rows of a stream whose next token is at or behind `first_answer[i]` in sequence i; 0 or 1
// counts everything that can be predicted.
LossRows loss_rows(const std::vector<int64_t>& ids, const std::vector<int64_t>& offsets,
                   const std::vector<int64_t>& first_answer, const Tensor& like);

// The sum over the rows, as a scalar in fp32, with gradients for the hidden states and for the head
// where it is trained.
Tensor language_loss(const Decoder& decoder, const Tensor& hidden, const LossRows& rows);

}  // namespace kcast::train
