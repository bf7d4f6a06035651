#include "collect/cuda/inject/injector.h"

#include <cupti_driver_cbid.h>

#include <algorithm>

#include "collect/inject/line_file.h"

namespace kcast::collect {

namespace {

constexpr CUpti_CallbackId kLaunchCalls[] = {
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel,
    CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz,
};

// What is noted between the beginning and the end of a call.
enum CallState : uint64_t { NotOurs, Passing, BeingRead };

// A launch that starts within another call is a part of it.
thread_local int t_depth = 0;

// Parameters of the calls, as in generated_cuda_meta.h, which does not compile beside our use of
// cuda.h. cuLaunchCooperativeKernel's begin as cuLaunchKernel's; those of the functions with
// streams of the thread are the same.
// NOLINTBEGIN(readability-identifier-naming): NVIDIA's names.
struct LaunchParameters {
  CUfunction f;
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream hStream;
};
struct LaunchExParameters {
  const CUlaunchConfig* config;
  CUfunction f;
};
// NOLINTEND(readability-identifier-naming)

bool has_own_stream(CUpti_CallbackId call) {
  return call == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz ||
         call == CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz ||
         call == CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz;
}

template <typename Parameters>
RunShape shape_of_fields(const Parameters& p) {
  return {.grid = {p.gridDimX, p.gridDimY, p.gridDimZ},
          .block = {p.blockDimX, p.blockDimY, p.blockDimZ},
          .dynamic_shared_bytes = p.sharedMemBytes};
}

// Whether there was one on tensor cores, by the counters of its types.
bool has_tensor_operations(const LaunchReading& reading) {
  return std::any_of(reading.raw.begin(), reading.raw.end(), [](const auto& counter) {
    return counter.first.starts_with("tensor_") && counter.first != "tensor_instructions" &&
           counter.second > 0;
  });
}

void CUPTIAPI on_call(void* injector, CUpti_CallbackDomain domain, CUpti_CallbackId function,
                      const void* data) {
  if (domain != CUPTI_CB_DOMAIN_DRIVER_API || injector == nullptr) return;
  // Nothing may leave through the driver.
  try {
    static_cast<Injector*>(injector)->called(function,
                                             *static_cast<const CUpti_CallbackData*>(data));
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
  }
}

}  // namespace

Injector::Injector(InjectSettings settings, const Cupti& cupti, FirstLaunches choice)
    : settings_(std::move(settings)), choice_(std::move(choice)), reader_(cupti) {}

Result<std::unique_ptr<Injector>> Injector::attach(const InjectSettings& settings) {
  KCAST_TRY(FirstLaunches choice,
            FirstLaunches::make({.launches = settings.launches, .kernel = settings.kernel}));
  KCAST_TRY(const Cupti* cupti, load_cupti());
  std::unique_ptr<Injector> injector(new Injector(settings, *cupti, std::move(choice)));
  CUpti_SubscriberHandle subscriber = nullptr;
  CUptiResult status = cupti->cuptiSubscribe(&subscriber, on_call, injector.get());
  if (status != CUPTI_SUCCESS) {
    return cupti_error(*cupti, status, "cuptiSubscribe").context("is another profiler active?");
  }
  for (const CUpti_CallbackId call : kLaunchCalls) {
    status = cupti->cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, call);
    if (status != CUPTI_SUCCESS) {
      cupti->cuptiUnsubscribe(subscriber);
      return cupti_error(*cupti, status, "cuptiEnableCallback");
    }
  }
  return injector;
}

std::optional<Injector::Call> Injector::call_of(CUpti_CallbackId function,
                                                const CUpti_CallbackData& data) {
  Call call;
  switch (function) {
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz: {
      const auto& p = *static_cast<const LaunchParameters*>(data.functionParams);
      call = {p.f, p.hStream, shape_of_fields(p), ""};
      break;
    }
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
    case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
      const auto& p = *static_cast<const LaunchExParameters*>(data.functionParams);
      if (p.config == nullptr) return std::nullopt;
      call = {p.f, p.config->hStream, shape_of_fields(*p.config), ""};
      break;
    }
    default:
      return std::nullopt;
  }
  if (call.stream == nullptr && has_own_stream(function)) call.stream = CU_STREAM_PER_THREAD;
  if (data.symbolName != nullptr) call.symbol = data.symbolName;
  return call;
}

