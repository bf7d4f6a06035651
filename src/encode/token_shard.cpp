#include "encode/token_shard.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/text.h"

namespace kcast::encode {
namespace {

template <typename T>
std::span<const std::byte> bytes_of(const std::vector<T>& values) {
  return std::as_bytes(std::span(values));
}

std::vector<std::string> names_of(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

}  // namespace

Result<ShardWriter> ShardWriter::create(const std::filesystem::path& path, const ShardInfo& info) {
  KCAST_TRY(NewFile tokens, NewFile::create(path.string() + ".tokens"));
  ShardWriter writer(std::move(tokens));
  writer.path_ = path;
  writer.info_ = info;
  return writer;
}

Status ShardWriter::add(const ShardSample& sample) {
  const auto wrong = [&](const std::string& why) {
    return Error{ErrorCode::InvalidInput,
                 path_.string() + ": sample " + std::to_string(samples()) + ": " + why};
  };
  const auto length = static_cast<int64_t>(sample.tokens.size());
  if (length == 0) return wrong("it has no tokens");
  if (sample.answer < 0 || sample.answer > length) {
    return wrong("its answer begins at token " + std::to_string(sample.answer) + " of " +
                 std::to_string(length));
  }
  if (sample.features.size() != info_.features.size()) {
    return wrong("it has " + std::to_string(sample.features.size()) + " features of " +
                 std::to_string(info_.features.size()));
  }
  if (sample.id.find('\n') != std::string::npos) return wrong("its id has a line break");
  if (sample.label < -1 || sample.label > 1) return wrong("its label is none");
  const auto bytes = bytes_of(sample.tokens);
  KCAST_OK(tokens_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()}));
  offsets_.push_back(offsets_.back() + length);
  answers_.push_back(sample.answer);
  labels_.push_back(sample.label);
  targets_.insert(targets_.end(), sample.targets.begin(), sample.targets.end());
  origins_.insert(origins_.end(), sample.origin.begin(), sample.origin.end());
  features_.insert(features_.end(), sample.features.begin(), sample.features.end());
  ids_ += sample.id + "\n";
  return Unit{};
}

Status ShardWriter::copy_tokens(SafetensorsWriter& file) {
  std::vector<char> some(size_t{1} << 20);
  for (uint64_t at = 0; at < tokens_.size();) {
    KCAST_TRY(const size_t got, tokens_.read(at, some.data(), some.size()));
    if (got == 0) return Error{ErrorCode::Io, path_.string() + ": its tokens cannot be read back"};
    KCAST_OK(file.write(std::as_bytes(std::span(some.data(), got))));
    at += got;
  }
  return Unit{};
}

Status ShardWriter::finish() {
  const auto count = static_cast<int64_t>(samples());
  const auto width = static_cast<int64_t>(info_.features.size());
  const auto targets = static_cast<int64_t>(kTargets);
  const std::map<std::string, std::string> metadata = {
      {"format", std::string(kShardFormat)},
      {"split", info_.split},
      {"template", info_.template_name},
      {"tokenizer", info_.tokenizer},
      {"targets", join(names_of(target_names()), ",")},
      {"features", join(info_.features, ",")}};
  // 8-byte elements first and bytes last: everything stays aligned.
  KCAST_TRY(SafetensorsWriter file,
            SafetensorsWriter::create(path_,
                                      {{"offsets", "I64", {count + 1}},
                                       {"tokens", "I32", {offsets_.back()}},
                                       {"answer", "I32", {count}},
                                       {"label", "I32", {count}},
                                       {"targets", "F32", {count, targets}},
                                       {"origin", "F32", {count, targets}},
                                       {"features", "F32", {count, width}},
                                       {"ids", "U8", {static_cast<int64_t>(ids_.size())}}},
                                      metadata));
  KCAST_OK(file.write(bytes_of(offsets_)));
  KCAST_OK(copy_tokens(file));
  for (const auto bytes : {bytes_of(answers_), bytes_of(labels_), bytes_of(targets_),
                           bytes_of(origins_), bytes_of(features_)}) {
    KCAST_OK(file.write(bytes));
  }
  KCAST_OK(file.write(std::as_bytes(std::span(ids_))));
  return file.finish();
}

Error TokenShard::wrong(const std::string& why) const {
  return Error{ErrorCode::InvalidInput, file_.path().string() + ": " + why};
}

Result<TokenShard> TokenShard::open(const std::filesystem::path& path) {
  KCAST_TRY(SafetensorsFile file, SafetensorsFile::open(path));
  TokenShard shard(std::move(file));
  KCAST_OK(shard.read_info());
  KCAST_OK(shard.read_tensors());
  KCAST_OK(shard.check_samples());
  return shard;
}

