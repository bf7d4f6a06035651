#include "collect/cuda/roofline/memory.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "base/rng.h"
#include "collect/cuda/embedded.h"
#include "collect/statistics.h"

namespace kcast::collect {

namespace {

constexpr unsigned kThreads = 1024;
constexpr int64_t kMegabyte = int64_t{1} << 20;

// A kernel of roofline/kernels.cu, and how long launches of it take.
class MemoryLab {
 public:
  explicit MemoryLab(CudaDevice& device) : device_(device) {}

  CudaDevice& device() const { return device_; }
  double units() const { return device_.units(); }

  Result<std::unique_ptr<LoadedKernel>> kernel(const std::string& name) const {
    for (const NamedText& text : embedded_cuda()) {
      if (text.name == "collect/cuda/roofline/kernels.cu") {
        return device_.build("roofline/kernels.cu", std::string(text.text), name);
      }
    }
    return Error{ErrorCode::Internal, "roofline/kernels.cu is not embedded"};
  }

  // Median of five launches after a warm-up, in microseconds.
  Result<double> time(const std::string& name, const GridShape& shape,
                      std::vector<void*> parameters) const {
    KCAST_TRY(const auto loaded, kernel(name));
    std::vector<double> times;
    for (int i = 0; i < 6; ++i) {
      KCAST_TRY(const double time, device_.timed_launch(*loaded, shape, parameters.data()));
      if (i > 0) times.push_back(time);
    }
    return median(times);
  }

  Result<std::unique_ptr<DeviceMemory>> zeroed(int64_t bytes) const {
    KCAST_TRY(auto memory, device_.allocate(bytes));
    KCAST_CUDA(device_.driver(), cuMemsetD8, memory->address(), 0, static_cast<size_t>(bytes));
    return memory;
  }

