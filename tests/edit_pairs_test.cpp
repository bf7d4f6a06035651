// Programs before and after an edit (tests/edit_pairs): the predicted change of their time against
// the change that an H200 measured. The table is printed as docs/edit-pairs.md has it.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "predict/tools.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

const std::string kFolder = std::string(KCAST_SOURCE_DIR) + "/tests/edit_pairs";

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Times {
  double before_us = 0;
  double after_us = 0;

  double ratio() const { return after_us / before_us; }
  double change() const { return ratio() - 1; }
};

struct EditPair {
  std::string name;
  std::string edit;
  bool small_on_purpose = false;
  Times measured;
  Times predicted;
  Times analytic;

  // What changes by less than 5 % must be predicted to change by less than 10 %.
  static bool sign_right(const Times& measured, const Times& predicted) {
    if (std::abs(measured.change()) < 0.05) return std::abs(predicted.change()) < 0.10;
    return (measured.change() > 0) == (predicted.change() > 0);
  }
  static bool size_right(const Times& measured, const Times& predicted) {
    return std::abs(predicted.ratio() / measured.ratio() - 1) <= 0.25;
  }
};

// Medians of the launches of the kernels of each side; of several kernels their sum.
std::map<std::string, Times> read_measured() {
  std::map<std::string, Times> out;
  const Json readings = Json::parse(*read_file(kFolder + "/readings.json"));
  for (const Json& reading : readings["readings"]) {
    Times& times = out[reading["pair"]];
    const bool before = reading["side"] == "before";
    (before ? times.before_us : times.after_us) +=
        median(reading["times_us"].get<std::vector<double>>());
  }
  return out;
}

class EditPairs : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto started = predict::start_tools();
    ASSERT_TRUE(started) << started.error().message;
    tools = *std::move(started);
    const std::string file = KCAST_SOURCE_DIR "/data/gpus/h200.json";
    gpu = *gpu_from_json(file, *read_file(file));
    pairs = predict_pairs();
  }
  static void TearDownTestSuite() { tools = {}; }

  static std::vector<EditPair> predict_pairs() {
    std::vector<EditPair> out;
    const std::map<std::string, Times> measured = read_measured();
    for (const Json& row : Json::parse(*read_file(kFolder + "/pairs.json"))) {
      EditPair pair{row["name"], row["edit"], row["small_on_purpose"], {}, {}, {}};
      const auto found = measured.find(pair.name);
      EXPECT_TRUE(found != measured.end()) << pair.name;
      if (found == measured.end()) continue;
      pair.measured = found->second;
      pair.predicted = predict_sides(row, predict::kDefaultPredictor);
      pair.analytic = predict_sides(row, predict::PredictorKind::Analytic);
      out.push_back(pair);
    }
    return out;
  }

  static Times predict_sides(const Json& row, predict::PredictorKind predictor) {
    return {predict_side(row, "before", predictor), predict_side(row, "after", predictor)};
  }

  // Host code settles every launch, and each kernel has one shape.
  static double predict_side(const Json& row, const std::string& side,
                             predict::PredictorKind predictor) {
    const std::string name = row["name"].get<std::string>() + "/" + side + ".cu";
    predict::PredictRequest request;
    request.predictor = predictor;
    request.source.files = {{side + ".cu", *read_file(kFolder + "/" + name)}};
    request.source.working_dir = kFolder;
    request.gpus = {gpu};
    const auto report = predict::predict(request, tools);
    EXPECT_TRUE(report) << name << ": " << report.error().message;
    if (!report) return 0;
    double sum_us = 0;
    std::vector<std::string> kernels;
    for (const predict::LaunchPrediction& launch : report->predictions) {
      EXPECT_TRUE(launch.in_program) << name;
      kernels.push_back(launch.name);
      sum_us += launch.prediction.values.time_us;
    }
    std::sort(kernels.begin(), kernels.end());
    EXPECT_EQ(kernels, row[side].get<std::vector<std::string>>()) << name;
    return sum_us;
  }

  static predict::PredictTools tools;
  static Gpu gpu;
  static std::vector<EditPair> pairs;
};

predict::PredictTools EditPairs::tools;
Gpu EditPairs::gpu;
std::vector<EditPair> EditPairs::pairs;

std::string percent(double change) {
  char text[32];
  std::snprintf(text, sizeof(text), "%+.0f %%", 100 * change);
  return text;
}

std::string microseconds(const Times& times) {
  const auto text = [](double us) {
    char digits[32];
    std::snprintf(digits, sizeof(digits), us < 100 ? "%.3g" : "%.0f", us);
    return std::string(digits);
  };
  return text(times.before_us) + " -> " + text(times.after_us);
}

void print_pair(const EditPair& pair) {
  const bool sign = EditPair::sign_right(pair.measured, pair.predicted);
  const bool size = EditPair::size_right(pair.measured, pair.predicted);
  std::printf("| [%s](../tests/edit_pairs/%s) | %s | %s | %s | %s | %s | %s |\n", pair.name.c_str(),
              pair.name.c_str(), pair.edit.c_str(), microseconds(pair.measured).c_str(),
              percent(pair.measured.change()).c_str(), microseconds(pair.predicted).c_str(),
              percent(pair.predicted.change()).c_str(),
              sign && size ? "" : (sign ? "size" : (size ? "sign" : "sign, size")));
}

// How many pairs are right, by the predictor that `times` names.
struct Totals {
  size_t sign = 0;
  size_t size = 0;
  size_t effective_sign = 0;  // of edits that are meant to change the time
  size_t effective_size = 0;

  Totals(const std::vector<EditPair>& pairs, Times EditPair::* times) {
    for (const EditPair& pair : pairs) {
      const size_t sign_one = EditPair::sign_right(pair.measured, pair.*times) ? 1 : 0;
      const size_t size_one = EditPair::size_right(pair.measured, pair.*times) ? 1 : 0;
      sign += sign_one;
      size += size_one;
      effective_sign += pair.small_on_purpose ? 0 : sign_one;
      effective_size += pair.small_on_purpose ? 0 : size_one;
    }
  }
};

TEST_F(EditPairs, changes_have_the_measured_sign_and_size) {
  std::printf("| pair | edit | measured, us | | predicted, us | | wrong |\n");
  std::printf("|---|---|---:|---:|---:|---:|---|\n");
  for (const EditPair& pair : pairs)
    print_pair(pair);
  const Totals totals(pairs, &EditPair::predicted);
  const Totals analytic(pairs, &EditPair::analytic);
  const auto print_totals = [](const char* name, const Totals& of) {
    std::printf(
        "%s: sign right %zu, size within 25 %% %zu of 40; without the 8 edits that change "
        "nothing %zu, %zu of 32\n",
        name, of.sign, of.size, of.effective_sign, of.effective_size);
  };
  print_totals("default", totals);
  print_totals("analysis alone", analytic);
  ASSERT_EQ(pairs.size(), 40U);
  EXPECT_GE(totals.sign, 37U);
  EXPECT_GE(totals.size, 29U);
}

TEST_F(EditPairs, an_edit_that_changes_nothing_is_predicted_to_change_nothing) {
  for (const EditPair& pair : pairs) {
    const double most = pair.small_on_purpose ? 0.10 : HUGE_VAL;
    EXPECT_LT(std::abs(pair.predicted.change()), most) << pair.name;
  }
}

}  // namespace
}  // namespace kcast
