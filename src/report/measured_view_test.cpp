// Times over sizes as text, picture, JSON and CSV, on numbers that are easy to follow.
#include "report/measured_view.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace kcast::report {
namespace {

FileRow row_of(int64_t size, int64_t local, double measured_us, double predicted_us) {
  FileRow row;
  row.size = size;
  row.local = {local, 1, 1};
  row.launch.grid = {size / local, 1, 1};
  row.launch.block = row.local;
  if (measured_us > 0) {
    row.reading.emplace();
    row.reading->values.time_us = measured_us;
    row.reading->times_us = {measured_us * 0.9, measured_us, measured_us * 1.1};
  }
  if (predicted_us > 0) {
    row.prediction.emplace();
    row.prediction->values.time_us = predicted_us;
    row.prediction->low.time_us = predicted_us / 2;
    row.prediction->high.time_us = predicted_us * 2;
  }
  return row;
}

// Four times as long as predicted at the larger size, so that it leaves the interval.
FileReport report() {
  FileReport out;
  out.kernel = "k";
  out.file = "k.cl";
  out.collector = "opencl";
  out.device = "Some GPU";
  out.gpu = "h200";
  out.gpu_name = "NVIDIA H200";
  out.is_same_device = true;
  out.repeats = 3;
  out.rows = {row_of(1000, 50, 10, 8), row_of(100000, 50, 1000, 250), row_of(100000, 100, 0, 200)};
  out.rows[2].failure = {"crash", "the worker ended"};
  return out;
}

// The first line that begins so, with one blank between its words.
std::string line_of(const std::string& text, const std::string& start) {
  for (const std::string& line : split(text, '\n')) {
    const std::string words = join(split_words(line), " ");
    if (words.starts_with(start)) return words;
  }
  return "";
}

TEST(CollectFileView, ratio_and_error_compare_with_what_was_measured) {
  const std::string text = render_file_text(report(), {});
  EXPECT_EQ(line_of(text, "1000 "), "1000 50 20 10.0 us 20 % 8.00 us 4.00 to 16.0 us 0.800 -20 %");
  EXPECT_EQ(line_of(text, "100000 50"),
            "100000 50 2000 1.00 ms 20 % 250 us 125 to 500 us 0.250 -75 %");
  EXPECT_NE(text.find("1 launch, crash: the worker ended"), std::string::npos);
  EXPECT_NE(text.find("median error 47.5 %; 1 of 2 measured times"), std::string::npos) << text;
}

TEST(CollectFileView, other_devices_are_not_compared) {
  FileReport other = report();
  other.is_same_device = false;
  const std::string text = render_file_text(other, {});
  EXPECT_EQ(line_of(text, "1000 "), "1000 50 20 10.0 us 20 % 8.00 us 4.00 to 16.0 us");
  EXPECT_NE(text.find("another device"), std::string::npos);
  EXPECT_EQ(text.find("median error"), std::string::npos);
  other.gpu.clear();
  for (FileRow& row : other.rows)
    row.prediction.reset();
  EXPECT_EQ(line_of(render_file_text(other, {}), "1000 "), "1000 50 20 10.0 us 20 %");
}

TEST(CollectFileView, counters_stand_beside_their_predictions) {
  FileReport counted = report();
  counted.rows[0].reading->values.hbm_read_bytes = 50000;  // in 10 us: 5 GB/s
  counted.rows[0].reading->values.l1_hit_rate_pct = 25;
  counted.rows[0].prediction->values.hbm_read_bytes = 16000;  // in 8 us: 2 GB/s
  const std::string text = render_file_text(counted, {});
  EXPECT_EQ(line_of(text, "1000 50 measured"),
            "1000 50 measured 25.0 % 0 % 5.00 GB/s 0 B/s 0 FLOP/s");
  EXPECT_EQ(line_of(text, "predicted 0"), "predicted 0 % 0 % 2.00 GB/s 0 B/s 0 FLOP/s");
  EXPECT_EQ(render_file_text(report(), {}).find("HBM read"), std::string::npos);
}

TEST(CollectFileView, points_lie_where_their_logarithms_are) {
  LogPlot plot;
  plot.x_name = "size";
  plot.y_name = "time";
  plot.y_unit = "us";
  plot.series = {{"first", {{1e3, 1}, {1e5, 1e4}}, {{1e4, 100}}}, {"second", {{1e5, 1e4}}, {}}};
  const std::vector<std::string> lines = split(plot_log(plot, {}), '\n');
  ASSERT_GT(lines.size(), 17U);
  const size_t left = lines[0].find('|') + 1;
  const size_t right = lines[16].rfind('-');
  EXPECT_EQ(lines[0].find('*'), right);  // two measured points at the upper right
  EXPECT_EQ(lines[15].find('A'), left);
  EXPECT_TRUE(trim(lines[0]).starts_with("10 ms |"));
  EXPECT_TRUE(trim(lines[15]).starts_with("1 us |"));
  size_t found = 0;
  for (size_t i = 0; i < 16; ++i) {
    const size_t column = lines[i].find('a');
    if (column == std::string::npos) continue;
    found = i;
    EXPECT_NEAR(static_cast<double>(column - left), static_cast<double>(right - left) / 2, 1);
  }
  EXPECT_NEAR(static_cast<double>(found), 7.5, 1);  // half-way up
  EXPECT_EQ(plot_log({}, {}), "");
  EXPECT_EQ(render_log_svg({}), "");
}

TEST(CollectFileView, svg_has_every_point_in_its_place) {
  FileReport shown = report();
  shown.kernel = "k<&>";
  const std::string svg = render_log_svg(time_plot(shown));
  EXPECT_NE(svg.find("k&lt;&amp;&gt;"), std::string::npos);
  // 1000 to 100000 and 1 us to 1 ms: the corners of the plot are at 84, 680 and 72, 480.
  EXPECT_NE(svg.find("data-kind=\"measured\" cx=\"84.0\" cy=\"344.0\""), std::string::npos) << svg;
  EXPECT_NE(svg.find("data-kind=\"measured\" cx=\"680.0\" cy=\"72.0\""), std::string::npos);
}

TEST(CollectFileView, json_has_what_was_measured_and_no_more) {
  const auto json = nlohmann::json::parse(render_file_json(report()));
  ASSERT_EQ(json.at("launches").size(), 3U);
  EXPECT_EQ(json.at("launches")[0].at("measured").at("time_us"), 10.0);
  EXPECT_FALSE(json.at("launches")[0].at("measured").contains("l1_bytes"));
  EXPECT_EQ(json.at("launches")[0].at("predicted").at("time_us"), 8.0);
  EXPECT_TRUE(json.at("launches")[2].at("measured").is_null());
  EXPECT_EQ(json.at("launches")[2].at("failure").at("reason"), "crash");
  const FileReport whole = report();
  const auto line = nlohmann::json::parse(reading_line(whole, whole.rows[1]));
  EXPECT_EQ(line.at("size"), 100000);
  EXPECT_EQ(line.at("device"), "Some GPU");
  EXPECT_FALSE(line.contains("predicted"));
}

TEST(CollectFileView, csv_rows_are_as_long_as_their_header) {
  FileReport quoted = report();
  quoted.device = "GPU, large";
  const std::vector<std::string> lines = split(render_file_csv(quoted), '\n');
  ASSERT_EQ(lines.size(), 5U);  // and nothing after the last
  const size_t columns = split(lines[0], ',').size();
  for (size_t i = 1; i < 4; ++i)
    EXPECT_EQ(split(lines[i], ',').size(), columns + 1) << lines[i];  // the comma in the name
  EXPECT_NE(lines[1].find("\"GPU, large\""), std::string::npos);
}

}  // namespace
}  // namespace kcast::report
