#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "dataset/noise.h"
#include "dataset/plausible.h"
#include "dataset/sample_tables.h"
#include "dataset/summary.h"

namespace kcast::dataset {
namespace {

// 2^20 elements of a[i] = b[i] + s * c[i] in 10 us.
Row triad_row(const std::string& recipe, const std::string& family) {
  Row row;
  row.kernel = {recipe, "cuda", family, std::string(64, 'a')};
  row.launch = "n=1048576 .block=256 .seed=1";
  row.gpu = "h200";
  row.collector = "cuda";
  BaseQuantities& base = row.reading.values;
  base.time_us = 10;
  base.flops_fp32 = 2.0 * (1 << 20);
  base.l1_bytes = 12.0 * (1 << 20);
  base.l2_bytes = 12.0 * (1 << 20);
  base.hbm_read_bytes = 8.0 * (1 << 20);
  base.hbm_write_bytes = 4.0 * (1 << 20);
  base.l2_hit_rate_pct = 33.5;
  row.reading.sm_clock_mhz = 1980;
  row.reading.memory_clock_mhz = 3201;
  row.reading.registers = 16;
  return row;
}

void add_label(SampleSet& set, const Row& row, double spread = 0.01) {
  set.labels.push_back(row);
  set.numbers.push_back({5, spread, 4096, 256, 0, 12 << 20});
}

const SplitRules& rules() {
  static const Result<SplitRules> read = SplitRules::current();
  return *read;
}

TEST(NoiseFloors, are_quantiles_of_pairs) {
  SampleSet set;
  // Ten pairs of 100 and 100 + 2 i: relative spreads are 2 i / (100 + i).
  for (int i = 0; i <= 10; ++i) {
    Row row = triad_row("syn-1:" + std::to_string(i), "f");
    row.reading.values.l1_hit_rate_pct = 10;
    row.reading.values.time_us = 100;
    add_label(set, row);
    row.attempt = 1;
    row.reading.values.time_us = 100 + 2 * i;
    row.reading.values.l1_hit_rate_pct = 10 - i;
    set.repeats.push_back(row);
  }
  Row lonely = triad_row("syn-1:none", "f");
  lonely.attempt = 1;
  set.repeats.push_back(lonely);
  Row time_alone = triad_row("syn-1:time", "f");
  time_alone.reading.values = {.time_us = 100};
  add_label(set, time_alone);
  set.repeats.push_back(time_alone);

  const std::vector<NoiseFloor> floors = noise_floors(set);
  ASSERT_EQ(floors.size(), metrics().size());
  const NoiseFloor& time = floors[0];
  EXPECT_EQ(time.metric->name, "time_us");
  EXPECT_EQ(time.pairs, 12U);  // the eleven, and 100 beside 100
  EXPECT_NEAR(time.absolute_p90, 17.8, 1e-9);
  EXPECT_NEAR(time.relative_p50, (2 * 4.0 / 104 + 2 * 5.0 / 105) / 2, 1e-9);
  const NoiseFloor& l1 = floors[1];
  EXPECT_EQ(l1.pairs, 11U);
  EXPECT_NEAR(l1.absolute_p90, 9, 1e-9);
  const NoiseFloor& bytes = floors[16];
  EXPECT_EQ(bytes.metric->name, "l1_bytes");
  EXPECT_EQ(bytes.relative_p90, 0);
  const auto json = nlohmann::json::parse(noise_json(floors));
  EXPECT_EQ(json["metrics"]["time_us"]["pairs"], 12);
  EXPECT_NEAR(json["metrics"]["l1_hit_rate_pct"]["absolute_p90"], 9, 1e-9);
}

const RuleReport& report_of(const std::vector<RuleReport>& reports, const std::string& word) {
  for (const RuleReport& report : reports) {
    if (report.rule.find(word) != std::string::npos) return report;
  }
  throw std::runtime_error("no rule with '" + word + "'");
}

Gpu small_gpu() {
  Gpu gpu;
  gpu.id = "h200";
  gpu.units = {100, 4, 32};
  gpu.clocks.boost_mhz = 1000;
  gpu.rates.warp_instructions = 4;
  gpu.peaks.fp32_gflops = 1000;
  gpu.bandwidth = {0, 5000, 2000, std::nullopt, 1250};
  return gpu;
}

TEST(Plausible, each_rule_finds_what_breaks_it) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto broken = [](double BaseQuantities::* member, double value) {
    Row row = triad_row("syn-1:bad", "f");
    row.reading.values.*member = value;
    return row;
  };
  const Gpu gpu = small_gpu();
  const FindGpu find = [&gpu](const std::string& id) { return id == gpu.id ? &gpu : nullptr; };
  struct Case {
    const char* rule;
    Row row;
    const char* example;
  };
  const Case cases[] = {
      {"is a number", broken(&BaseQuantities::l2_bytes, nan), "l2_bytes is no number"},
      {"is a number", broken(&BaseQuantities::time_us, nan), "time_us is no number"},
      {"negative", broken(&BaseQuantities::int_ops, -4), "int_ops is -4"},
      {"negative", broken(&BaseQuantities::time_us, 0), "time_us is 0"},
      {"hit rates", broken(&BaseQuantities::l1_hit_rate_pct, 100.2), "l1_hit_rate_pct is 100.2"},
      // 1100 GFLOP/s are allowed by 10 % of tolerance, 1101 are not.
      {"roof", broken(&BaseQuantities::flops_fp32, 1.101e7), "fp32 at 1101 G/s, its roof is 1000"},
      {"roof", broken(&BaseQuantities::hbm_read_bytes, 9.6e6), "HBM at 1379 G/s, its roof is 1250"},
      // 100 units x 4 x 32 lanes at 1 GHz
      {"roof", broken(&BaseQuantities::int_ops, 1.5e8), "integer at 1.5e+04 G/s, its roof is"},
  };
  for (const Case& c : cases) {
    SampleSet set;
    add_label(set, triad_row("syn-1:good", "f"));
    set.labels[0].reading.values.flops_fp32 = 1.0999e7;
    add_label(set, c.row);
    const std::vector<RuleReport> reports = check_rows(set, find, 0.1);
    const RuleReport& report = report_of(reports, c.rule);
    EXPECT_EQ(report.checked, 2U) << c.example;
    EXPECT_EQ(report.broken, 1U) << c.example;
    ASSERT_EQ(report.examples.size(), 1U) << c.example;
    EXPECT_EQ(report.examples[0].find("syn-1:bad cuda n=1048576 .block=256 .seed=1: " +
                                      std::string(c.example)),
              0U)
        << report.examples[0];
  }
}

TEST(Plausible, sectors_that_are_used_in_part_are_no_data) {
  // 5000 GB/s of data for 10 us. Rows of 128 bytes that begin within a sector touch five sectors.
  Gpu gpu = small_gpu();
  const FindGpu find = [&gpu](const std::string&) { return &gpu; };
  const auto broken = [&find](double bytes) {
    SampleSet set;
    add_label(set, triad_row("syn-1:good", "f"));
    set.labels[0].reading.values.l1_bytes = bytes;
    return report_of(check_rows(set, find, 0.1), "roof").broken;
  };
  gpu.vendor = "nvidia";
  EXPECT_EQ(broken(1.25 * 5e7), 0U);
  EXPECT_EQ(broken(1.37 * 5e7), 0U);
  EXPECT_EQ(broken(1.38 * 5e7), 1U);
  gpu.vendor = "amd";
  EXPECT_EQ(broken(1.25 * 5e7), 1U);
}

TEST(Plausible, what_halves_of_l2_pass_to_each_other_is_not_asked_for) {
  // A stencil on an H200, which read 10.5 TB/s where loads get 9.24 TB/s.
  Gpu gpu = small_gpu();
  gpu.bandwidth = {0, 40000, 9238, std::nullopt, 4800};
  const FindGpu find = [&gpu](const std::string&) { return &gpu; };
  SampleSet set;
  add_label(set, triad_row("motif-1:stencil/naive:1", "motif-1:stencil"));
  BaseQuantities& values = set.labels[0].reading.values;
  values.time_us = 52.384;
  values.l2_bytes = 551'882'752;
  values.hbm_read_bytes = 57'740'032;
  values.hbm_write_bytes = 35'872'256;
  gpu.l2.partitions = 2;
  EXPECT_EQ(report_of(check_rows(set, find, 0.1), "roof").broken, 0U);
  gpu.l2.partitions = 1;
  EXPECT_EQ(report_of(check_rows(set, find, 0.1), "roof").broken, 1U);
}

TEST(Plausible, what_is_right_breaks_nothing) {
  SampleSet set;
  add_label(set, triad_row("syn-1:good", "f"));
  Row unknown = triad_row("syn-1:elsewhere", "f");
  unknown.gpu = "another";
  unknown.reading.values.flops_fp32 = 1e12;
  add_label(set, unknown);
  Row time_alone = triad_row("syn-1:time", "f");
  time_alone.reading.values = {.time_us = 5};
  add_label(set, time_alone);
  const Gpu gpu = small_gpu();
  const FindGpu find = [&gpu](const std::string& id) { return id == gpu.id ? &gpu : nullptr; };
  for (const RuleReport& report : check_rows(set, find, 0.1))
    EXPECT_EQ(report.broken, 0U) << report.rule;
  EXPECT_EQ(report_of(check_rows(set, find, 0.1), "roof").checked, 1U);
  set.repeats.push_back(set.labels[0]);
  EXPECT_EQ(report_of(check_rows(set, find, 0.1), "twice").broken, 1U);
}

TEST(Summary, counts_groups_classes_and_failures) {
  SampleSet set;
  add_label(set, triad_row("syn-1:1", "syn-1:1"));
  add_label(set, triad_row("syn-1:1+5", "syn-1:1"), 0.11);
  Row motif = triad_row("motif-1:stencil/naive:1", "motif-1:stencil");
  motif.kernel.language = "opencl";
  motif.reading.values.flops_fp32 = 0;
  add_label(set, motif);
  motif.launch = "n=7";
  add_label(set, motif);
  set.failures.push_back({triad_row("syn-1:2", "syn-1:2").kernel, "n=1", {"timeout", ""}});
  const Classify classify = [](const BaseQuantities& values, const std::string&) {
    return RowClass{values.flops_fp32 > 0, false};
  };
  const SetSummary summary = summarize(set, rules(), classify);
  EXPECT_EQ(summary.all, (GroupCount{4, 3, 2}));
  EXPECT_EQ(summary.by_source.at("syn"), (GroupCount{2, 2, 1}));
  EXPECT_EQ(summary.by_source.at("motif"), (GroupCount{2, 1, 1}));
  EXPECT_EQ(summary.by_language.at("opencl"), (GroupCount{2, 1, 1}));
  EXPECT_EQ(summary.by_reader.at("cuda on h200").launches, 4U);
  EXPECT_EQ(summary.failures.at("timeout"), 1U);
  EXPECT_EQ(summary.classes.compute, 2U);
  EXPECT_EQ(summary.classes.bandwidth, 2U);
  EXPECT_EQ(summary.unsteady, 1U);
  EXPECT_EQ(summary.by_side.at("motif"), (std::array<size_t, 3>{2, 0, 2}));
  EXPECT_EQ(summary.quantiles[0].name, "time_us");
  EXPECT_EQ(summary.quantiles[0].at[3], 10);
}

TEST(SampleTables, come_back_as_they_were) {
  SampleSet set;
  add_label(set, triad_row("syn-1:2", "syn-1:2"), 0.0123);
  add_label(set, triad_row("syn-1:1", "syn-1:1"));
  set.labels[1].reading.values.int_ops = 9007199254740991.0;
  set.labels[1].reading.values.hbm_read_bytes = std::numeric_limits<double>::quiet_NaN();
  Row repeat = triad_row("syn-1:1", "syn-1:1");
  repeat.attempt = 2;
  set.repeats.push_back(repeat);
  set.failures.push_back(
      {triad_row("syn-1:3", "syn-1:3").kernel, "n=1", {"compile", "no"}, "h200", "cuda"});
  set.runs.push_back({.collector = "cuda", .gpu = "h200", .driver = "570", .started = "2026"});
  sort_samples(set);
  EXPECT_EQ(set.labels[0].kernel.recipe, "syn-1:1");

  SampleSet back;
  for (const Table& table :
       {launches_table(set, rules()), repeats_table(set), failures_table(set)}) {
    const Status added = add_table(table, back);
    ASSERT_TRUE(added) << added.error().message;
  }
  ASSERT_EQ(back.labels.size(), 2U);
  EXPECT_EQ(back.labels[0].reading.values.int_ops, 9007199254740991.0);
  EXPECT_TRUE(std::isnan(back.labels[0].reading.values.hbm_read_bytes));
  EXPECT_EQ(back.labels[1].kernel, set.labels[1].kernel);
  EXPECT_EQ(back.labels[1].launch, set.labels[1].launch);
  EXPECT_EQ(back.labels[1].gpu, "h200");
  EXPECT_NEAR(back.labels[1].reading.values.l2_hit_rate_pct, 33.5, 1e-5);
  EXPECT_NEAR(back.numbers[1].spread, 0.0123, 1e-7);
  EXPECT_EQ(back.numbers[1].blocks, 4096);
  EXPECT_EQ(back.numbers[1].buffer_bytes, 12 << 20);
  ASSERT_EQ(back.repeats.size(), 1U);
  EXPECT_EQ(back.repeats[0].attempt, 2);
  EXPECT_EQ(back.repeats[0].reading.values, repeat.reading.values);
  ASSERT_EQ(back.failures.size(), 1U);
  EXPECT_EQ(back.failures[0].failure.reason, "compile");
  EXPECT_EQ(back.failures[0].collector, "cuda");

  EXPECT_EQ(back.runs, set.runs);
  const Table table = launches_table(set, rules());
  const auto sides = text_column(table, "split_family");
  ASSERT_TRUE(sides);
  EXPECT_EQ(**sides, (std::vector<std::string>{"train", "train"}));
}

TEST(SampleSets, keep_the_first_of_two_readings_of_a_launch) {
  SampleSet set;
  add_label(set, triad_row("syn-1:2", "syn-1:2"), 0.25);
  add_label(set, triad_row("syn-1:1", "syn-1:1"));
  add_label(set, triad_row("syn-1:2", "syn-1:2"), 0.5);
  set.labels[2].reading.values.time_us += 1;
  Row repeat = triad_row("syn-1:1", "syn-1:1");
  repeat.attempt = 1;
  set.repeats = {repeat, repeat};
  sort_samples(set);
  ASSERT_EQ(set.labels.size(), 2U);
  ASSERT_EQ(set.numbers.size(), 2U);
  EXPECT_EQ(set.labels[1].kernel.recipe, "syn-1:2");
  EXPECT_EQ(set.labels[1].reading.values.time_us,
            triad_row("syn-1:2", "syn-1:2").reading.values.time_us);
  EXPECT_EQ(set.numbers[1].spread, 0.25);
  EXPECT_EQ(set.repeats.size(), 1U);
}

TEST(SampleTables, what_lacks_a_column_says_which) {
  Table table = launches_table({}, rules());
  table.columns.pop_back();
  SampleSet set;
  const Status added = add_table(table, set);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().message, "there is no column 'memory_clock_mhz'");
}