void Injector::called(CUpti_CallbackId function, const CUpti_CallbackData& data) {
  if (data.callbackSite == CUPTI_API_ENTER) {
    *data.correlationData = NotOurs;
    if (t_depth > 0) return;
    const auto call = call_of(function, data);
    if (!call) return;
    ++t_depth;
    *data.correlationData = begin(*call, data.context) ? BeingRead : Passing;
    return;
  }
  const uint64_t state = *data.correlationData;
  if (state == NotOurs) return;
  --t_depth;
  if (state == Passing) {
    launching_.unlock_shared();
    return;
  }
  end(*static_cast<const CUresult*>(data.functionReturnValue));
  launching_.unlock();
}

std::optional<Injector::Reading> Injector::chosen(const Call& call) {
  const std::lock_guard lock(choosing_);
  if (!driver_) {
    driver_ = open_inject_driver();
    if (!*driver_) remark(driver_->error().message);
  }
  if (!*driver_ || is_capturing(**driver_, call.stream)) return std::nullopt;
  auto choice = choice_.next(call.symbol, call.shape);
  if (!choice) return std::nullopt;
  return Reading{call,
                 {.chosen = *std::move(choice),
                  .shape = call.shape,
                  .device = {},
                  .use = {},
                  .values = std::vector<double>{}}};
}

// True: the launch is read, and this thread holds the lock alone.
bool Injector::begin(const Call& call, CUcontext context) {
  auto reading = chosen(call);
  if (!reading) {
    launching_.lock_shared();
    return false;
  }
  const InjectDriver& driver = **driver_;
  launching_.lock();
  Status begun = begin_reading(driver, context, *reading);
  if (begun) {
    reading_ = std::move(reading);
    return true;
  }
  reading->launch.values = begun.error();
  record(*reading, std::nullopt);
  launching_.unlock();
  launching_.lock_shared();
  return false;
}

Status Injector::begin_reading(const InjectDriver& driver, CUcontext context, Reading& reading) {
  CUdevice device = 0;
  CUresult status = driver.cuCtxGetDevice(&device);
  if (status == CUDA_SUCCESS) status = driver.cuCtxSynchronize();
  if (status != CUDA_SUCCESS) {
    return Error{ErrorCode::External, "before the launch: " + cuda_error_text(driver, status)};
  }
  reading.launch.device = device_name(driver, device);
  reading.launch.use = function_use(driver, reading.call.function, device);
  return reader_.begin(context, device, reading.launch.chosen.tensor);
}

void Injector::end(CUresult launched) {
  Reading reading = *std::move(reading_);
  reading_.reset();
  reading.launch.values = reader_.end();
  std::optional<ReadingFailure> failure;
  if (launched != CUDA_SUCCESS) failure = {"launch", cuda_error_text(**driver_, launched)};
  record(reading, failure);
}

void Injector::record(const Reading& reading, const std::optional<ReadingFailure>& launch_failure) {
  ProfiledLaunch line = launch_record(reading.launch, settings_.half_types);
  {
    const std::lock_guard lock(choosing_);
    if (launch_failure) {
      line.failure = launch_failure;
    } else if (line.failure) {
      choice_.failed();
    } else {
      choice_.was_read(reading.call.symbol, has_tensor_operations(line.reading));
    }
  }
  if (const Status written = add_line_to_file(settings_.out, profiled_launch_line(line));
      !written) {
    remark(written.error().message);
  }
}

void Injector::remark(const std::string& text) const {
  if (!settings_.status.empty()) static_cast<void>(add_line_to_file(settings_.status, text));
}

}  // namespace kcast::collect
