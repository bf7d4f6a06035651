// What a measurement of a GPU's ceilings gives.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace kcast::collect {

// One figure of schema/gpu_measured.h.
struct FigureReading {
  std::string key;  // "dram_read_gbs"
  double value = 0;
  std::string note;
};

struct InstructionReading {
  std::string name;
  std::optional<double> per_clock;
  std::optional<double> latency_cycles;
};

struct RooflineReadings {
  std::vector<FigureReading> figures;
  std::vector<InstructionReading> instructions;
  std::vector<std::string> doubts;  // what was measured and not believed, and why
  double sm_clock_mhz = 0;          // under a full load of fp32 multiply-adds
};

// Called before each step; false ends the measurement early.
using KeepGoing = std::function<bool()>;

// Keeps a figure unless it is above 1.05 x `limit`; that is a doubt.
void add_figure(RooflineReadings& readings, FigureReading figure, std::optional<double> limit);

// Three significant digits, as a person would write a reading.
double rounded_reading(double value);

}  // namespace kcast::collect
