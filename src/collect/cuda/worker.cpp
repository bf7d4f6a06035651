#include "collect/cuda/worker.h"

#include <algorithm>
#include <chrono>

#include "base/parallel.h"

namespace kcast {

namespace {

// NVRTC gains nothing from more: part of it runs on one thread at a time.
constexpr size_t kMostCompileThreads = 6;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

Status run_cuda_worker(std::istream& input, const WorkerOptions& options,
                       const BatchRunner::Send& send) {
  KCAST_TRY(const std::unique_ptr<CudaDevice> device, CudaDevice::open());
  KCAST_TRY(const std::string toolkit, nvrtc_version());
  const size_t threads = options.compile_threads != 0
                             ? options.compile_threads
                             : std::min(hardware_jobs(), kMostCompileThreads);
  // Compiling begins while the profiler is made ready.
  JobQueue queue(input, device->target(), threads, options.batch.launches * 4);
  KCAST_TRY(const auto runner, BatchRunner::open(*device, options.batch, send));
  send(WorkerHello{
      .gpu_name = device->name(), .driver = device->driver_version(), .toolkit = toolkit});
  send(WorkerStats{{{"event_overhead_us", runner->event_overhead_us()}}});
  for (;;) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<CompiledJob> jobs = queue.take(options.batch.launches);
    const double waited = seconds_since(start);
    if (jobs.empty()) break;
    if (Status ran = runner->run(std::move(jobs)); !ran) return ran;
    WorkerStats stats = runner->take_stats();
    stats.sums.emplace_back("wait_s", waited);
    send(stats);
  }
  if (Status finished = runner->finish(); !finished) return finished;
  send(runner->take_stats());
  if (const auto bad = queue.bad_input()) return *bad;
  return Unit{};
}

}  // namespace kcast