 private:
  CudaDevice& device_;
};

GridShape grid_of(double blocks, unsigned threads = kThreads) {
  return {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {threads, 1, 1}};
}

using Measure = Status (*)(const MemoryLab&, const Gpu&, RooflineReadings&);

Status dram(const MemoryLab& lab, const Gpu& gpu, RooflineReadings& readings) {
  const int64_t bytes = 2048 * kMegabyte;
  KCAST_TRY(const auto from, lab.zeroed(bytes));
  KCAST_TRY(const auto to, lab.zeroed(bytes));
  CUdeviceptr a = from->address();
  CUdeviceptr b = to->address();
  unsigned long long n = static_cast<unsigned long long>(bytes) / 16;
  unsigned value = 3;
  const GridShape shape = grid_of(lab.units() * 2);
  const auto nominal = gpu.bandwidth.dram_gbs;
  const auto gbs = [&](double moved, double us) { return moved / us / 1000; };
  const auto size = static_cast<double>(bytes);
  KCAST_TRY(const double read, lab.time("kcast_read", shape, {&a, &n, &b}));
  add_figure(readings, {"dram_read_gbs", gbs(size, read), "16-byte loads over 2 GiB"}, nominal);
  KCAST_TRY(const double write, lab.time("kcast_write", shape, {&b, &n, &value}));
  add_figure(readings, {"dram_write_gbs", gbs(size, write), "16-byte stores over 2 GiB"}, nominal);
  KCAST_TRY(const double copy, lab.time("kcast_copy", shape, {&b, &a, &n}));
  add_figure(readings, {"dram_copy_gbs", gbs(2 * size, copy), "2 GiB read and 2 GiB written"},
             nominal);
  return Unit{};
}

Status l2_bandwidth(const MemoryLab& lab, const Gpu& gpu, RooflineReadings& readings) {
  const int64_t bytes = 16 * kMegabyte;
  KCAST_TRY(const auto memory, lab.zeroed(bytes + 16));
  CUdeviceptr a = memory->address();
  CUdeviceptr out = a + static_cast<CUdeviceptr>(bytes);
  auto n = static_cast<unsigned>(bytes / 16);
  int rounds = 400;
  unsigned value = 1;
  const double blocks = lab.units() * 2;
  const double moved = blocks * kThreads * rounds * 8 * 16;
  KCAST_TRY(const double read, lab.time("kcast_read_l2", grid_of(blocks), {&a, &n, &rounds, &out}));
  add_figure(readings, {"l2_gbs", moved / read / 1000, "16-byte loads past L1 from 16 MiB"},
             gpu.bandwidth.l2_gbs);
  KCAST_TRY(const double write,
            lab.time("kcast_write_l2", grid_of(blocks), {&a, &n, &rounds, &value}));
  add_figure(readings, {"l2_write_gbs", moved / write / 1000, "16-byte stores into 16 MiB"},
             gpu.bandwidth.l2_gbs);
  return Unit{};
}

Status l1_bandwidth(const MemoryLab& lab, const Gpu& gpu, RooflineReadings& readings) {
  const double blocks = lab.units() * 2;
  KCAST_TRY(const auto memory, lab.zeroed(static_cast<int64_t>(blocks) * 32768 + 16));
  CUdeviceptr a = memory->address();
  CUdeviceptr out = a + static_cast<CUdeviceptr>(blocks) * 32768;
  int rounds = 2000;
  unsigned step = 1024;
  const double moved = blocks * kThreads * rounds * 8 * 16;
  KCAST_TRY(const double read,
            lab.time("kcast_read_l1", grid_of(blocks), {&a, &rounds, &step, &out}));
  add_figure(readings, {"l1_gbs", moved / read / 1000, "16-byte loads from 64 KiB a unit"},
             gpu.bandwidth.l1_gbs);
  KCAST_TRY(const double shared, lab.time("kcast_read_shared", grid_of(blocks), {&rounds, &out}));
  add_figure(readings, {"shared_gbs", moved / shared / 1000, "16-byte loads without conflicts"},
             gpu.bandwidth.shared_gbs);
  return Unit{};
}

// One thread follows a random ring through lines of 128 bytes.
Result<double> chase_cycles(const MemoryLab& lab, int64_t bytes) {
  const auto lines = static_cast<size_t>(bytes / 128);
  std::vector<unsigned> order(lines);
  std::iota(order.begin(), order.end(), 0U);
  Rng random(1);
  for (size_t i = lines - 1; i > 0; --i)
    std::swap(order[i], order[random.below(i + 1)]);
  std::vector<unsigned> ring(lines * 32);
  for (size_t i = 0; i < lines; ++i)
    ring[size_t{order[i]} * 32] = order[(i + 1) % lines] * 32;
  KCAST_TRY(const auto memory, lab.device().allocate(bytes + 16));
  CUdeviceptr a = memory->address();
  const auto& driver = lab.device().driver();
  KCAST_CUDA(driver, cuMemcpyHtoD, a, ring.data(), static_cast<size_t>(bytes));
  CUdeviceptr out = a + static_cast<CUdeviceptr>(bytes);
  CUdeviceptr cycles = out + 8;
  int steps = static_cast<int>(std::clamp<size_t>(lines, 2000, 300000));
  KCAST_TRY(const auto kernel, lab.kernel("kcast_chase"));
  void* parameters[] = {&a, &steps, &out, &cycles};
  KCAST_TRY([[maybe_unused]] const double time,
            lab.device().timed_launch(*kernel, grid_of(1, 1), parameters));
  long long read = 0;
  KCAST_CUDA(driver, cuMemcpyDtoH, &read, cycles, 8);
  return static_cast<double>(read) / steps;
}

Status latencies(const MemoryLab& lab, const Gpu&, RooflineReadings& readings) {
  struct Chase {
    const char* key;
    int64_t bytes;
    const char* note;
  };
  constexpr Chase kChases[] = {
      {"l1_latency_cycles", kMegabyte / 32, "chase over 32 KiB"},
      {"l2_latency_cycles", 8 * kMegabyte, "chase over 8 MiB"},
      {"l2_far_latency_cycles", 32 * kMegabyte, "chase over 32 MiB; a mixture of both halves"},
      {"dram_latency_cycles", 512 * kMegabyte, "chase over 512 MiB"},
  };
  for (const Chase& chase : kChases) {
    KCAST_TRY(const double cycles, chase_cycles(lab, chase.bytes));
    add_figure(readings, {chase.key, cycles, chase.note}, std::nullopt);
  }
  return Unit{};
}

Status atomics(const MemoryLab& lab, const Gpu&, RooflineReadings& readings) {
  KCAST_TRY(const auto memory, lab.zeroed(64 * kMegabyte));
  CUdeviceptr a = memory->address();
  unsigned one = 0;
  unsigned many = (1U << 24) - 1;
  const double same = 1 << 20;
  const double distinct = 1 << 24;
  KCAST_TRY(const double on_one, lab.time("kcast_atomics", grid_of(same / 256, 256), {&a, &one}));
  add_figure(readings,
             {"same_address_atomic_ns", on_one * 1000 / same, "1 M float additions on one address"},
             std::nullopt);
  many = (1U << 20) - 1;
  KCAST_TRY(const double on_many, lab.time("kcast_atomics", grid_of(distinct / 1024), {&a, &many}));
  add_figure(readings,
             {"atomic_gops", distinct / on_many / 1000,
              "16 M float additions, neighbours on neighbours, 4 MiB"},
             std::nullopt);
  return Unit{};
}

// Time per kernel of a graph of empty kernels: the GPU's own pace, not the host's.
Result<double> graph_interval_us(const MemoryLab& lab) {
  constexpr int kNodes = 500;
  const auto& driver = lab.device().driver();
  KCAST_TRY(const auto kernel, lab.kernel("kcast_empty"));
  CUstream stream = nullptr;
  CUgraph graph = nullptr;
  CUgraphExec ready = nullptr;
  CUevent ends[2] = {};
  KCAST_CUDA(driver, cuStreamCreate, &stream, CU_STREAM_NON_BLOCKING);
  KCAST_CUDA(driver, cuStreamBeginCapture, stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  for (int i = 0; i < kNodes; ++i) {
    KCAST_CUDA(driver, cuLaunchKernel, kernel->function(), 1, 1, 1, 32, 1, 1, 0, stream, nullptr,
               nullptr);
  }
  KCAST_CUDA(driver, cuStreamEndCapture, stream, &graph);
  KCAST_CUDA(driver, cuGraphInstantiateWithFlags, &ready, graph, 0);
  for (CUevent& event : ends)
    KCAST_CUDA(driver, cuEventCreate, &event, CU_EVENT_DEFAULT);
  float milliseconds = 0;
  for (int i = 0; i < 3; ++i) {
    KCAST_CUDA(driver, cuEventRecord, ends[0], stream);
    KCAST_CUDA(driver, cuGraphLaunch, ready, stream);
    KCAST_CUDA(driver, cuEventRecord, ends[1], stream);
    KCAST_CUDA(driver, cuStreamSynchronize, stream);
    KCAST_CUDA(driver, cuEventElapsedTime, &milliseconds, ends[0], ends[1]);
  }
  driver.cuGraphExecDestroy(ready);
  driver.cuGraphDestroy(graph);
  driver.cuStreamDestroy(stream);
  for (CUevent event : ends)
    driver.cuEventDestroy(event);
  return static_cast<double>(milliseconds) * 1000 / kNodes;
}

Status launches(const MemoryLab& lab, const Gpu&, RooflineReadings& readings) {
  KCAST_TRY(const double interval, graph_interval_us(lab));
  add_figure(readings, {"launch_interval_us", interval, "500 empty kernels of a graph"},
             std::nullopt);
  KCAST_TRY(const double few, lab.time("kcast_empty", grid_of(100'000, 128), {}));
  KCAST_TRY(const double many, lab.time("kcast_empty", grid_of(1'000'000, 128), {}));
  add_figure(
      readings,
      {"block_ns", (many - few) * 1000 / 900'000, "from 100 k to 1 M empty blocks of 128 threads"},
      std::nullopt);
  return Unit{};
}

Status tensor(const MemoryLab& lab, const Gpu& gpu, RooflineReadings& readings) {
  const double blocks = lab.units() * 2;
  constexpr unsigned kTensorThreads = 512;
  KCAST_TRY(const auto memory, lab.zeroed(static_cast<int64_t>(blocks) * kTensorThreads * 4));
  CUdeviceptr out = memory->address();
  unsigned value = 0x34003400;
  int rounds = 4000;
  KCAST_TRY(const double time,
            lab.time("kcast_tensor", grid_of(blocks, kTensorThreads), {&out, &value, &rounds}));
  const double flops = blocks * (kTensorThreads / 32.0) * rounds * 8 * (2.0 * 16 * 8 * 16);
  add_figure(readings,
             {"tensor_fp16_gflops", flops / time / 1000,
              "mma.sync m16n8k16, fp32 sums; Hopper's wgmma reaches more"},
             gpu.peaks.tensor_fp16_gflops);
  return Unit{};
}

constexpr Measure kMeasures[] = {tensor,    dram,    l2_bandwidth, l1_bandwidth,
                                 latencies, atomics, launches};

}  // namespace

size_t memory_steps() {
  return std::size(kMeasures);
}

Status measure_memory(CudaDevice& device, const Gpu& gpu, const KeepGoing& keep_going,
                      RooflineReadings& readings) {
  const MemoryLab lab(device);
  for (const Measure measure : kMeasures) {
    if (!keep_going()) return Error{ErrorCode::External, "interrupted; nothing was written"};
    if (Status measured = measure(lab, gpu, readings); !measured) return measured;
  }
  return Unit{};
}

}  // namespace kcast::collect
