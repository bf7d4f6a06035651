#include "base/histograms_svg.h"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

namespace kcast {
namespace {

// Of the bars, from left to right: (x, height).
std::vector<std::pair<double, double>> bars_of(const std::string& svg) {
  const std::regex bar(R"re(class="bar" x="([0-9.]+)" .* height="([0-9.]+)")re");
  std::vector<std::pair<double, double>> out;
  for (std::sregex_iterator at(svg.begin(), svg.end(), bar), end; at != end; ++at)
    out.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  return out;
}

std::string svg_of(const HistogramPanel& panel) {
  return histograms_svg(std::vector{panel}, "t", "r", {.across = 1});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(HistogramsSvg, bars_are_shares) {
  const std::string svg = svg_of({"n", "u", false, {0, 0, 0, 1}, {}});
  const auto bars = bars_of(svg);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_NEAR(bars[0].second / bars[1].second, 3, 0.05);
  EXPECT_LT(bars[0].first, bars[1].first);
  EXPECT_TRUE(has(svg, ">60%<")) << "three quarters have a grid up to 60 %";
  EXPECT_TRUE(has(svg, ">median 0<"));
}

TEST(HistogramsSvg, logarithms_leave_out_zeros_and_say_so) {
  const std::string svg = svg_of({"n", "u", true, {0, 1000, 10000000}, {}});
  const auto bars = bars_of(svg);
  ASSERT_EQ(bars.size(), 2U);
  EXPECT_EQ(bars[0].second, bars[1].second);
  EXPECT_TRUE(has(svg, ">33% are 0, else median 5M<"));
  EXPECT_TRUE(has(svg, ">3</tspan>"));
  EXPECT_TRUE(has(svg, ">7</tspan>"));
  EXPECT_TRUE(has(svg_of({"n", "u", true, {0, 0}, {}}), "all are 0"));
  EXPECT_TRUE(has(svg_of({"n", "u", true, {}, {}}), ">none<"));
}

TEST(HistogramsSvg, a_fitted_axis_holds_its_values) {
  const std::string svg = svg_of({"n", "u", false, {1951, 1975, 1979}, {}, true});
  EXPECT_TRUE(has(svg, ">1950<"));
  EXPECT_TRUE(has(svg, ">1980<"));
  EXPECT_TRUE(has(svg, ">median 1975<"));
}

TEST(HistogramsSvg, one_of_many_does_not_widen_the_axis) {
  std::vector<double> values(5000, 20);
  values.push_back(1e-9);
  const std::string svg = svg_of({"n", "u", true, values, {}});
  EXPECT_TRUE(has(svg, ">1</tspan>"));
  EXPECT_FALSE(has(svg, ">-9</tspan>"));
  EXPECT_EQ(bars_of(svg).size(), 2U) << "it is still drawn, at the end";
}

TEST(HistogramsSvg, names_are_text) {
  const std::string svg = svg_of({"a<b", "x&y", false, {1}, {}});
  EXPECT_TRUE(has(svg, "a&lt;b"));
  EXPECT_TRUE(has(svg, "x&amp;y"));
}

}  // namespace
}  // namespace kcast