TEST(SampleTables, whole_numbers_are_numbers) {
  SampleSet set;
  add_label(set, triad_row("syn-1:1", "syn-1:1"));
  Table table = launches_table(set, rules());
  for (Column& column : table.columns) {
    if (column.name == "registers") column.values = std::vector<float>{NAN};
  }
  SampleSet back;
  const Status added = add_table(table, back);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().message, "column 'registers' has a value that is no whole number");
}

TEST(SampleSets, are_told_by_what_is_in_the_files) {
  const auto dir = TempDir::make("samples");
  const auto missing = read_samples(dir->path() / "none", dir->path());
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("there is no data set"), std::string::npos);
  EXPECT_NE(read_samples(dir->path(), dir->path()).error().message.find("has neither stores nor"),
            std::string::npos);
  ASSERT_TRUE(write_file(dir->path() / "notes.txt", "hello"));
  EXPECT_NE(read_samples(dir->path() / "notes.txt", dir->path()).error().message.find("is neither"),
            std::string::npos);
  {
    auto store = Store::open(dir->path() / "readings");
    const auto run = store->begin_run({.collector = "cuda", .gpu = "h200"});
    const Row row = triad_row("syn-1:1", "syn-1:1");
    StoredReading stored = {row.kernel, row.launch, 0, row.reading};
    stored.reading.times_us = {9, 10, 11};
    ASSERT_TRUE(store->add(*run, {&stored, 1}, {}));
  }
  const auto set = read_samples(dir->path(), dir->path());
  ASSERT_TRUE(set) << set.error().message;
  ASSERT_EQ(set->labels.size(), 1U);
  EXPECT_EQ(set->numbers[0].repeats, 3);
  EXPECT_NEAR(set->numbers[0].spread, 0.2, 1e-12);
  EXPECT_EQ(set->runs.size(), 1U);
}

}  // namespace
}  // namespace kcast::dataset
