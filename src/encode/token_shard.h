// Token shards: what `kcast encode` writes and kcast-train reads. One safetensors file:
//
//   offsets  I64 [S+1]   sample s is tokens[offsets[s] .. offsets[s+1])
//   tokens   I32 [N]
//   answer   I32 [S]     first token of the sample that carries loss; its length: none does
//   label    I32 [S]     roofline class: 0 bandwidth, 1 compute, -1 unknown
//   targets  F32 [S,12]  encode/targets.h; NaN: unknown
//   origin   F32 [S,12]  the analytic estimate in the same units; NaN: none
//   features F32 [S,F]   schema/feature_vector.h; F may be 0
//   ids      U8 [bytes]  names of the samples, one a line
//
// Metadata: format = kcast-shard-1, split = train|val|test, template, tokenizer (SHA-256), targets
// and features (names with commas between them).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "encode/safetensors.h"
#include "encode/targets.h"

namespace kcast::encode {

inline constexpr std::string_view kShardFormat = "kcast-shard-1";

struct ShardSample {
  std::string id;  // without line breaks
  std::vector<int32_t> tokens;
  int32_t answer = 0;
  int32_t label = -1;
  Targets targets = no_targets();
  Targets origin = no_targets();
  std::vector<float> features;

  bool operator==(const ShardSample&) const = default;
};

struct ShardInfo {
  std::string split;
  std::string template_name;
  std::string tokenizer;  // SHA-256
  std::vector<std::string> features;

  bool operator==(const ShardInfo&) const = default;
};

// Tokens go to a file of their own until the end, so that no shard has to fit into memory. What is
// not finished leaves nothing.
class ShardWriter {
 public:
  static Result<ShardWriter> create(const std::filesystem::path& path, const ShardInfo& info);

  // An answer outside the sample, features of another count or an id with a line break are errors.
  Status add(const ShardSample& sample);
  Status finish();
  size_t samples() const { return answers_.size(); }

 private:
  explicit ShardWriter(NewFile tokens) : tokens_(std::move(tokens)) {}
  Status copy_tokens(SafetensorsWriter& file);

  std::filesystem::path path_;
  NewFile tokens_;  // never gets a name
  ShardInfo info_;
  std::vector<int64_t> offsets_ = {0};
  std::vector<int32_t> answers_;
  std::vector<int32_t> labels_;
  std::vector<float> targets_;
  std::vector<float> origins_;
  std::vector<float> features_;
  std::string ids_;
};

// A shard that was checked: offsets ascend and end with the tokens, answers lie within their
// samples, labels are -1 to 1, and all counts agree. Errors name the file and the sample.
class TokenShard {
 public:
  static Result<TokenShard> open(const std::filesystem::path& path);

  size_t samples() const { return answers_.size(); }
  const ShardInfo& info() const { return info_; }
  const std::filesystem::path& path() const { return file_.path(); }
  // The largest id and one more; 0 without tokens.
  int64_t vocabulary_used() const { return vocabulary_used_; }

  std::span<const int32_t> tokens(size_t sample) const;
  int32_t answer(size_t sample) const { return answers_[sample]; }
  int32_t label(size_t sample) const { return labels_[sample]; }
  std::span<const float, kTargets> targets(size_t sample) const;
  std::span<const float, kTargets> origin(size_t sample) const;
  std::span<const float> features(size_t sample) const;
  std::string_view id(size_t sample) const { return ids_[sample]; }

 private:
  explicit TokenShard(SafetensorsFile file) : file_(std::move(file)) {}
  Status read_info();
  Status read_tensors();
  Status check_samples();
  Status check_row(const std::string& name, int64_t width) const;
  Error wrong(const std::string& why) const;

  SafetensorsFile file_;
  ShardInfo info_;
  int64_t vocabulary_used_ = 0;
  std::span<const int64_t> offsets_;
  std::span<const int32_t> tokens_;
  std::span<const int32_t> answers_;
  std::span<const int32_t> labels_;
  std::span<const float> targets_;
  std::span<const float> origins_;
  std::span<const float> features_;
  std::vector<std::string_view> ids_;
};

// How much of a kernel's text is kept where a sequence would be too long: as many tokens of its
// beginning as of its end (one more of the beginning, if the number is odd). Everything else, the
// answer above all, is kept whole.
struct CodeCut {
  size_t head = 0;  // tokens
  size_t tail = 0;

  bool operator==(const CodeCut&) const = default;
};
// `code` tokens of the kernel's text, `rest` all others, `mark` those that stand where something
// is missing. head = code where nothing has to go. Nothing: fewer than kLeastCode would stay.
inline constexpr size_t kLeastCode = 32;
std::optional<CodeCut> cut_code(size_t code, size_t rest, size_t mark, size_t limit);
// What the mark is.
inline constexpr std::string_view kCutMark = "\n...\n";

}  // namespace kcast::encode
