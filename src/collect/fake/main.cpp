// kcast-collect-fake: a worker without a device, for tests of everything around one. Its readings
// follow from the launch alone. A word in a kernel's source makes it misbehave:
//   KCAST_FAKE_CRASH   dies                    KCAST_FAKE_HANG    says nothing more
//   KCAST_FAKE_FAULT   reports a fault, dies   KCAST_FAKE_REFUSE  refuses the launch
//   KCAST_FAKE_BREAK   dies when it is read, with nothing to blame
// Kernels of OpenMP are refused without their PTX, as by a worker that has a device.
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "base/rng.h"
#include "collect/job.h"
#include "collect/statistics.h"
#include "schema/sample_json.h"

namespace kcast::collect {

namespace {

void send(const WorkerMessage& message) {
  std::cout << message_line(message) << '\n' << std::flush;
}

// Between 0 and 1, the same for the same launch and salt.
double share(const std::string& text, const char* salt) {
  return static_cast<double>(stable_hash(text + salt) >> 11) / 9007199254740992.0;
}

LaunchReading fake_reading(const CollectJob& job, const Launch& launch) {
  const std::string text = job.kernel.source + job.ptx + to_json_document(launch).dump();
  const double threads = static_cast<double>(launch.grid[0] * launch.grid[1] * launch.grid[2] *
                                             launch.block[0] * launch.block[1] * launch.block[2]);
  LaunchReading reading;
  const double time = 2 + threads * 1e-5 * (1 + share(text, "time"));
  for (const double jitter : {1.0, 1.01, 0.99, 1.02, 1.0})
    reading.times_us.push_back(time * jitter);
  BaseQuantities& values = reading.values;
  values.time_us = median(reading.times_us);
  values.flops_fp32 = threads * 2;
  values.int_ops = threads * 8;
  values.l1_bytes = threads * 12;
  values.l2_bytes = threads * 10;
  values.hbm_read_bytes = threads * 4;
  values.hbm_write_bytes = threads * 2;
  values.l1_hit_rate_pct = 100 * share(text, "l1");
  values.l2_hit_rate_pct = 100 * share(text, "l2");
  reading.sm_clock_mhz = 1000;
  reading.memory_clock_mhz = 1000;
  reading.registers = 16;
  reading.raw = {{"ffma", threads}, {"integer", threads * 8}};
  return reading;
}

bool has(const KernelSource& kernel, const char* word) {
  return kernel.source.find(word) != std::string::npos;
}

void measure(const CollectJob& job, int64_t id, const Launch& launch) {
  const KernelSource& kernel = job.kernel;
  send(WorkerAt{id});
  if (has(kernel, "KCAST_FAKE_CRASH")) std::raise(SIGKILL);
  if (has(kernel, "KCAST_FAKE_HANG")) std::this_thread::sleep_for(std::chrono::hours(1));
  if (has(kernel, "KCAST_FAKE_REFUSE")) {
    send(WorkerFailure{id, {"launch", "refused on request"}});
    return;
  }
  if (has(kernel, "KCAST_FAKE_FAULT")) {
    send(WorkerFailure{id, {"fault", "a fault on request"}});
    std::_Exit(5);
  }
  if (kernel.language == "openmp" && job.ptx.find(kernel.name) == std::string::npos) {
    send(WorkerFailure{id, {"compile", "no PTX"}});
    return;
  }
  send(WorkerReading{id, fake_reading(job, launch)});
}

int work(std::chrono::microseconds pause) {
  send(WorkerHello{.gpu_name = "a GPU that is not there", .driver = "0", .toolkit = "0"});
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto job = parse_job(line);
    if (!job) {
      std::cerr << job.error().message << "\n";
      return 2;
    }
    if (has(job->kernel, "KCAST_FAKE_BREAK")) std::raise(SIGKILL);
    for (const auto& [id, launch] : job->launches) {
      measure(*job, id, launch);
      std::this_thread::sleep_for(pause);
    }
  }
  return 0;
}

}  // namespace

}  // namespace kcast::collect

// kcast-collect-fake [MICROSECONDS-A-LAUNCH]
int main(int argc, char** argv) {
  return kcast::collect::work(std::chrono::microseconds(argc > 1 ? std::atol(argv[1]) : 0));
}