Status TokenShard::read_info() {
  const auto get = [&](const char* key) {
    const auto found = file_.metadata().find(key);
    return found == file_.metadata().end() ? std::string() : found->second;
  };
  if (get("format") != kShardFormat) {
    return wrong("not a token shard: its format is '" + get("format") + "', not '" +
                 std::string(kShardFormat) + "'; kcast encode writes them");
  }
  info_.split = get("split");
  info_.template_name = get("template");
  info_.tokenizer = get("tokenizer");
  if (const std::string names = get("features"); !names.empty()) info_.features = split(names, ',');
  if (get("targets") != join(names_of(target_names()), ",")) {
    return wrong("its targets are '" + get("targets") + "', which are not those of this version");
  }
  return Unit{};
}

Status TokenShard::check_row(const std::string& name, int64_t width) const {
  KCAST_TRY(const TensorInfo found, file_.info(name));
  const auto count = static_cast<int64_t>(answers_.size());
  const std::vector<int64_t> wanted =
      width < 0 ? std::vector{count} : std::vector<int64_t>{count, width};
  if (found.shape == wanted) return Unit{};
  return wrong("tensor '" + name + "' does not have a row for each of " + std::to_string(count) +
               " samples" + (width < 0 ? "" : ", " + std::to_string(width) + " wide"));
}

Status TokenShard::read_tensors() {
  KCAST_TRY(offsets_, file_.values<int64_t>("offsets", "I64"));
  KCAST_TRY(tokens_, file_.values<int32_t>("tokens", "I32"));
  KCAST_TRY(answers_, file_.values<int32_t>("answer", "I32"));
  KCAST_TRY(labels_, file_.values<int32_t>("label", "I32"));
  KCAST_TRY(targets_, file_.values<float>("targets", "F32"));
  KCAST_TRY(origins_, file_.values<float>("origin", "F32"));
  KCAST_TRY(features_, file_.values<float>("features", "F32"));
  KCAST_TRY(const std::span<const char> ids, file_.values<char>("ids", "U8"));
  const auto targets = static_cast<int64_t>(kTargets);
  const std::array<std::pair<const char*, int64_t>, 4> rows = {
      {{"label", -1},
       {"targets", targets},
       {"origin", targets},
       {"features", static_cast<int64_t>(info_.features.size())}}};
  for (const auto& [name, width] : rows) {
    KCAST_OK(check_row(name, width));
  }
  std::string_view rest(ids.data(), ids.size());
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    if (end == std::string_view::npos) return wrong("the last id does not end");
    ids_.push_back(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return Unit{};
}

Status TokenShard::check_samples() {
  if (offsets_.size() != answers_.size() + 1 || ids_.size() != answers_.size()) {
    return wrong("it has " + std::to_string(answers_.size()) + " answers, " +
                 std::to_string(ids_.size()) + " ids and " + std::to_string(offsets_.size()) +
                 " offsets, which must be one more");
  }
  if (offsets_.front() != 0 || offsets_.back() != static_cast<int64_t>(tokens_.size())) {
    return wrong("its offsets go from " + std::to_string(offsets_.front()) + " to " +
                 std::to_string(offsets_.back()) + ", its tokens from 0 to " +
                 std::to_string(tokens_.size()));
  }
  for (size_t s = 0; s < samples(); ++s) {
    const std::string place = "sample " + std::to_string(s) + ": ";
    if (offsets_[s + 1] <= offsets_[s]) return wrong(place + "its offsets do not ascend");
    const int64_t length = offsets_[s + 1] - offsets_[s];
    if (answers_[s] < 0 || answers_[s] > length) {
      return wrong(place + "its answer begins at token " + std::to_string(answers_[s]) + " of " +
                   std::to_string(length));
    }
    if (labels_[s] < -1 || labels_[s] > 1) {
      return wrong(place + "its label is " + std::to_string(labels_[s]));
    }
  }
  for (size_t i = 0; i < tokens_.size(); ++i) {
    if (tokens_[i] < 0) return wrong("token " + std::to_string(i) + " is negative");
    vocabulary_used_ = std::max<int64_t>(vocabulary_used_, int64_t{tokens_[i]} + 1);
  }
  return Unit{};
}

std::span<const int32_t> TokenShard::tokens(size_t sample) const {
  return tokens_.subspan(static_cast<size_t>(offsets_[sample]),
                         static_cast<size_t>(offsets_[sample + 1] - offsets_[sample]));
}

std::span<const float, kTargets> TokenShard::targets(size_t sample) const {
  return targets_.subspan(sample * kTargets).first<kTargets>();
}

std::span<const float, kTargets> TokenShard::origin(size_t sample) const {
  return origins_.subspan(sample * kTargets).first<kTargets>();
}

std::span<const float> TokenShard::features(size_t sample) const {
  const size_t width = info_.features.size();
  return features_.subspan(sample * width, width);
}

std::optional<CodeCut> cut_code(size_t code, size_t rest, size_t mark, size_t limit) {
  if (rest + code <= limit) return CodeCut{code, 0};
  if (rest + mark + kLeastCode > limit) return std::nullopt;
  const size_t kept = limit - rest - mark;
  return CodeCut{kept - kept / 2, kept / 2};
}

}  // namespace kcast::encode
