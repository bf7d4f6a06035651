#include "collect/cuda/worker.h"

#include <algorithm>
#include <chrono>
#include <memory>

#include "base/parallel.h"
#include "collect/cuda/compiler_process.h"

namespace kcast::collect {

namespace {

// What making the jobs and driving the GPU need beside the compilers.
constexpr size_t kOtherThreads = 3;

std::vector<JobQueue::Compile> compiler_processes(size_t count) {
  const std::vector<std::string> command = {"/proc/self/exe", "compile"};
  std::vector<JobQueue::Compile> compilers;
  for (size_t i = 0; i < count; ++i) {
    compilers.emplace_back(
        [process = std::make_shared<CompilerProcess>(command)](const CompileRequest& request) {
          return process->compile(request);
        });
  }
  return compilers;
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// How the launches of a job are run.
struct OnceOptions {
  L2Before l2 = L2Before::Filled;
  bool cooperative = false;
};

Status run_once(CudaDevice& device, Arena& arena, const LoadedKernel& kernel, const Launch& launch,
                const OnceOptions& options) {
  KCAST_TRY(ReadyLaunch ready, make_ready(launch, kernel));
  ready.shape.cooperative = options.cooperative;
  KCAST_TRY(const CUdeviceptr memory, arena.reserve(ready.plan.buffer_bytes()));
  place_buffers(ready, memory);
  if (Status filled = fill_buffers(device, ready); !filled) return filled;
  if (options.l2 == L2Before::Cold) {
    if (Status flushed = device.flush_l2(); !flushed) return flushed;
  } else if (options.l2 == L2Before::Warm) {
    Status before = device.launch(kernel, ready.shape, ready.parameters.data());
    if (!before) return before;
  }
  if (Status waited = device.synchronize(); !waited) return waited;
  device.driver().cuProfilerStart();
  Status launched = device.launch(kernel, ready.shape, ready.parameters.data());
  if (launched) launched = device.synchronize();
  device.driver().cuProfilerStop();
  return launched;
}

void run_job_once(CudaDevice& device, Arena& arena, const CompiledJob& job, L2Before l2,
                  const BatchRunner::Send& send) {
  const auto kernel = job.compiled ? device.load(*job.compiled)
                                   : Result<std::unique_ptr<LoadedKernel>>(job.compiled.error());
  const OnceOptions options{.l2 = l2, .cooperative = job.job.kernel.cooperative};
  for (const auto& [id, launch] : job.job.launches) {
    const Status ran =
        kernel ? run_once(device, arena, **kernel, launch, options) : Status(kernel.error());
    if (ran) {
      send(WorkerAt{id});
    } else {
      send(WorkerFailure{id, {kernel ? "launch" : "compile", ran.error().message}});
    }
  }
}

}  // namespace

Status run_jobs_once(std::istream& input, L2Before l2, const BatchRunner::Send& send) {
  KCAST_TRY(const std::unique_ptr<CudaDevice> device, CudaDevice::open());
  Arena arena(*device);
  // A profiler sees one process.
  JobQueue queue(input, device->target(), {compile_kernel}, 1);
  for (auto jobs = queue.take(1); !jobs.empty(); jobs = queue.take(1)) {
    for (const CompiledJob& job : jobs) {
      run_job_once(*device, arena, job, l2, send);
      if (Status alive = device->synchronize(); !alive) return alive;
    }
  }
  if (const auto bad = queue.bad_input()) return *bad;
  return Unit{};
}

Status run_cuda_worker(std::istream& input, const WorkerOptions& options,
                       const BatchRunner::Send& send) {
  const auto begin = std::chrono::steady_clock::now();
  KCAST_TRY(const std::unique_ptr<CudaDevice> device, CudaDevice::open());
  const double open_seconds = seconds_since(begin);
  KCAST_TRY(const std::string toolkit, nvrtc_version());
  const size_t cores = hardware_jobs();
  const size_t compilers = options.compilers != 0
                               ? options.compilers
                               : std::max(cores, kOtherThreads + 1) - kOtherThreads;
  // Compiling begins while the profiler is made ready.
  JobQueue queue(input, device->target(), compiler_processes(compilers),
                 options.batch.launches * 4);
  KCAST_TRY(const auto runner, BatchRunner::open(*device, options.batch, send));
  send(WorkerHello{
      .gpu_name = device->name(), .driver = device->driver_release(), .toolkit = toolkit});
  WorkerStats start_stats = runner->take_stats();
  start_stats.sums.emplace_back("start_open_s", open_seconds);
  start_stats.sums.emplace_back("start_s", seconds_since(begin));
  send(start_stats);
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

}  // namespace kcast::collect
