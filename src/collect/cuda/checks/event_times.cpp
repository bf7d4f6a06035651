#include "collect/cuda/checks/event_times.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "collect/statistics.h"

namespace kcast::collect {

namespace {

constexpr int kManyLaunches = 20;

// Two events and a stream, which live as long as the readings take.
class EventTimer {
 public:
  EventTimer(CudaDevice& device, const LoadedKernel& kernel, const ReadyLaunch& ready)
      : device_(device), kernel_(kernel), ready_(ready) {}
  EventTimer(const EventTimer&) = delete;
  EventTimer& operator=(const EventTimer&) = delete;
  ~EventTimer() {
    const Driver& driver = device_.driver();
    for (CUgraphExec graph : graphs_)
      driver.cuGraphExecDestroy(graph);
    if (start_ != nullptr) driver.cuEventDestroy(start_);
    if (end_ != nullptr) driver.cuEventDestroy(end_);
    if (stream_ != nullptr) driver.cuStreamDestroy(stream_);
  }

  Status open() {
    KCAST_CUDA(device_.driver(), cuEventCreate, &start_, CU_EVENT_DEFAULT);
    KCAST_CUDA(device_.driver(), cuEventCreate, &end_, CU_EVENT_DEFAULT);
    KCAST_CUDA(device_.driver(), cuStreamCreate, &stream_, CU_STREAM_NON_BLOCKING);
    return Unit{};
  }

  Status launch(CUstream stream) const {
    // The parameters are read, never written.
    auto** parameters = const_cast<void**>(ready_.parameters.data());
    return device_.launch(kernel_, ready_.shape, parameters, stream);
  }

  // A graph of so many launches, one after the other.
  Result<CUgraphExec> graph_of(int launches) {
    const Driver& driver = device_.driver();
    KCAST_CUDA(driver, cuStreamBeginCapture, stream_, CU_STREAM_CAPTURE_MODE_RELAXED);
    Status launched = Unit{};
    for (int i = 0; i < launches && launched; ++i)
      launched = launch(stream_);
    CUgraph graph = nullptr;
    KCAST_CUDA(driver, cuStreamEndCapture, stream_, &graph);
    if (!launched) return launched.error();
    CUgraphExec made = nullptr;
    const CUresult status = driver.cuGraphInstantiateWithFlags(&made, graph, 0);
    driver.cuGraphDestroy(graph);
    if (status != CUDA_SUCCESS) return driver_error(driver, status, "cuGraphInstantiate");
    graphs_.push_back(made);
    return made;
  }

  // Between two events in the stream, in microseconds.
  Result<double> between_events(CUstream stream, const std::function<Status()>& work) const {
    const Driver& driver = device_.driver();
    KCAST_CUDA(driver, cuEventRecord, start_, stream);
    if (const Status done = work(); !done) return done.error();
    KCAST_CUDA(driver, cuEventRecord, end_, stream);
    KCAST_CUDA(driver, cuEventSynchronize, end_);
    float milliseconds = 0;
    KCAST_CUDA(driver, cuEventElapsedTime, &milliseconds, start_, end_);
    return static_cast<double>(milliseconds) * 1000;
  }

  Result<double> queued(bool warm) const {
    if (const Status filled = fill_buffers(device_, ready_); !filled) return filled.error();
    // It takes longer than the host takes to enqueue what follows.
    if (const Status flushed = device_.flush_l2(); !flushed) return flushed.error();
    if (warm) {
      if (const Status before = launch(nullptr); !before) return before.error();
    }
    return between_events(nullptr, [&] { return launch(nullptr); });
  }

  Result<double> loop() const {
    KCAST_TRY(const double all, between_events(stream_, [&]() -> Status {
                for (int i = 0; i < kManyLaunches; ++i) {
                  KCAST_OK(launch(stream_));
                }
                return Unit{};
              }));
    return all / kManyLaunches;
  }

  Result<double> graph(CUgraphExec made, int launches) const {
    KCAST_TRY(const double all, between_events(stream_, [&]() -> Status {
                KCAST_CUDA(device_.driver(), cuGraphLaunch, made, stream_);
                return Unit{};
              }));
    return all / launches;
  }

  Status fill_and_wait() const {
    if (Status filled = fill_buffers(device_, ready_); !filled) return filled;
    return device_.synchronize();
  }

 private:
  CudaDevice& device_;
  const LoadedKernel& kernel_;
  const ReadyLaunch& ready_;
  CUevent start_ = nullptr;
  CUevent end_ = nullptr;
  CUstream stream_ = nullptr;
  std::vector<CUgraphExec> graphs_;
};

Result<double> median_of(int repeats, const std::function<Result<double>()>& read) {
  std::vector<double> times;
  for (int i = 0; i <= repeats; ++i) {
    KCAST_TRY(const double time, read());
    if (i > 0) times.push_back(time);
  }
  return median(times);
}

}  // namespace

Result<EventTimes> read_event_times(CudaDevice& device, const LoadedKernel& kernel,
                                    const ReadyLaunch& ready, int repeats) {
  EventTimer timer(device, kernel, ready);
  KCAST_OK(timer.open());
  EventTimes out;
  KCAST_TRY(out.queued_cold_us, median_of(repeats, [&] { return timer.queued(false); }));
  KCAST_TRY(out.queued_warm_us, median_of(repeats, [&] { return timer.queued(true); }));
  KCAST_OK(timer.fill_and_wait());
  KCAST_TRY(out.loop_us, median_of(repeats, [&] { return timer.loop(); }));
  KCAST_TRY(const CUgraphExec many, timer.graph_of(kManyLaunches));
  KCAST_TRY(const CUgraphExec one, timer.graph_of(1));
  KCAST_OK(timer.fill_and_wait());
  KCAST_TRY(out.graph_us, median_of(repeats, [&] { return timer.graph(many, kManyLaunches); }));
  KCAST_TRY(out.graph_one_us, median_of(repeats, [&] { return timer.graph(one, 1); }));
  return out;
}

}  // namespace kcast::collect
