#include "collect/cuda/roofline/rates.h"

#include <algorithm>
#include <cmath>

#include "collect/cuda/roofline/instruction_table.h"
#include "collect/statistics.h"

namespace kcast::collect {

namespace {

// The struct of instruction_source(): values that ptxas cannot know.
struct TimingValues {
  double real[4] = {1.0, 1e-6, 0.5, 0.25};
  unsigned long long integer[4] = {5, 3, 0x12345679, 0x55AA33CC};
  unsigned pair[4] = {0x3C003C00, 0x00010001, 0x3C003C00, 0x00010001};
  unsigned seed = 1;
};

Error interrupted() {
  return Error{ErrorCode::External, "interrupted; nothing was written"};
}

struct TimedRun {
  double cycles = 0;   // median over the blocks
  double time_us = 0;  // between events
};

// One timing kernel with its memory.
class TimingKernel {
 public:
  static Result<TimingKernel> make(CudaDevice& device, const InstructionRow& row, int chains) {
    TimingKernel kernel(device);
    KCAST_TRY(kernel.kernel_,
              device.build(std::string(row.name), instruction_source(row, chains), "kcast_timing"));
    KCAST_TRY(kernel.out_, device.allocate(int64_t{device.units()} * 2 * kRateThreads * 8));
    KCAST_TRY(kernel.cycles_, device.allocate(int64_t{device.units()} * 2 * 8));
    return kernel;
  }

  // The second of two runs: the first one fetches code and raises clocks.
  Result<TimedRun> run(unsigned blocks, unsigned threads, int rounds) {
    TimingValues values;
    CUdeviceptr out = out_->address();
    CUdeviceptr cycles = cycles_->address();
    void* parameters[] = {&out, &cycles, &values, &rounds};
    const GridShape shape{.grid = {blocks, 1, 1}, .block = {threads, 1, 1}};
    TimedRun result;
    for (int i = 0; i < 2; ++i) {
      KCAST_TRY(result.time_us, device_.timed_launch(*kernel_, shape, parameters));
    }
    std::vector<long long> read(blocks);
    KCAST_CUDA(device_.driver(), cuMemcpyDtoH, read.data(), cycles, read.size() * 8);
    result.cycles = median({read.begin(), read.end()});
    return result;
  }

 private:
  explicit TimingKernel(CudaDevice& device) : device_(device) {}
  CudaDevice& device_;
  std::unique_ptr<LoadedKernel> kernel_;
  std::unique_ptr<DeviceMemory> out_;
  std::unique_ptr<DeviceMemory> cycles_;
};

Result<double> measure_rate(CudaDevice& device, const InstructionRow& row) {
  KCAST_TRY(TimingKernel kernel, TimingKernel::make(device, row, kRateChains));
  const int rounds = 4096 / row.steps;
  KCAST_TRY(const TimedRun run,
            kernel.run(static_cast<unsigned>(device.units()), kRateThreads, rounds));
  return 1.0 * kRateThreads * rounds * row.steps * row.operations / run.cycles;
}

Result<double> measure_latency(CudaDevice& device, const InstructionRow& row) {
  KCAST_TRY(TimingKernel kernel, TimingKernel::make(device, row, 1));
  const int rounds = 4096 / row.steps;
  KCAST_TRY(const TimedRun run, kernel.run(1, static_cast<unsigned>(row.threads), rounds));
  return run.cycles / (1.0 * rounds * row.steps * row.operations);
}

// Results per clock that the vendor states for the row, in instructions of lanes.
double nominal_rate(const InstructionRow& row, const Gpu& gpu) {
  const double issue = gpu.rates.warp_instructions * static_cast<double>(gpu.units.warp_width);
  return row.limit == nullptr ? issue : gpu.rates.*row.limit / row.lanes;
}

Result<InstructionReading> measure_instruction(CudaDevice& device, const InstructionRow& row,
                                               const Gpu& gpu, std::vector<std::string>& doubts) {
  InstructionReading reading{.name = std::string(row.name)};
  if (row.use != InstructionUse::LatencyOnly) {
    KCAST_TRY(const double rate, measure_rate(device, row));
    if (rate > 1.05 * nominal_rate(row, gpu)) {
      doubts.push_back(reading.name + ": " + std::to_string(rate) +
                       " per clock is above the nominal " + std::to_string(nominal_rate(row, gpu)));
    } else {
      reading.per_clock = rounded_reading(rate);
    }
  }
  if (row.use != InstructionUse::RateOnly) {
    KCAST_TRY(const double latency, measure_latency(device, row));
    // Nothing issues twice within two cycles from one warp's own result.
    if (latency < 2 && row.text.find("bar.warp") == std::string_view::npos) {
      doubts.push_back(reading.name + ": latency of " + std::to_string(latency) + " cycles");
    } else {
      reading.latency_cycles = rounded_reading(latency);
    }
  }
  return reading;
}

struct PeakRow {
  std::string_view instruction;
  std::string_view key;
  double operations;  // of a lane's instruction
  double GpuPeaks::* nominal;
};

constexpr PeakRow kPeaks[] = {
    {"fma.f16x2", "fp16_gflops", 4, &GpuPeaks::fp16_gflops},
    {"fma.f32", "fp32_gflops", 2, &GpuPeaks::fp32_gflops},
    {"fma.f64", "fp64_gflops", 2, &GpuPeaks::fp64_gflops},
    {"mad.lo.s32", "int32_gops", 1, &GpuPeaks::int32_gops},
};

constexpr int kPeakRounds = 8000;

Status measure_peak(CudaDevice& device, const PeakRow& peak, const Gpu& gpu,
                    RooflineReadings& readings) {
  const auto rows = instruction_table();
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const InstructionRow& each) {
    return each.name == peak.instruction;
  });
  KCAST_TRY(TimingKernel kernel, TimingKernel::make(device, *row, kRateChains));
  const auto blocks = static_cast<unsigned>(device.units());
  KCAST_TRY(const TimedRun run, kernel.run(blocks, kRateThreads, kPeakRounds));
  const double operations = peak.operations * blocks * kRateThreads * kPeakRounds * row->steps;
  const double mhz = run.cycles / run.time_us;
  if (peak.key == "fp32_gflops") readings.sm_clock_mhz = mhz;
  add_figure(readings,
             {.key = std::string(peak.key),
              .value = operations / run.time_us / 1000,
              .note = std::string(peak.instruction) + ", SM clock " +
                      std::to_string(std::lround(mhz)) + " MHz"},
             gpu.peaks.*peak.nominal);
  return Unit{};
}

}  // namespace

size_t peak_steps() {
  return std::size(kPeaks);
}

Status measure_peaks(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                     RooflineReadings& readings) {
  for (const PeakRow& peak : kPeaks) {
    if (!keep_going()) return interrupted();
    if (Status measured = measure_peak(device, peak, gpu, readings); !measured) return measured;
  }
  return Unit{};
}

Status measure_instructions(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                            RooflineReadings& readings) {
  for (const InstructionRow& row : instruction_table()) {
    if (!keep_going()) return interrupted();
    auto reading = measure_instruction(device, row, gpu, readings.doubts);
    if (reading) {
      readings.instructions.push_back(*std::move(reading));
    } else if (device.synchronize()) {
      // An instruction that this architecture does not have is no reason to stop.
      readings.doubts.push_back(reading.error().message);
    } else {
      return reading.error();
    }
  }
  return Unit{};
}

}  // namespace kcast::collect
