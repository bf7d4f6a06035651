#include "report/gpus_view.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/text.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::report {
namespace {

std::vector<Gpu> data_gpus() {
  std::vector<Gpu> gpus;
  const auto folder = std::filesystem::path(KCAST_SOURCE_DIR) / "data" / "gpus";
  for (const char* id : {"a100-80gb", "h200", "mi300x"}) {
    const std::string file = std::string(id) + ".json";
    gpus.push_back(*gpu_from_json(file, *read_file(folder / file)));
  }
  return gpus;
}

bool has_line(const std::string& text, const std::string& wanted) {
  for (const std::string& line : split(text, '\n')) {
    if (line == wanted) return true;
  }
  return false;
}

TEST(GpusView, lists_gpus_in_a_table) {
  EXPECT_EQ(
      render_gpus_text(data_gpus()),
      R"(gpu         name                         units boost   fp32   fp64  tensor   DRAM   L2 valid-
                                                 GHz TFLOPS TFLOPS  TFLOPS   GB/s  MiB   ated
a100-80gb   NVIDIA A100 SXM 80GB           108  1.41   19.5    9.7     312   2039   40     no
h200        NVIDIA H200 SXM 141GB          132  1.98   66.9   33.5     989   4800   60    yes
mi300x      AMD Instinct MI300X            304  2.10   81.7   81.7    1307   5325   32     no

Nominal peaks; tensor: fp16 inputs, fp32 sums, dense.
mi300x: fp32 is 163.4 with packed instructions.
All figures and their sources: kcast gpus NAME
)");
}

TEST(GpusView, shows_figures_with_sources_estimates_and_measurements) {
  const std::string text = render_gpu_text(data_gpus()[1]);
  EXPECT_TRUE(has_line(text, "NVIDIA H200 SXM 141GB (h200)"));
  EXPECT_TRUE(has_line(text, "L2 cache"));
  EXPECT_TRUE(has_line(
      text, "  boost                             1980 MHz                  [h200-driver]"));
  EXPECT_TRUE(
      has_line(text, "  DRAM                              4800 GB/s                 [h200-page]"));
  EXPECT_TRUE(
      has_line(text, "  L2                                ~10287 GB/s               [estimate]"));
  EXPECT_TRUE(has_line(
      text, "  empty kernel                      1.63 us                   [memory-laws]"));
  EXPECT_NE(text.find("https://www.nvidia.com/en-us/data-center/h200/"), std::string::npos);
  EXPECT_EQ(text.find("predictions not validated on this hardware"), std::string::npos);
}

TEST(GpusView, leaves_out_what_is_unknown) {
  const std::string text = render_gpu_text(data_gpus()[0]);
  EXPECT_NE(text.find("predictions not validated on this hardware"), std::string::npos);
  EXPECT_EQ(text.find("last-level cache"), std::string::npos);
  EXPECT_EQ(text.find("\nmeasured"), std::string::npos);
  EXPECT_NE(render_gpu_text(data_gpus()[2]).find("last-level cache"), std::string::npos);
}

TEST(GpusView, fits_in_a_hundred_columns) {
  for (const Gpu& gpu : data_gpus()) {
    for (const std::string& line : split(render_gpus_text(data_gpus()), '\n')) {
      EXPECT_LE(line.size(), 100U) << line;
    }
    for (const std::string& line : split(render_gpu_text(gpu), '\n')) {
      if (line.find("https://") != std::string::npos) continue;
      EXPECT_LE(line.size(), 100U) << line;
    }
  }
}

TEST(GpusView, writes_json_that_reads_back) {
  const std::vector<Gpu> gpus = data_gpus();
  const auto list = nlohmann::json::parse(render_gpus_json(gpus));
  ASSERT_EQ(list.size(), gpus.size());
  EXPECT_EQ(list[1]["units"]["count"]["value"], 132);
  EXPECT_TRUE(list[1]["launch"]["overhead_us"].is_null());
  EXPECT_TRUE(gpu_from_json("again", render_gpu_json(gpus[1])));
}

}  // namespace
}  // namespace kcast::report
