#include "collect/opencl/case_timer.h"

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "collect/check_case.h"
#include "collect/opencl/cl_launch.h"
#include "collect/statistics.h"

namespace kcast::collect {

namespace {

using Json = nlohmann::ordered_json;

Result<std::vector<double>> time_launch(const ClDevice& device, const ClFlush& flush,
                                        const KernelSource& source, const Launch& values,
                                        const OpenClRunOptions& options) {
  KCAST_TRY(const ClKernel kernel, build_cl_kernel(device, source));
  ClLaunch launch(device, kernel, values);
  KCAST_OK(launch.plan());
  KCAST_OK(launch.allocate());
  KCAST_OK(launch.set_arguments());
  std::vector<double> times;
  for (int i = 0; i <= options.repeats; ++i) {
    KCAST_OK(launch.fill());
    if (options.warm) {
      KCAST_TRY(const ClOwned before, launch.enqueue());
      KCAST_TRY(const double unused, launch.finish(before));
      static_cast<void>(unused);
    } else {
      KCAST_OK(flush.run(device));
    }
    KCAST_TRY(const ClOwned event, launch.enqueue());
    KCAST_TRY(const double time, launch.finish(event));
    if (i > 0) times.push_back(time);
  }
  return times;
}

}  // namespace

Status time_opencl_cases(const OpenClRunOptions& options,
                         const std::function<void(std::string)>& done) {
  KCAST_TRY(const ClDevice device, open_cl_device());
  KCAST_TRY(const ClFlush flush, ClFlush::make(device));
  for (const auto& file : options.files) {
    KCAST_TRY(const CheckCase check, read_check_case(file));
    if (!options.only.empty() && options.only != check.name) continue;
    if (!std::filesystem::exists(check.source(".cl"))) continue;
    KernelSource source;
    source.name = check.kernel;
    source.flags = check.flags;
    KCAST_TRY(source.source, read_file(check.source(".cl")));
    for (size_t i = 0; i < check.launches.size(); ++i) {
      const Launch& values = check.launches[i];
      const auto times = time_launch(device, flush, source, values, options);
      Json line = {
          {"case", check.name}, {"launch", i}, {"grid", values.grid}, {"block", values.block}};
      if (times) {
        line["time_us"] = median(*times);
        line["times_us"] = *times;
      } else {
        line["error"] = times.error().message;
      }
      done(line.dump(-1, ' ', false, Json::error_handler_t::replace));
    }
  }
  return Unit{};
}

}  // namespace kcast::collect
