// What kcast collect FILE shows: measured beside predicted, size by size.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "report/log_plot.h"
#include "report/roofline_plot.h"
#include "schema/launch_point.h"
#include "schema/reading.h"
#include "schema/sample.h"

namespace kcast::report {

// A launch with what became of it.
struct FileRow {
  int64_t size = 0;
  Dims3 local = {1, 1, 1};
  Launch launch;
  std::optional<LaunchReading> reading;
  std::optional<ReadingFailure> failure;  // "not run": the interpreter found a fault
  std::optional<Prediction> prediction;
};

struct FileReport {
  std::string kernel;
  std::string file;
  std::string collector;  // "cuda", "opencl", "fake"
  std::string device;     // as its driver calls it; empty: none was asked
  std::string gpu;        // that predictions are for: its id; empty: there are none
  std::string gpu_name;
  bool is_same_device = false;  // as the one that measured
  int repeats = 0;
  std::vector<std::string> arguments;  // "n=size", "x[size]"
  bool has_choices = false;            // some of them were not given
  std::vector<std::string> notes;
  std::vector<FileRow> rows;
};

// Tables, a plot of the times, and how far off the predictions are.
std::string render_file_text(const FileReport& report, const TextStyle& style);
std::string render_file_json(const FileReport& report);
std::string render_file_csv(const FileReport& report);
// One line of JSON: what was measured, and where.
std::string reading_line(const FileReport& report, const FileRow& row);

// Times against sizes, a series for each local size.
LogPlot time_plot(const FileReport& report);

// Whether more than the time was read.
bool has_counters(const LaunchReading& reading);

}  // namespace kcast::report
