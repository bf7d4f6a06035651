#include "collect/cuda/checks/case_runner.h"

#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "collect/cuda/device.h"
#include "collect/cuda/ready_launch.h"
#include "collect/statistics.h"
#include "collect/watchdog.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;

Status fill_all(CudaDevice& device, const ReadyLaunch& ready) {
  if (Status filled = fill_buffers(device, ready); !filled) return filled;
  return device.synchronize();
}

// The launch between the profiler's start and stop, and between two events.
Result<double> run_once(CudaDevice& device, const LoadedKernel& kernel, ReadyLaunch& ready,
                        const CaseRunOptions& options) {
  if (const Status filled = fill_all(device, ready); !filled) return filled.error();
  if (options.flush) {
    if (const Status flushed = device.flush_l2(); !flushed) return flushed.error();
  } else if (options.warm) {
    const Status before = device.launch(kernel, ready.shape, ready.parameters.data());
    if (!before) return before.error();
  }
  if (const Status waited = device.synchronize(); !waited) return waited.error();
  device.driver().cuProfilerStart();
  auto time = device.timed_launch(kernel, ready.shape, ready.parameters.data());
  device.driver().cuProfilerStop();
  return time;
}

Result<CaseReading> read_launch(CudaDevice& device, Arena& arena, const LoadedKernel& kernel,
                                const Launch& launch, const CaseRunOptions& options) {
  KCAST_TRY(ReadyLaunch ready, make_ready(launch, kernel));
  KCAST_TRY(const CUdeviceptr memory, arena.reserve(ready.plan.buffer_bytes()));
  place_buffers(ready, memory);
  CaseReading reading;
  reading.registers = kernel.attribute(CU_FUNC_ATTRIBUTE_NUM_REGS);
  reading.static_shared_bytes = kernel.attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  reading.local_bytes = kernel.attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  if (const Status filled = fill_all(device, ready); !filled) return filled.error();
  const auto warm_up = device.timed_launch(kernel, ready.shape, ready.parameters.data());
  if (!warm_up) return warm_up.error();
  for (int i = 0; i < options.repeats; ++i) {
    KCAST_TRY(const double time, run_once(device, kernel, ready, options));
    reading.times_us.push_back(time);
  }
  if (options.loops) {
    KCAST_TRY(reading.events, read_event_times(device, kernel, ready, options.repeats));
  }
  return reading;
}

Result<std::unique_ptr<LoadedKernel>> load_case(const CudaDevice& device, const CheckCase& check) {
  const auto file = check.source(".cu");
  KCAST_TRY(const std::string source, read_file(file));
  KCAST_TRY(const CompiledKernel compiled, compile_kernel({.name = file.filename().string(),
                                                           .source = source,
                                                           .kernel = check.kernel,
                                                           .target = device.target(),
                                                           .flags = check.flags,
                                                           .headers = {}}));
  return device.load(compiled);
}

}  // namespace

Result<std::vector<CheckCase>> read_cases(const CaseRunOptions& options) {
  std::vector<CheckCase> cases;
  for (const auto& file : options.files) {
    KCAST_TRY(CheckCase check, read_check_case(file));
    if (options.only.empty() || options.only == check.name) cases.push_back(std::move(check));
  }
  if (cases.empty()) return Error{ErrorCode::NotFound, "no case named '" + options.only + "'"};
  return cases;
}

std::vector<CaseLaunch> list_launches(const std::vector<CheckCase>& cases) {
  std::vector<CaseLaunch> launches;
  for (size_t i = 0; i < cases.size(); ++i) {
    for (size_t j = 0; j < cases[i].launches.size(); ++j) {
      launches.push_back(
          {.index = static_cast<int>(launches.size()), .case_idx = i, .launch_idx = j});
    }
  }
  return launches;
}

std::string reading_line(const CheckCase& check, const CaseLaunch& launch,
                         const Result<CaseReading>& reading) {
  const Launch& values = check.launches[launch.launch_idx];
  Json line = {{"index", launch.index},  {"case", check.name},  {"launch", launch.launch_idx},
               {"kernel", check.kernel}, {"grid", values.grid}, {"block", values.block}};
  if (!reading) {
    line["error"] = reading.error().message;
  } else {
    line["time_us"] = median(reading->times_us);
    line["times_us"] = reading->times_us;
    if (reading->events) {
      line["queued_cold_us"] = reading->events->queued_cold_us;
      line["queued_warm_us"] = reading->events->queued_warm_us;
      line["loop_us"] = reading->events->loop_us;
      line["graph_us"] = reading->events->graph_us;
      line["graph_one_us"] = reading->events->graph_one_us;
    }
    line["registers"] = reading->registers;
    line["static_shared_bytes"] = reading->static_shared_bytes;
    line["local_bytes"] = reading->local_bytes;
  }
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Status run_cases(const CaseRunOptions& options, const std::function<void(std::string)>& done) {
  KCAST_TRY(const std::vector<CheckCase> cases, read_cases(options));
  KCAST_TRY(const std::unique_ptr<CudaDevice> device, CudaDevice::open());
  Arena arena(*device);
  std::unique_ptr<LoadedKernel> kernel;
  const CheckCase* loaded = nullptr;
  for (const CaseLaunch& launch : list_launches(cases)) {
    if (launch.index < options.first) continue;
    const CheckCase& check = cases[launch.case_idx];
    const Watchdog watchdog(options.timeout_seconds, [&] {
      done(reading_line(check, launch, Error{ErrorCode::External, "ran into the time limit"}));
      std::_Exit(3);
    });
    if (loaded != &check) {
      kernel.reset();
      auto built = load_case(*device, check);
      if (!built) {
        done(reading_line(check, launch, built.error()));
        continue;
      }
      kernel = *std::move(built);
      loaded = &check;
    }
    const auto reading =
        read_launch(*device, arena, *kernel, check.launches[launch.launch_idx], options);
    done(reading_line(check, launch, reading));
    // A device that no longer answers was poisoned by this launch.
    if (const Status alive = device->synchronize(); !alive) return alive;
  }
  return Unit{};
}

}  // namespace kcast::collect
