#include "trees/lightgbm.h"

#include <dlfcn.h>

#include <cmath>
#include <optional>

#include "base/process/part.h"
#include "trees/lightgbm_module.h"

namespace kcast::trees {
namespace {

// What the module tells and asks during a call.
struct Conversation {
  std::vector<FittedTree> fitted;
  int32_t exponent = 0;
  LightGbmModel model;
  std::optional<std::string> failure;

  void note(const Error& error) {
    if (!failure) failure = error.message;
  }
};

void hear_fitted(void* context, const char* text, size_t size) {
  auto& talk = *static_cast<Conversation*>(context);
  auto trees = parse_lightgbm({text, size});
  if (!trees) return talk.note(trees.error());
  talk.fitted = *std::move(trees);
  talk.exponent = leaf_exponent(talk.fitted);
}

int tell_leaves(void* context, int tree) {
  const auto& talk = *static_cast<Conversation*>(context);
  const auto number = static_cast<size_t>(tree);
  return number < talk.fitted.size() ? static_cast<int>(talk.fitted[number].leaf.size()) : 0;
}

double tell_leaf(void* context, int tree, int leaf) {
  const auto& talk = *static_cast<Conversation*>(context);
  const double value = talk.fitted[static_cast<size_t>(tree)].leaf[static_cast<size_t>(leaf)];
  return std::ldexp(leaf_units(value, talk.exponent), talk.exponent);
}

void hear_model(void* context, const char* text, size_t size) {
  auto& talk = *static_cast<Conversation*>(context);
  auto trees = parse_lightgbm({text, size});
  if (!trees) return talk.note(trees.error());
  talk.model.trees = *std::move(trees);
}

void hear_answers(void* context, const double* values, size_t count) {
  static_cast<Conversation*>(context)->model.answers.assign(values, values + count);
}

void hear_failed_fit(void* context, const char* message) {
  static_cast<Conversation*>(context)->note({ErrorCode::External, message});
}

KcastTreesRows border_rows(const LearningRows& rows, size_t columns) {
  return {rows.features.data(), rows.features.size() / columns,
          rows.labels.empty() ? nullptr : rows.labels.data(),
          rows.weights.empty() ? nullptr : rows.weights.data()};
}

}  // namespace

Result<LightGbm> LightGbm::load(const std::filesystem::path& folder) {
  KCAST_TRY(const std::filesystem::path path, find_part(folder, "kcast-trees.so"));
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  LightGbm out;
  out.fit_ = module == nullptr ? nullptr : ::dlsym(module, "kcast_trees_fit");
  if (out.fit_ == nullptr) {
    const char* why = ::dlerror();
    return Error{ErrorCode::Unsupported, "cannot load kcast-trees.so (scripts/fetch lightgbm): " +
                                             std::string(why == nullptr ? "no entry" : why)};
  }
  return out;
}

Result<LightGbmModel> LightGbm::fit(const LightGbmFit& fit) const {
  Conversation talk;
  const KcastTreesRows bins = border_rows(*fit.bins, fit.columns);
  const KcastTreesRows rows = border_rows(*fit.fit, fit.columns);
  const KcastTreesRows stop = border_rows(*fit.stop, fit.columns);
  const KcastTreesFit call = {
      fit.columns, &bins,        &rows,           &stop,     fit.parameters.c_str(),
      fit.rounds,  fit.patience, hear_fitted,     tell_leaf, tell_leaves,
      hear_model,  hear_answers, hear_failed_fit, &talk};
  reinterpret_cast<decltype(&kcast_trees_fit)>(fit_)(&call);
  if (talk.failure) return Error{ErrorCode::External, "LightGBM: " + *talk.failure};
  return std::move(talk.model);
}

}  // namespace kcast::trees
