#include "workflow/encode/sample_set.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>

#include "base/rng.h"
#include "encode/answers.h"
#include "encode/encode_texts.h"
#include "encode/token_shard.h"
#include "plan/predict_rows.h"
#include "predict/classify.h"
#include "schema/feature_vector.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;

constexpr std::array kShardSides = {dataset::Side::Train, dataset::Side::Validation,
                                    dataset::Side::Test};

// The samples of a kernel, by side.
struct KernelShard {
  std::array<std::vector<encode::ShardSample>, 3> samples;
  std::array<size_t, 3> cut{};
  std::map<std::string, size_t> dropped;
};

// A sample before it is tokenised.
struct Draft {
  size_t side = 0;
  encode::ShardSample sample;
  encode::SampleText text;
};

class SetEncoder {
 public:
  SetEncoder(const dataset::SampleSet& set, const Remaker& remaker,
             const encode::Tokenizer& tokenizer, const EncodeSettings& settings,
             const std::vector<dataset::Side>& sides)
      : set_(set), remaker_(remaker), tokenizer_(tokenizer), settings_(settings), sides_(sides) {}

  Result<KernelShard> encode(const SetKernel& kernel) const {
    KernelShard out;
    const Result<plan::PlanJob> job = remaker_.make(set_, kernel);
    if (!job) {
      out.dropped["the kernel cannot be made"] += kernel.labels.size();
      return out;
    }
    if (!job->refused.empty()) out.dropped["the launch cannot be made"] += job->refused.size();
    const std::vector<std::vector<float>> features = features_of(kernel);
    size_t launches = 0;
    for (const plan::PlanKernel& made : job->kernels)
      launches += made.launches.size();
    std::vector<Draft> drafts;
    for (const plan::PlanKernel& made : job->kernels) {
      for (const auto& [number, launch] : made.launches) {
        auto draft = draft_of(kernel, number, made.kernel, launch, launches > 1);
        if (!draft) {
          ++out.dropped[draft.error().message];
        } else if (wants_features() && features[number].empty()) {
          ++out.dropped["it has no features"];
        } else {
          add_features(features[number], draft->sample);
          drafts.push_back(*std::move(draft));
        }
      }
    }
    KCAST_OK(add_tokens(std::move(drafts), out));
    return out;
  }

 private:
  bool wants_features() const { return settings_.analyse || settings_.features != nullptr; }

  // By the number of the label; empty: none.
  std::vector<std::vector<float>> features_of(const SetKernel& kernel) const {
    std::vector<std::vector<float>> out(kernel.labels.size());
    if (settings_.analyse) {
      std::vector<std::string> launches;
      for (const size_t label : kernel.labels)
        launches.push_back(set_.labels[label].launch);
      plan::PredictedKernel predicted = plan::predict_kernel_rows(
          kernel.recipe, kernel.language, launches, remaker_.inspect(), remaker_.gpu(kernel.gpu));
      for (size_t i = 0; i < out.size(); ++i)
        out[i] = std::move(predicted.launches[i].features);
    } else if (settings_.features != nullptr) {
      for (size_t i = 0; i < out.size(); ++i) {
        const auto* row = settings_.features->find(set_.labels[kernel.labels[i]]);
        if (row != nullptr) out[i] = *row;
      }
    }
    return out;
  }

  static void add_features(const std::vector<float>& features, encode::ShardSample& sample) {
    if (features.empty()) return;
    sample.origin = encode::origin_of(features);
    sample.features = features;
  }

  // An error is the reason why the row is dropped.
  Result<Draft> draft_of(const SetKernel& kernel, size_t number, const KernelSource& source,
                         const Launch& launch, bool several) const {
    const size_t label = kernel.labels[number];
    const dataset::Row& row = set_.labels[label];
    const Gpu& gpu = remaker_.gpu(row.gpu);
    KernelSource shown = source;
    if (encode::wants_host_code(settings_.which)) {
      KCAST_TRY(shown.source, text_with_host(kernel, launch));
    }
    const bool named = several && row.launch.starts_with("host:");
    const bool counted = dataset::has_counters(row.reading.values);
    const Bound bound = counted ? predict::classify(row.reading.values, gpu).bound : Bound::None;
    Draft draft;
    draft.side = static_cast<size_t>(sides_[label]);
    draft.sample.id = sample_id(row);
    draft.sample.label = encode::label_of(bound);
    draft.sample.targets = encode::targets_of(row.reading.values, counted);
    draft.text.prompt =
        encode::prompt_of(settings_.which, {shown, launch, gpu, named ? row.launch : "", "", {}});
    if (settings_.with_answer) {
      draft.text.answer = encode::answer_text(encode::answer_schema(settings_.which, shown, gpu),
                                              row.reading.values, bound);
    }
    return draft;
  }

