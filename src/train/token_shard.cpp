#include "train/token_shard.h"

#include <algorithm>

namespace kcast {

namespace {

Error bad_shard(const SafetensorsFile& file, const std::string& why) {
  return Error{ErrorCode::InvalidInput, file.path().string() + ": not a token shard: " + why};
}

// The values of a tensor that may be missing, one row per sample.
template <typename T>
Result<std::span<const T>> optional_rows(const SafetensorsFile& file, const std::string& name,
                                         std::string_view type, size_t samples, size_t* width) {
  const auto found = file.tensors().find(name);
  if (found == file.tensors().end()) return std::span<const T>();
  const std::vector<int64_t>& shape = found->second.shape;
  const bool fits = !shape.empty() && static_cast<size_t>(shape[0]) == samples &&
                    shape.size() == (width == nullptr ? 1U : 2U);
  if (!fits) return bad_shard(file, name + " does not have a row for each sample");
  if (width != nullptr) *width = static_cast<size_t>(shape[1]);
  return file.values<T>(name, type);
}

}  // namespace

Result<TokenShard> TokenShard::open(const std::filesystem::path& path) {
  KCAST_TRY(SafetensorsFile file, SafetensorsFile::open(path));
  TokenShard shard(std::move(file));
  KCAST_TRY([[maybe_unused]] const Unit read, shard.read());
  return shard;
}

Status TokenShard::read() {
  if (metadata("format") != "kcast-shard-1") {
    return bad_shard(file_, "its metadata do not say kcast-shard-1; make it with kcast encode");
  }
  KCAST_TRY(tokens_, file_.values<int32_t>("tokens", "I32"));
  KCAST_TRY(offsets_, file_.values<int64_t>("offsets", "I64"));
  if (offsets_.empty() || offsets_.front() != 0 ||
      offsets_.back() != static_cast<int64_t>(tokens_.size())) {
    return bad_shard(file_, "offsets do not cover the tokens");
  }
  if (!std::is_sorted(offsets_.begin(), offsets_.end())) return bad_shard(file_, "offsets go back");
  const size_t samples = size();
  KCAST_TRY(answer_, optional_rows<int32_t>(file_, "answer", "I32", samples, nullptr));
  KCAST_TRY(label_, optional_rows<int32_t>(file_, "label", "I32", samples, nullptr));
  KCAST_TRY(targets_, optional_rows<float>(file_, "targets", "F32", samples, &n_targets_));
  size_t n_origin = n_targets_;
  KCAST_TRY(origin_, optional_rows<float>(file_, "origin", "F32", samples, &n_origin));
  if (n_origin != n_targets_) return bad_shard(file_, "origin and targets differ in width");
  KCAST_TRY(features_, optional_rows<float>(file_, "features", "F32", samples, &n_features_));
  for (size_t s = 0; s < samples; ++s) {
    if (answer_.empty()) break;
    if (answer_[s] < 0 || answer_[s] > offsets_[s + 1] - offsets_[s]) {
      return bad_shard(file_, "the answer of sample " + std::to_string(s) + " is outside of it");
    }
  }
  if (!tokens_.empty()) {
    const auto [smallest, largest] = std::minmax_element(tokens_.begin(), tokens_.end());
    if (*smallest < 0) return bad_shard(file_, "there is a negative token");
    largest_token_ = *largest;
  }
  return Unit{};
}

std::span<const int32_t> TokenShard::tokens(size_t sample) const {
  return tokens_.subspan(static_cast<size_t>(offsets_[sample]),
                         static_cast<size_t>(offsets_[sample + 1] - offsets_[sample]));
}

std::string TokenShard::metadata(const std::string& key) const {
  const auto found = file_.metadata().find(key);
  return found == file_.metadata().end() ? "" : found->second;
}

}  // namespace kcast
