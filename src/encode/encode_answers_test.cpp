#include "encode/answers.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "encode/encode_test_data.h"

namespace kcast::encode {
namespace {

AnswerSchema schema_of(Template which) {
  return answer_schema(which, triad_kernel(), h200());
}

std::string answer_of(Template which, const BaseQuantities& values = triad_values(),
                      Bound bound = Bound::Bandwidth) {
  return answer_text(schema_of(which), values, bound);
}

TEST(Answers, omniwise_writes_shares_of_table_2) {
  const std::string text = answer_of(Template::Omniwise);
  EXPECT_EQ(text.find("Here are the performance counters for the sm_90 GPU architecture and the "
                      "-O3 --use_fast_math compiler flags combination in JSON format:\n\n"
                      "```json\n{\n  \"compiler_flags\": \"-O3 --use_fast_math\",\n"
                      "  \"architecture\": \"sm_90\",\n"
                      "  \"L1_Cache_Arithmetic_Intensity\": \"0.000\",\n"),
            0U)
      << text;
  EXPECT_TRUE(text.ends_with("  \"L2_Cache_Hit_Rate\": \"0.335\"\n}\n```"));
  const auto json =
      nlohmann::json::parse(text.substr(text.find('{'), text.rfind('}') + 1 - text.find('{')));
  EXPECT_EQ(json["HBM_GFLOPS"], "0.017");                // 209.7152 of 12288
  EXPECT_EQ(json["L2_Fabric_Read_BW"], "0.051");         // 838.8608 of 16384
  EXPECT_EQ(json["L1_Cache_Bandwidth"], "0.077");        // 1258.2912
  EXPECT_EQ(json["HBM_Arithmetic_Intensity"], "0.000");  // 1/6 of 2048
}

TEST(Answers, omniwise_reads_its_own_answer) {
  const auto rounded = parse_answer(Template::Omniwise, answer_of(Template::Omniwise));
  ASSERT_TRUE(rounded) << rounded.error().message;
  EXPECT_EQ(rounded->metrics.size(), 10U);
  EXPECT_NEAR(rounded->metrics.at("gflops"), 0.017 * 12288, 1e-9);
  EXPECT_NEAR(rounded->metrics.at("l2_hit_rate_pct"), 33.5, 1e-9);
  EXPECT_FALSE(rounded->base);
  const auto raw = parse_answer(Template::OmniwiseRaw, answer_of(Template::OmniwiseRaw));
  ASSERT_TRUE(raw) << raw.error().message;
  for (const auto& [name, value] : raw->metrics) {
    const double truth = *metric_value(*find_metric(name), triad_values());
    EXPECT_NEAR(value, truth, 1e-12 * truth) << name;
  }
}

TEST(Answers, what_is_not_defined_is_zero) {
  BaseQuantities nothing;
  nothing.time_us = 1;
  const std::string text = answer_of(Template::Omniwise, nothing);
  EXPECT_NE(text.find("\"HBM_Arithmetic_Intensity\": \"0.000\""), std::string::npos) << text;
}

TEST(Answers, compact_has_every_base_quantity) {
  BaseQuantities values = triad_values();
  values.flops_tensor = 3.14159e18;
  values.time_us = 0.51234;
  const auto read = parse_answer(Template::Compact, answer_of(Template::Compact, values));
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_TRUE(read->base);
  for (const Metric& metric : metrics()) {
    if (metric.base == nullptr) continue;
    const double truth = values.*metric.base;
    EXPECT_NEAR((*read->base).*metric.base, truth, 5e-4 * truth) << metric.name;
  }
}

TEST(Answers, roofline_is_one_word) {
  EXPECT_EQ(answer_of(Template::Roofline), "Bandwidth");
  EXPECT_EQ(answer_of(Template::RooflineFewShot, triad_values(), Bound::Compute), "Compute");
  EXPECT_EQ(parse_answer(Template::Roofline, " Compute.\n")->bound, Bound::Compute);
  EXPECT_EQ(parse_answer(Template::Roofline, "I think so").error().message,
            "the answer 'I think so' is neither Compute nor Bandwidth");
  EXPECT_EQ(answer_of(Template::LlmPerf), "");
}

TEST(Answers, errors_name_the_key) {
  const std::string good = answer_of(Template::Compact);
  const auto error_with = [&](const std::string& what, const std::string& by) {
    std::string text = good;
    text.replace(text.find(what), what.size(), by);
    const auto read = parse_answer(Template::Compact, text);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(error_with("int_ops", "ints"), "the answer lacks 'int_ops'");
  EXPECT_EQ(error_with("1.000e+01", "-1"), "the answer has a negative 'time_us'");
  EXPECT_EQ(error_with("1.000e+01", "\"x1\""),
            "the answer has 'time_us' = 'x1', which is no number");
  EXPECT_EQ(error_with("1.000e+01", "[]"), "the answer has 'time_us' = [], which is no number");
  EXPECT_EQ(error_with("33.5", "133.5"), "");  // cut
  EXPECT_EQ(error_with("{", "("), "the answer has no JSON object");
  EXPECT_EQ(error_with(",", ";"), "the answer is no JSON object");
}

// The slot's part of a text that goes on behind it: the longest whole one.
size_t slot_length(const AnswerSlot& slot, std::string_view text) {
  size_t whole = 0;
  for (size_t length = 1; length <= text.size(); ++length) {
    const SlotFit fit = fit_slot(slot, text.substr(0, length));
    if (fit.whole) whole = length;
    if (!fit.open) break;
  }
  return whole;
}

// A decoder that knows the right answer walks through the steps and is never refused.
TEST(Answers, steps_spell_every_answer) {
  for (const Template which : kTemplates) {
    const std::string text = answer_of(which);
    std::string_view rest = text;
    size_t slots = 0;
    for (const AnswerStep& step : answer_steps(schema_of(which))) {
      ASSERT_TRUE(rest.starts_with(step.forced)) << step.forced << " | " << rest;
      rest.remove_prefix(step.forced.size());
      if (!step.slot) continue;
      const size_t length = slot_length(*step.slot, rest);
      ASSERT_GT(length, 0U) << rest;
      rest.remove_prefix(length);
      ++slots;
    }
    EXPECT_TRUE(rest.empty()) << rest;
    const size_t wanted = which == Template::LlmPerf                 ? 0
                          : text.find('{') == std::string_view::npos ? 1
                                                                     : 12;
    EXPECT_EQ(slots, wanted) << template_name(which);
  }
}

// By hand: text, may end, may go on.
TEST(Answers, slots_take_what_json_takes) {
  struct Case {
    SlotKind kind;
    const char* text;
    bool whole;
    bool open;
  };
  const Case cases[] = {
      {SlotKind::Fixed, "", false, true},
      {SlotKind::Fixed, "0", false, true},
      {SlotKind::Fixed, "0.", false, true},
      {SlotKind::Fixed, "0.12", false, true},
      {SlotKind::Fixed, "0.123", true, false},
      {SlotKind::Fixed, "0.1234", false, false},
      {SlotKind::Fixed, "00", false, false},
      {SlotKind::Fixed, ".1", false, false},
      {SlotKind::Fixed, "-1", false, false},
      {SlotKind::Fixed, "12.500", true, false},
      {SlotKind::Integer, "0", true, true},
      {SlotKind::Integer, "01", false, false},
      {SlotKind::Integer, "105", true, true},
      {SlotKind::Integer, "1.", false, false},
      {SlotKind::Scientific, "1", false, true},
      {SlotKind::Scientific, "1.049e+06", true, false},
      {SlotKind::Scientific, "10", false, false},
      {SlotKind::Scientific, "1.049e06", false, false},
      {SlotKind::Scientific, "1.04e", false, false},
      {SlotKind::Scientific, "1.049e-06", true, false},
      {SlotKind::Scientific, "0", false, true},
      {SlotKind::Scientific, "0.000e+00", true, false},
      {SlotKind::Scientific, "0.001", false, false},
      {SlotKind::Scientific, "0.000e-00", false, false},
      {SlotKind::Decimal, "0.5", true, true},
      {SlotKind::Decimal, "1.3e-05", true, false},
      {SlotKind::Decimal, "1.", false, true},
      {SlotKind::Decimal, "1e", false, true},
      {SlotKind::Decimal, "1e5", false, false},
      {SlotKind::Decimal, "1.e", false, false},
      {SlotKind::Decimal, "e", false, false},
  };
  for (const Case& c : cases) {
    const SlotFit fit = fit_slot({c.kind, 3, {}}, c.text);
    EXPECT_EQ(fit.whole, c.whole) << c.text << " of " << static_cast<int>(c.kind);
    EXPECT_EQ(fit.open, c.open) << c.text << " of " << static_cast<int>(c.kind);
    if (fit.whole) {
      EXPECT_TRUE(nlohmann::json::accept(c.text)) << c.text;
    }
  }
  AnswerSlot count{SlotKind::Scientific, 3, {}};
  count.whole = true;
  EXPECT_TRUE(fit_slot(count, "1.049e+06").whole);
  EXPECT_TRUE(fit_slot(count, "0.000e+00").whole);
  EXPECT_FALSE(fit_slot(count, "1.049e-").open);
  EXPECT_EQ(slot_text(count, 0.4), "0.000e+00");
  EXPECT_EQ(slot_text(count, 0.6), "1.000e+00");
  EXPECT_EQ(slot_text(count, 2.5), "2.500e+00");
  const AnswerSlot word{SlotKind::Choice, 0, {"Compute", "Bandwidth"}};
  EXPECT_TRUE(fit_slot(word, "Band").open);
  EXPECT_TRUE(fit_slot(word, "Compute").whole);
  EXPECT_FALSE(fit_slot(word, "Bond").open);
}

TEST(Answers, numbers_are_texts_of_their_slot) {
  const double values[] = {0,
                           1,
                           0.5,
                           1e-7,
                           1e-30,
                           1e-200,
                           33.5,
                           1048576,
                           1e15,
                           3.2e17,
                           1e300,
                           1.0 / 3,
                           std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN(),
                           -4};
  for (const SlotKind kind :
       {SlotKind::Fixed, SlotKind::Integer, SlotKind::Scientific, SlotKind::Decimal}) {
    for (const double value : values) {
      const AnswerSlot slot{kind, 3, {}};
      const std::string text = slot_text(slot, value);
      EXPECT_TRUE(fit_slot(slot, text).whole) << text;
      EXPECT_TRUE(nlohmann::json::accept(text)) << text;
    }
  }
}

}  // namespace
}  // namespace kcast::encode
