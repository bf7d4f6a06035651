#include "report/predict_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "report/predict_tables.h"
#include "report/predict_test_data.h"
#include "report/roofline_svg.h"
#include "report/si_text.h"
#include "report/text_style.h"

namespace kcast::report {
namespace {

constexpr TextStyle kPlain{.utf8 = false, .color = false, .width = 90};

std::string source_line(const std::string& /*file*/, int64_t line) {
  return line == 12 ? "if (i < n) y[i] = a * x[i] + y[i];" : "";
}

std::string saxpy_text(const TextStyle& style) {
  const Gpu gpu = round_gpu();
  predict::PredictReport report;
  report.predictions = {saxpy_prediction()};
  return render_report_text(report, std::span(&gpu, 1), style, source_line);
}

TEST(SiText, scales_units) {
  EXPECT_EQ(si_text(12345678, "B"), "12.3 MB");
  EXPECT_EQ(si_text(0, "B"), "0 B");
  EXPECT_EQ(si_text(999.96, "B"), "1.00 kB");
  EXPECT_EQ(si_text(4800, "GB/s"), "4.80 TB/s");
  EXPECT_EQ(si_text(0.5, "GB/s"), "500 MB/s");
  EXPECT_EQ(si_text(0.25, "us"), "250 ns");
  EXPECT_EQ(si_text(1500, "us"), "1.50 ms");
  EXPECT_EQ(si_text(99.96, "%"), "100 %");
  EXPECT_EQ(si_text(0.01234, "FLOP/B"), "0.0123 FLOP/B");
}

TEST(SiText, shows_intervals_in_one_unit) {
  EXPECT_EQ(interval_text(950, 1200, "us"), "0.950 to 1.20 ms");
  EXPECT_EQ(interval_text(0.881, 5920, "us"), "881 ns to 5.92 ms");
  EXPECT_EQ(interval_text(0, 5920, "us"), "0 to 5.92 ms");
  EXPECT_EQ(interval_text(5, 5, "us"), "exact");
  EXPECT_EQ(interval_text(5.0001, 5.0002, "us"), "about 5.00 us");
}

TEST(PredictView, shows_a_launch_in_full) {
  EXPECT_EQ(saxpy_text(kPlain), R"(saxpy  saxpy.cu:10  on Round GPU
  launch line 29: 390625 blocks of 256 threads: n=100000000, a=3, x[100000000],
    y[100000000]

  1.50 ms (90 % interval 1.35 to 1.80 ms), bandwidth-bound
  DRAM is the busiest part: 1.45 ms of 1.50 ms (97 %)
  400 Mop of integer work for 1.20 GB of HBM traffic: 0.333 op/B, far left of the ridge at
  2.50 op/B

                     predicted   90 % interval
  time                 1.50 ms   1.35 to 1.80 ms
  compute          133 GFLOP/s   111 to 148 GFLOP/s
    fp32             200 MFLOP   exact
  integer              400 Mop   360 to 440 Mop
  L1 traffic           1.20 GB   exact
    bandwidth         800 GB/s   667 to 889 GB/s
    hit rate               0 %   exact
    intensity     0.167 FLOP/B   exact
  L2 traffic           1.25 GB   1.20 to 1.30 GB
    bandwidth         833 GB/s   667 to 963 GB/s
    hit rate            33.3 %   30.0 to 36.0 %
    intensity     0.160 FLOP/B   0.154 to 0.167 FLOP/B
  HBM read              800 MB   exact
    bandwidth         533 GB/s   444 to 593 GB/s
  HBM write             400 MB   exact
    bandwidth         267 GB/s   222 to 296 GB/s
  HBM intensity   0.167 FLOP/B   exact

     100 T |
           |
           |                                                   fp32 10.0 TFLOP/s
      10 T |                                  ..................................
           |                             .....  .....      .....
           |                        .....  .....      .....
           |                    ....  .....      .....
       1 T |               .....  ....      .....
           |          .....  .....      ....
           |     .....  .....      .....
     100 G |..L1.  .....      ..@..
           |  L2...      .....
           |..      .....
           |    HBM.
      10 G |....
    FLOP/s +--------------------------------------------------------------------
            0.01             0.1              1               10               100  FLOP/B
            @ HBM 0.167   x L2 0.160   o L1 0.167 FLOP/B at 133 GFLOP/s
            roofs: HBM 900 GB/s (measured), L2 4.00 TB/s, L1 10.0 TB/s, fp32 10.0 TFLOP/s

  what takes the time (busy time of each part, % of the total; parts overlap)
    DRAM         1.45 ms   97 %  ######################################################
    issue         300 us   20 %  ###########
    fp32 pipe    30.0 us    2 %  #

  occupancy
    8 blocks of 8 warps per SM: 100 % of its warp slots, limited by warps; 488 waves;
    about 16 registers per thread

  why
    line 12 | if (i < n) y[i] = a * x[i] + y[i];
      - reads x and y once, 4 sectors per request
    no reuse

  notes
    - registers are estimated
)");
}

TEST(PredictView, draws_with_braille_and_colours_on_a_terminal_that_has_them) {
  const std::string text = saxpy_text({.utf8 = true, .color = true, .width = 90});
  EXPECT_NE(text.find("\u2502"), std::string::npos);
  EXPECT_NE(text.find("\x1b[1;31m\u25cf\x1b[0m HBM 0.167"), std::string::npos);
  for (const char c : saxpy_text(kPlain))
    ASSERT_TRUE(c == '\n' || (c >= ' ' && c < 127));
}

TEST(PredictView, fits_the_width_of_the_terminal) {
  for (const size_t width : {80U, 100U, 120U}) {
    for (const std::string& line : split(saxpy_text({.width = width}), '\n')) {
      EXPECT_LE(line.size(), width) << line;
    }
  }
}

// The lines of the verdict, for a launch that `change` made different.
template <typename Change>
std::string verdict_of(Change change) {
  predict::LaunchPrediction entry = saxpy_prediction();
  change(entry);
  const std::string text = render_launch_text(entry, round_gpu(), {.width = 200}, nullptr);
  const size_t begin = text.find("\n\n") + 2;
  return text.substr(begin, text.find("\n\n", begin) - begin);
}

TEST(PredictView, explains_the_class_by_the_ridge) {
  // 1.2 GB at a ridge of 10 FLOP/B.
  EXPECT_NE(
      verdict_of([](auto& entry) { entry.prediction.values.flops_fp32 = 9.6e10; })
          .find("96.0 GFLOP of fp32 work for 1.20 GB of HBM traffic: 80.0 FLOP/B, far right of "
                "the ridge at 10.0 FLOP/B"),
      std::string::npos);
  EXPECT_NE(verdict_of([](auto& entry) {
              entry.prediction.values.flops_fp32 = 1.14e10;
              entry.prediction.near_ridge = true;
            }).find(": 9.50 FLOP/B, just left of the ridge at 10.0 FLOP/B, so the class may tip"),
            std::string::npos);
  EXPECT_NE(verdict_of([](auto& entry) {
              entry.prediction.values.hbm_read_bytes = entry.prediction.values.hbm_write_bytes = 0;
            }).find("200 MFLOP of fp32 work and no HBM traffic"),
            std::string::npos);
  EXPECT_NE(verdict_of([](auto& entry) {
              entry.prediction.values.flops_fp32 = entry.prediction.values.int_ops = 0;
            }).find("No fp32, fp64 or integer work, 1.20 GB of HBM traffic"),
            std::string::npos);
}

TEST(PredictView, names_the_busiest_part_in_a_sentence) {
  const auto sentence = [](const char* term) {
    const TimePart part = time_part(term).value();
    return split(verdict_of([&](auto& entry) { entry.prediction.bottleneck[0].part = part; }),
                 '\n')[1];
  };
  EXPECT_EQ(sentence("latency"),
            "  Waiting for results (latency) takes longest: 1.45 ms of 1.50 ms (97 %)");
  EXPECT_EQ(sentence("fp32 pipe"),
            "  The fp32 pipe is the busiest part: 1.45 ms of 1.50 ms (97 %)");
  EXPECT_EQ(sentence("atomics on one address"),
            "  Atomics on one address take longest: 1.45 ms of 1.50 ms (97 %)");
}

TEST(PredictView, puts_the_reasons_of_a_line_together) {
  predict::LaunchPrediction entry = saxpy_prediction();
  entry.prediction.reasons = {{"saxpy.cu", 12, "first", 0.5},
                              {"util.h", 3, "elsewhere", 0.3},
                              {"saxpy.cu", 12, "second", 0.2}};
  const std::string text = render_launch_text(entry, round_gpu(), kPlain, source_line);
  EXPECT_NE(text.find("    line 12 | if (i < n) y[i] = a * x[i] + y[i];\n"
                      "      - first\n"
                      "      - second\n"
                      "    util.h:3\n"
                      "      - elsewhere\n"),
            std::string::npos)
      << text;
}

TEST(PredictView, survives_a_prediction_of_nothing) {
  predict::LaunchPrediction entry;
  entry.name = "idle";
  entry.prediction.gpu = "round";
  entry.prediction.bound = Bound::Bandwidth;
  const std::string text = render_launch_text(entry, round_gpu(), kPlain, nullptr);
  EXPECT_NE(text.find("time                    0 us   exact"), std::string::npos) << text;
}

// A language model that answers Omniwise's question says neither time nor class, and no interval.
TEST(PredictView, shows_what_a_model_said_and_no_more) {
  predict::LaunchPrediction entry = saxpy_prediction();
  Prediction& p = entry.prediction;
  const double unknown = std::nan("");
  p.values = {unknown, unknown, unknown, unknown, unknown, unknown,
              unknown, unknown, unknown, unknown, 12.5,    25};
  p.low = p.high = p.values;
  p.coverage = 0;
  p.bound = Bound::None;
  p.bottleneck = {};
  entry.stated = {{"gflops", 100}, {"hbm_arithmetic_intensity", 0.5}};
  const std::string text = render_launch_text(entry, round_gpu(), kPlain, nullptr);
  EXPECT_NE(text.find("\n  time not said, class not said\n\n"), std::string::npos) << text;
  EXPECT_NE(text.find("compute          100 GFLOP/s\n"), std::string::npos) << text;
  EXPECT_NE(text.find("HBM intensity   0.500 FLOP/B\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("nan"), std::string::npos) << text;
  EXPECT_EQ(text.find("interval"), std::string::npos) << text;
  EXPECT_EQ(text.find("exact"), std::string::npos) << text;
  predict::PredictReport report;
  report.predictions = {entry, saxpy_prediction()};
  const std::string table = render_summary_text(report, kPlain);
  EXPECT_EQ(table.find("nan"), std::string::npos) << table;
  EXPECT_EQ(render_report_csv(report, {}).find("nan"), std::string::npos);
}

TEST(PredictTables, ranks_the_best_first) {
  predict::PredictReport report;
  report.predictions = {saxpy_prediction(), faster_prediction()};
  const Metric& time = *find_metric("time_us");
  sort_by_metric(report, time);
  EXPECT_EQ(render_ranking_text(report, time, kPlain),
            "        time         interval  vs best  class      busiest  kernel  launch         "
            "file\n"
            "  1  1.20 ms  1.10 to 1.30 ms    1.00x  bandwidth  DRAM     saxpy4  390625 of 256  "
            "saxpy4.cu\n"
            "  2  1.50 ms  1.35 to 1.80 ms    1.25x  bandwidth  DRAM     saxpy   390625 of 256  "
            "saxpy.cu\n");
  sort_by_metric(report, *find_metric("gflops"));
  EXPECT_EQ(report.predictions[0].name, "saxpy4");
}

TEST(PredictTables, marks_gpus_that_were_never_validated) {
  predict::PredictReport report;
  report.predictions = {saxpy_prediction(), saxpy_prediction()};
  report.predictions[1].prediction.gpu = "other";
  report.predictions[1].prediction.values.time_us = 3000;
  report.predictions[1].validated = false;
  const std::string text = render_gpus_comparison(report, kPlain);
  EXPECT_NE(text.find("  round    1.50 ms"), std::string::npos) << text;
  EXPECT_NE(text.find("  other *  3.00 ms  1.35 to 1.80 ms    2.00x"), std::string::npos) << text;
  EXPECT_NE(text.find("* predictions for this GPU were never validated"), std::string::npos);
}

TEST(PredictTables, writes_csv_with_every_metric) {
  const Gpu gpu = round_gpu();
  predict::PredictReport report;
  report.predictions = {saxpy_prediction()};
  report.predictions[0].name = "k<int, 4>";
  const std::vector<std::string> lines = split(render_report_csv(report, std::span(&gpu, 1)), '\n');
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(
      lines[1].starts_with("\"k<int, 4>\",saxpy.cu,10,round,yes,,390625,1,1,256,1,1,0,1,1,"
                           "bandwidth-bound,no,DRAM,1500,1350,1800,0,0,0,"))
      << lines[1];
  // Only the quoted comma is one too many.
  EXPECT_EQ(split(lines[0], ',').size() + 1, split(lines[1], ',').size());
  EXPECT_EQ(split(lines[0], ',').size(), 18 + 3 * metrics().size());
}

TEST(PredictTables, shows_what_changed) {
  predict::PredictReport before;
  before.predictions = {saxpy_prediction()};
  predict::PredictReport after;
  after.predictions = {faster_prediction()};
  const predict::Comparison comparison = predict::compare(before, after);
  const std::string text = render_comparison_text(comparison, kPlain);
  EXPECT_NE(text.find("saxpy -> saxpy4 on round\n"), std::string::npos);
  EXPECT_NE(text.find("  time_us                        1.50 ms       1.20 ms  -20.0 %\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("  int_ops                        400 Mop       100 Mop  -75.0 %\n"),
            std::string::npos)
      << text;
  const auto json = nlohmann::json::parse(render_comparison_json(comparison, {}));
  EXPECT_DOUBLE_EQ(json["changes"][0]["metrics"]["time_us"]["change"].get<double>(), -0.2);
}

// Every tag that is opened is closed, in order.
bool is_well_formed(const std::string& text) {
  std::vector<std::string> open;
  for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    const size_t end = text.find('>', at);
    if (end == std::string::npos) return false;
    const std::string tag = text.substr(at + 1, end - at - 1);
    if (tag.ends_with('/')) continue;
    const std::string name = tag.substr(0, tag.find(' '));
    if (name[0] != '/') {
      open.push_back(name);
    } else if (open.empty() || open.back() != name.substr(1)) {
      return false;
    } else {
      open.pop_back();
    }
  }
  return open.empty();
}

TEST(RooflineSvg, is_well_formed_whatever_the_kernel_is_called) {
  predict::Roofline roofline = *predict::make_roofline(saxpy_prediction(), round_gpu());
  roofline.name = "k<a & b, \"c\">\x01";
  const std::string svg = render_roofline_svg(std::span(&roofline, 1));
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_NE(svg.find("k&lt;a &amp; b, &quot;c&quot;&gt; on Round GPU"), std::string::npos);
  EXPECT_FALSE(is_well_formed("<a><b></a></b>"));
}

TEST(RooflineSvg, puts_points_where_the_logarithm_says) {
  const predict::Roofline roofline = *predict::make_roofline(saxpy_prediction(), round_gpu());
  // Four decades each: 0.01 to 100 FLOP/B, 10 GFLOP/s to 100 TFLOP/s.
  EXPECT_EQ(plot_range(roofline), (PlotRange{-2, 2, 1, 5}));
  const std::string svg = render_roofline_svg(std::span(&roofline, 1));
  // x = 84 + 676 (2 + log10(1/6)) / 4, y = 500 - 428 (log10(133.3) - 1) / 4.
  EXPECT_NE(svg.find("data-level=\"HBM\" cx=\"290.5\" cy=\"379.6\""), std::string::npos) << svg;
  // 0.16 FLOP/B at L2: x = 287.5, less half the square.
  EXPECT_NE(svg.find("data-level=\"L2\" x=\"282.5\" y=\"374.6\""), std::string::npos);
  // HBM at 1000 GB/s: from 10 GFLOP/s at 0.01 to 10 TFLOP/s at 10; measured at 900.
  EXPECT_NE(svg.find("class=\"roof nominal\" x1=\"84.0\" y1=\"500.0\" x2=\"591.0\" y2=\"179.0\""),
            std::string::npos);
  EXPECT_NE(svg.find("class=\"roof\" x1=\"91.7\" y1=\"500.0\""), std::string::npos);
}

TEST(Terminal, decides_by_locale_and_environment) {
  std::map<std::string, const char*> variables = {{"LANG", "en_US.UTF-8"}, {"TERM", "xterm"}};
  const Environment lookup = [&](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second;
  };
  TextStyle style = text_style(true, 132, lookup);
  EXPECT_TRUE(style.utf8);
  EXPECT_TRUE(style.color);
  EXPECT_EQ(style.width, 120U);
  style = text_style(false, 132, lookup);
  EXPECT_FALSE(style.utf8 || style.color);
  EXPECT_EQ(style.width, 100U);
  variables["NO_COLOR"] = "1";
  variables["LC_ALL"] = "C";
  style = text_style(true, 10, lookup);
  EXPECT_FALSE(style.utf8 || style.color);
  EXPECT_EQ(style.width, 60U);
}

}  // namespace
}  // namespace kcast::report
