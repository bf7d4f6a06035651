// Measures a GPU's ceilings with micro-kernels: rates, bandwidths, latencies.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collect/cuda/device.h"
#include "schema/gpu/gpu.h"

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

// How many steps there are, for a progress bar.
size_t roofline_steps();

// `gpu` gives the nominal peaks: nothing may be above them by more than 5 %.
Result<RooflineReadings> measure_roofline(CudaDevice& device, const Gpu& gpu,
                                          const KeepGoing& keep_going);

// The parts, in their order.
Status measure_instructions(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                            RooflineReadings& readings);
Status measure_peaks(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                     RooflineReadings& readings);
Status measure_memory(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                      RooflineReadings& readings);
size_t peak_steps();
size_t memory_steps();

// Keeps a figure unless it is above 1.05 x `limit`; that is a doubt.
void add_figure(RooflineReadings& readings, FigureReading figure, std::optional<double> limit);

// Three significant digits, as a person would write a reading.
double rounded_reading(double value);

}  // namespace kcast::collect