  Status add_tokens(std::vector<Draft> drafts, KernelShard& out) const {
    std::vector<encode::SampleText> texts;
    for (Draft& draft : drafts)
      texts.push_back(std::move(draft.text));
    KCAST_TRY(std::vector<encode::SampleTokens> tokens,
              encode::encode_texts(tokenizer_, texts, settings_.most_tokens));
    for (size_t i = 0; i < drafts.size(); ++i) {
      if (tokens[i].tokens.empty()) {
        ++out.dropped["it is too long, even without its kernel's text"];
        continue;
      }
      encode::ShardSample& sample = drafts[i].sample;
      sample.tokens = std::move(tokens[i].tokens);
      sample.answer = tokens[i].answer;
      out.cut[drafts[i].side] += tokens[i].cut ? 1 : 0;
      out.samples[drafts[i].side].push_back(std::move(sample));
    }
    return Unit{};
  }

  const dataset::SampleSet& set_;
  const Remaker& remaker_;
  const encode::Tokenizer& tokenizer_;
  const EncodeSettings& settings_;
  const std::vector<dataset::Side>& sides_;
};

// Labels with the hashes of their names.
using HashedLabels = std::vector<std::pair<uint64_t, size_t>>;

// Of every kernel, so many labels stay: the first in the list.
void limit_kernels(const dataset::SampleSet& set, size_t most, HashedLabels& labels) {
  std::map<std::tuple<std::string, std::string, std::string>, size_t> kept;
  std::erase_if(labels, [&](const auto& hashed) {
    const dataset::Row& row = set.labels[hashed.second];
    return ++kept[{row.kernel.recipe, row.kernel.language, row.gpu}] > most;
  });
}

// Which labels are encoded: those that the template can use and, of each side, as many as asked
// for, those with the smallest hashes.
std::vector<bool> chosen_labels(const dataset::SampleSet& set, const EncodeSettings& settings,
                                const Remaker& remaker, const std::vector<dataset::Side>& sides,
                                std::map<std::string, size_t>& dropped) {
  std::vector<bool> out(set.labels.size(), false);
  std::array<HashedLabels, 3> by_side;
  // Heads learn the time of others, too.
  const bool needs_counters = settings.with_answer && settings.which != encode::Template::LlmPerf;
  for (size_t i = 0; i < set.labels.size(); ++i) {
    const dataset::Row& row = set.labels[i];
    if (needs_counters && !dataset::has_counters(row.reading.values)) {
      ++dropped["only the time was read"];
      continue;
    }
    if (!remaker.knows(row.gpu)) {
      ++dropped["gpu " + row.gpu + " is not known"];
      continue;
    }
    by_side[static_cast<size_t>(sides[i])].emplace_back(stable_hash(sample_id(row)), i);
  }
  for (size_t side = 0; side < by_side.size(); ++side) {
    HashedLabels& labels = by_side[side];
    const size_t all = labels.size();
    std::sort(labels.begin(), labels.end());
    if (settings.per_kernel[side] > 0) limit_kernels(set, settings.per_kernel[side], labels);
    if (settings.limits[side] > 0 && labels.size() > settings.limits[side])
      labels.resize(settings.limits[side]);
    if (labels.size() < all) dropped["over the limit"] += all - labels.size();
    for (const auto& [hash, label] : labels)
      out[label] = true;
  }
  return out;
}

