// Greedy answers of many prompts at once, with keys and values kept between tokens. A guide says
// what an answer may be: runs of tokens that are forced (braces, keys, quotes of a JSON answer) are
// fed in one pass instead of being chosen one by one.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

#include "base/result.h"
#include "train/model/decoder.h"
#include "train/model/heads.h"

namespace kcast::train {

// An answer is these pieces, one after the other.
struct GuidePiece {
  std::vector<int32_t> forced;   // exactly these tokens; the rest then does not count
  std::vector<int32_t> allowed;  // what may be chosen; empty: anything
  std::vector<int32_t> ends;     // choosing one of these ends the piece; it belongs to the answer
  int64_t max_tokens = 0;        // the piece ends after so many; 0: only by `ends`
};
struct Guide {
  // Answers begin as their samples' right ones do, up to and with these tokens; empty: they do not.
  std::vector<int32_t> copied_until;
  std::vector<GuidePiece> pieces;

  bool empty() const { return pieces.empty(); }
};

// {"copied_until": [..], "pieces": [{"forced": [1, 2]}, {"allowed": [..], "ends": [..],
// "max_tokens": 8}, ...]}, as kcast encode writes it (encode/guide.h).
Result<Guide> read_guide(const std::filesystem::path& file);
// Whether the model has the tokens that it names.
Status check_guide(const Guide& guide, int64_t vocab);

struct GenerateOptions {
  int64_t max_new_tokens = 256;
  int64_t batch = 64;                // prompts at a time
  std::vector<int32_t> stop_tokens;  // an answer ends in front of one of these
  Guide guide;                       // empty: any token
  // What the answer of each prompt begins with, where the guide has `copied_until`.
  std::vector<std::vector<int32_t>> openings;
};

// The class of each prompt: 0 bandwidth, 1 compute. `most_tokens` are read in one pass, or one
// prompt.
std::vector<int32_t> classify(const Decoder& decoder, const Head& head,
                              const std::vector<std::vector<int32_t>>& prompts,
                              int64_t most_tokens);

// One answer for each prompt, in order; none of the prompts may be empty. `done` is called with the
// number of answers that have become complete.
std::vector<std::vector<int32_t>> generate(const Decoder& decoder,
                                           const std::vector<std::vector<int32_t>>& prompts,
                                           const GenerateOptions& options,
                                           const std::function<void(size_t)>& done = {});

}  // namespace kcast::train
