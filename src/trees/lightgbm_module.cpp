#include "trees/lightgbm_module.h"

#include <string>
#include <vector>

// The part of LightGBM's C interface that is used here.
extern "C" {
using LightGbmHandle = void*;
const char* LGBM_GetLastError();
int LGBM_DatasetCreateFromMat(const void* data, int data_type, int32_t nrow, int32_t ncol,
                              int is_row_major, const char* parameters, LightGbmHandle reference,
                              LightGbmHandle* out);
int LGBM_DatasetSetField(LightGbmHandle handle, const char* field_name, const void* field_data,
                         int num_element, int type);
int LGBM_DatasetFree(LightGbmHandle handle);
int LGBM_BoosterCreate(LightGbmHandle train_data, const char* parameters, LightGbmHandle* out);
int LGBM_BoosterFree(LightGbmHandle handle);
int LGBM_BoosterAddValidData(LightGbmHandle handle, LightGbmHandle valid_data);
int LGBM_BoosterUpdateOneIter(LightGbmHandle handle, int* is_finished);
int LGBM_BoosterRollbackOneIter(LightGbmHandle handle);
int LGBM_BoosterGetEval(LightGbmHandle handle, int data_idx, int* out_len, double* out_results);
int LGBM_BoosterSetLeafValue(LightGbmHandle handle, int tree_idx, int leaf_idx, double val);
int LGBM_BoosterSaveModelToString(LightGbmHandle handle, int start_iteration, int num_iteration,
                                  int feature_importance_type, int64_t buffer_len, int64_t* out_len,
                                  char* out_str);
int LGBM_BoosterPredictForMat(LightGbmHandle handle, const void* data, int data_type, int32_t nrow,
                              int32_t ncol, int is_row_major, int predict_type, int start_iteration,
                              int num_iteration, const char* parameter, int64_t* out_len,
                              double* out_result);
}

namespace {

constexpr int kFloat32 = 0;
constexpr int kRawScore = 1;

// What LightGBM refused; it has said why.
struct Refused {};

void check(int failed) {
  if (failed != 0) throw Refused{};
}

struct Dataset {
  LightGbmHandle handle = nullptr;

  Dataset(const KcastTreesRows& rows, size_t columns, const char* parameters,
          LightGbmHandle reference) {
    check(LGBM_DatasetCreateFromMat(rows.values, kFloat32, static_cast<int32_t>(rows.rows),
                                    static_cast<int32_t>(columns), 1, parameters, reference,
                                    &handle));
    const auto count = static_cast<int>(rows.rows);
    if (rows.labels != nullptr)
      check(LGBM_DatasetSetField(handle, "label", rows.labels, count, kFloat32));
    if (rows.weights != nullptr)
      check(LGBM_DatasetSetField(handle, "weight", rows.weights, count, kFloat32));
  }
  Dataset(const Dataset&) = delete;
  Dataset& operator=(const Dataset&) = delete;
  ~Dataset() { LGBM_DatasetFree(handle); }
};

struct Booster {
  LightGbmHandle handle = nullptr;

  Booster(const Dataset& train, const char* parameters) {
    check(LGBM_BoosterCreate(train.handle, parameters, &handle));
  }
  Booster(const Booster&) = delete;
  Booster& operator=(const Booster&) = delete;
  ~Booster() { LGBM_BoosterFree(handle); }

  std::string text() const {
    int64_t size = 0;
    check(LGBM_BoosterSaveModelToString(handle, 0, -1, 0, 0, &size, nullptr));
    std::string out(static_cast<size_t>(size), '\0');
    check(LGBM_BoosterSaveModelToString(handle, 0, -1, 0, size, &size, out.data()));
    out.resize(static_cast<size_t>(size) - 1);  // without its end
    return out;
  }
};

// Boosts until the stopping rows gain no more, and takes back what did not help.
int boost(const KcastTreesFit& call, Booster& booster) {
  double best = 0;
  int best_round = 0;
  int round = 0;
  for (int finished = 0; round < call.rounds && finished == 0;) {
    check(LGBM_BoosterUpdateOneIter(booster.handle, &finished));
    ++round;
    double loss = 0;
    int count = 0;
    check(LGBM_BoosterGetEval(booster.handle, 1, &count, &loss));
    if (best_round == 0 || loss < best) {
      best = loss;
      best_round = round;
    }
    if (round - best_round >= call.patience) break;
  }
  for (; round > best_round; --round)
    check(LGBM_BoosterRollbackOneIter(booster.handle));
  return best_round;
}

void fit(const KcastTreesFit& call) {
  const Dataset bins(*call.bins, call.columns, call.parameters, nullptr);
  const Dataset train(*call.fit, call.columns, call.parameters, bins.handle);
  const Dataset stop(*call.stop, call.columns, call.parameters, bins.handle);
  Booster booster(train, call.parameters);
  check(LGBM_BoosterAddValidData(booster.handle, stop.handle));
  const int rounds = boost(call, booster);
  const std::string fitted = booster.text();
  call.round(call.context, fitted.data(), fitted.size());
  for (int tree = 0; tree < rounds; ++tree) {
    const int leaves = call.leaves(call.context, tree);
    for (int leaf = 0; leaf < leaves; ++leaf)
      check(LGBM_BoosterSetLeafValue(booster.handle, tree, leaf,
                                     call.leaf(call.context, tree, leaf)));
  }
  const std::string rounded = booster.text();
  call.model(call.context, rounded.data(), rounded.size());
  std::vector<double> answers(call.stop->rows);
  int64_t count = 0;
  check(LGBM_BoosterPredictForMat(booster.handle, call.stop->values, kFloat32,
                                  static_cast<int32_t>(call.stop->rows),
                                  static_cast<int32_t>(call.columns), 1, kRawScore, 0, -1,
                                  call.parameters, &count, answers.data()));
  call.answers(call.context, answers.data(), answers.size());
}

}  // namespace

extern "C" void kcast_trees_fit(const KcastTreesFit* call) {
  try {
    fit(*call);
  } catch (const Refused&) {
    call->fail(call->context, LGBM_GetLastError());
  } catch (const std::exception& error) {
    call->fail(call->context, error.what());
  }
}