std::vector<SetKernel> kernels_to_encode(const dataset::SampleSet& set,
                                         const std::vector<bool>& chosen) {
  std::vector<SetKernel> kernels = kernels_of(set);
  for (SetKernel& kernel : kernels)
    std::erase_if(kernel.labels, [&](size_t label) { return !chosen[label]; });
  std::erase_if(kernels, [](const SetKernel& kernel) { return kernel.labels.empty(); });
  return kernels;
}

fs::path shard_name(const fs::path& folder, dataset::Side side) {
  return folder / (std::string(dataset::side_name(side)) + ".safetensors");
}

Result<std::vector<encode::ShardWriter>> open_shards(const EncodeSettings& settings,
                                                     const encode::Tokenizer& tokenizer,
                                                     const fs::path& folder) {
  encode::ShardInfo info;
  info.template_name = encode::template_name(settings.which);
  info.tokenizer = tokenizer.sha256();
  if (settings.analyse || settings.features != nullptr) info.features = feature_vector_names();
  std::vector<encode::ShardWriter> out;
  for (const dataset::Side side : kShardSides) {
    info.split = dataset::side_name(side);
    KCAST_TRY(encode::ShardWriter writer,
              encode::ShardWriter::create(shard_name(folder, side), info));
    out.push_back(std::move(writer));
  }
  return out;
}

}  // namespace

Result<FeatureTable> FeatureTable::read(const fs::path& path) {
  KCAST_TRY(const dataset::Store store, dataset::Store::open_to_read(path));
  const std::string version(kAnalysisVersion);
  const auto names = store.feature_names(version);
  if (!names || *names != feature_vector_names()) {
    return Error{ErrorCode::NotFound, path.string() +
                                          " has no features of this version of the analysis; run "
                                          "kcast dataset features " +
                                          path.string()};
  }
  std::map<int64_t, std::string> ids;
  KCAST_OK(store.each_row([&](const dataset::Row& row) {
    ids[row.launch_id] = sample_id(row);
    return true;
  }));
  FeatureTable out;
  KCAST_OK(store.each_features(version, [&](int64_t launch, std::span<const float> values) {
    if (const auto id = ids.find(launch); id != ids.end())
      out.rows_[id->second].assign(values.begin(), values.end());
    return true;
  }));
  return out;
}

const std::vector<float>* FeatureTable::find(const dataset::Row& row) const {
  const auto found = rows_.find(sample_id(row));
  return found == rows_.end() ? nullptr : &found->second;
}

Result<EncodeSummary> encode_set(const dataset::SampleSet& set, const Remaker& remaker,
                                 const encode::Tokenizer& tokenizer, const EncodeSettings& settings,
                                 const fs::path& folder) {
  KCAST_TRY(const dataset::SplitRules rules, dataset::SplitRules::current());
  std::vector<dataset::Side> sides;
  for (size_t i = 0; i < set.labels.size(); ++i)
    sides.push_back(side_of(set, i, settings.split, rules));
  EncodeSummary summary;
  const std::vector<bool> chosen = chosen_labels(set, settings, remaker, sides, summary.dropped);
  const std::vector<SetKernel> kernels = kernels_to_encode(set, chosen);
  const SetEncoder encoder(set, remaker, tokenizer, settings, sides);
  KCAST_TRY(std::vector<encode::ShardWriter> shards, open_shards(settings, tokenizer, folder));
  std::vector<std::optional<Result<KernelShard>>> made(kernels.size());
  const auto take = [&](size_t i) -> Status {
    KCAST_TRY(const KernelShard kernel, std::move(*made[i]));
    made[i].reset();
    for (size_t side = 0; side < shards.size(); ++side) {
      for (const encode::ShardSample& sample : kernel.samples[side]) {
        KCAST_OK(add_sample(sample, shards[side], summary.sides[side]));
      }
      summary.sides[side].cut += kernel.cut[side];
    }
    for (const auto& [why, rows] : kernel.dropped)
      summary.dropped[why] += rows;
    return Unit{};
  };
  KCAST_OK(each_kernel(
      "encoding kernels", kernels.size(), settings.jobs,
      [&](size_t i) { made[i] = encoder.encode(kernels[i]); }, take,
      [&](size_t i) { return guessed_cost(set, kernels[i]); }));
  return finish_shards(shards, std::move(summary));
}

}  // namespace kcast::workflow
