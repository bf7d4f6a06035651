// Every launch of the H200's memory readings, model beside reading.
//
// What misses the bounds is listed with its reason in h200_memory_misses.tsv; a row
// that begins or ceases to miss fails here. With KCAST_MEMORY_TABLE=FILE the table of
// docs/memory-model.md is written.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "analyze/memory/model.h"
#include "analyze/memory/probe_traces.h"
#include "base/files.h"
#include "schema/gpu/gpu_json.h"

namespace kcast::memory {
namespace {

constexpr double kBytesPct = 5;
constexpr double kPoints = 3;
// Below this, readings differ from run to run and by what the profiler itself does.
constexpr double kNoiseBytes = 0.25e6;
constexpr double kWriteNoiseBytes = 0.5e6;

struct Quantity {
  std::string name;
  double model = 0;
  double reading = 0;
  double noise = 0;  // 0: a rate in percent
};

using Fields = std::vector<std::string>;

std::vector<Fields> read_table(const std::string& name) {
  std::istringstream text(*read_file(std::string(KCAST_SOURCE_DIR) + "/tests/data/" + name));
  std::vector<Fields> rows;
  std::string line;
  std::getline(text, line);
  while (std::getline(text, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, '\t');)
      rows.back().push_back(cell);
  }
  return rows;
}

Gpu h200() {
  const std::string path = std::string(KCAST_SOURCE_DIR) + "/data/gpus/h200.json";
  return *gpu_from_json("h200.json", *read_file(path));
}

std::vector<Quantity> compare(const Fields& row, const MemoryTraffic& traffic) {
  const auto reading = [&](size_t column) { return std::stod(row.at(column)); };
  return {{"l1_bytes", traffic.l1_bytes, reading(3), 1},
          {"l1_hit", traffic.l1_hit_rate_pct, reading(4), 0},
          {"l2_bytes", traffic.l2_bytes, reading(5), kNoiseBytes},
          {"l2_hit", traffic.l2_hit_rate_pct, std::min(100.0, reading(8)), 0},
          {"dram_read", traffic.dram_read_bytes, reading(12), kNoiseBytes},
          {"dram_write", traffic.dram_write_bytes, reading(13), kWriteNoiseBytes}};
}

bool within(const Quantity& q) {
  const double error = std::abs(q.model - q.reading);
  return q.noise == 0 ? error <= kPoints : error <= std::max(kBytesPct / 100 * q.reading, q.noise);
}

std::string cell(const Quantity& q) {
  char text[64];
  const double unit = q.noise == 0 ? 1 : 1e6;
  std::snprintf(text, sizeof text, "%.*f / %.*f%s", q.noise == 0 ? 1 : 2, q.model / unit,
                q.noise == 0 ? 1 : 2, q.reading / unit, within(q) ? "" : " *");
  return text;
}

// Label to the columns that miss and why.
std::map<std::string, std::pair<std::string, std::string>> known_misses() {
  std::map<std::string, std::pair<std::string, std::string>> known;
  for (const Fields& row : read_table("h200_memory_misses.tsv"))
    known[row.at(0)] = {row.at(1), row.at(2)};
  return known;
}

TEST(MemoryRows, every_reading_is_reproduced_or_listed) {
  const Gpu gpu = h200();
  const auto known = known_misses();
  const char* table = std::getenv("KCAST_MEMORY_TABLE");
  std::ofstream out(table != nullptr ? table : "/dev/null");
  size_t n_rows = 0;
  for (const Fields& row : read_table("h200_memory.tsv")) {
    const std::optional<ProbeLaunch> launch = probe_launch(row.at(0));
    ASSERT_TRUE(launch) << row.at(0);
    const MemoryTraffic traffic = model_memory(launch->traces, gpu, launch->residency);
    std::string misses;
    out << "| " << row[0];
    for (const Quantity& q : compare(row, traffic)) {
      out << " | " << cell(q);
      if (!within(q)) misses += (misses.empty() ? "" : ",") + q.name;
    }
    const auto it = known.find(row[0]);
    out << " | " << (it == known.end() ? "" : it->second.second) << " |\n";
    EXPECT_EQ(misses, it == known.end() ? "" : it->second.first) << row[0];
    ++n_rows;
  }
  EXPECT_EQ(n_rows, 131U);
  EXPECT_LE(known.size(), 41U) << "fewer rows are reproduced than before";
}

}  // namespace
}  // namespace kcast::memory
