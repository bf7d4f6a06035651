#include "collect/opencl/worker.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/parallel.h"
#include "collect/crash_note.h"
#include "collect/job.h"
#include "collect/opencl/build_queue.h"
#include "collect/opencl/cl_launch.h"
#include "collect/statistics.h"
#include "collect/watchdog.h"

namespace kcast::collect {

namespace {

constexpr size_t kMostBuilders = 8;
constexpr int kTimeoutStatus = 3;

std::string one_line(std::string text) {
  constexpr size_t kLongest = 400;
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() > kLongest) text = text.substr(0, kLongest) + " ...";
  return text;
}

std::string hex_of(const std::vector<unsigned char>& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes.size());
  for (const unsigned char byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

// The position of the first argument that points into a buffer.
size_t argument_of(const LaunchPlan& plan, size_t buffer) {
  for (size_t i = 0; i < plan.parameters.size(); ++i) {
    for (const AddressSlot& slot : plan.parameters[i].addresses)
      if (std::cmp_equal(slot.buffer, buffer)) return i;
  }
  return plan.parameters.size();
}

class ClWorker {
 public:
  ClWorker(const ClDevice& device, const ClWorkerOptions& options, const SendLine& send)
      : device_(device), options_(options), send_(send) {}

  Status run(std::istream& input) {
    const bool flushes = options_.flush == FlushWhen::Always ||
                         (options_.flush == FlushWhen::OnGpus && !device_.is_cpu);
    if (flushes && !options_.outputs) {
      KCAST_TRY(flush_, ClFlush::make(device_));
    }
    // Uploading what the CPU makes takes longer than everything else; a device without doubles
    // leaves no choice.
    if (!device_.is_cpu && !options_.outputs) {
      if (auto fill = ClFill::make(device_)) fill_ = *std::move(fill);
    }
    say(WorkerHello{
        .gpu_name = device_.name, .driver = device_.driver, .toolkit = device_.version});
    BuildQueue queue(input, builders(), [this](const CollectJob& job) { return build(job); });
    while (const std::optional<BuiltJob> built = queue.take()) {
      for (const auto& [id, launch] : built->job.launches) {
        if (!built->kernel) {
          say(WorkerFailure{id, {"compile", one_line(built->kernel.error().message)}});
          continue;
        }
        if (const Status ran = run_launch(id, *built->kernel, launch); !ran) return ran;
      }
    }
    if (const auto bad = queue.bad_input()) return *bad;
    return Unit{};
  }

 private:
  // PoCL builds one program at a time, and what crashes is easier to tell without threads.
  size_t builders() const {
    if (options_.builders >= 0) return static_cast<size_t>(options_.builders);
    return device_.is_cpu || options_.outputs ? 0 : std::min(hardware_jobs(), kMostBuilders);
  }

  void say(const WorkerMessage& message) const { send_(message_line(message)); }

  // Ends the process when a step takes too long.
  std::function<void()> give_up(int64_t id, const char* doing) const {
    return [this, id, doing] {
      say(WorkerFailure{id,
                        {"timeout", std::string(doing) + " took longer than " +
                                        std::to_string(options_.timeout_seconds) + " s"}});
      std::_Exit(kTimeoutStatus);
    };
  }

  Result<ClKernel> build(const CollectJob& job) const {
    if (job.launches.empty()) return Error{ErrorCode::InvalidInput, "no launches"};
    const int64_t id = job.launches.front().first;
    if (builders() == 0) say(WorkerAt{id});
    const CrashNote note(id);
    const Watchdog watchdog(options_.timeout_seconds, give_up(id, "the build"));
    return build_cl_kernel(device_, job.kernel);
  }

  // An error after which the device no longer answers this process.
  Status run_launch(int64_t id, const ClKernel& kernel, const Launch& values) {
    say(WorkerAt{id});
    const Watchdog watchdog(options_.timeout_seconds, give_up(id, "the launch"));
    ClLaunch launch(device_, kernel, values, fill_ ? &*fill_ : nullptr);
    const auto failed = [&](const char* reason, const Error& error) {
      say(WorkerFailure{id, {reason, one_line(error.message)}});
      return Status(Unit{});
    };
    if (const Status done = launch.plan(); !done) return failed("argument", done.error());
    if (const Status done = launch.allocate(); !done) return failed("memory", done.error());
    if (const Status done = launch.set_arguments(); !done) return failed("argument", done.error());
    LaunchReading reading;
    const int rounds = options_.outputs ? 1 : 1 + options_.repeats;
    for (int i = 0; i < rounds; ++i) {
      if (const Status done = launch.fill(); !done) return failed("memory", done.error());
      if (flush_) {
        if (Status done = flush_->run(device_); !done) return done;
      }
      const auto event = launch.enqueue();
      if (!event) return failed("launch", event.error());
      const auto time_us = launch.finish(*event);
      if (!time_us) {
        say(WorkerFailure{id, {"fault", one_line(time_us.error().message)}});
        return time_us.error();
      }
      if (i > 0) reading.times_us.push_back(*time_us);
    }
    if (options_.outputs) return send_buffers(id, launch);
    reading.values.time_us = median(reading.times_us);
    say(WorkerReading{id, std::move(reading)});
    return Unit{};
  }

  Status send_buffers(int64_t id, ClLaunch& launch) const {
    nlohmann::ordered_json buffers = nlohmann::ordered_json::array();
    for (size_t i = 0; i < launch.planned().buffers.size(); ++i) {
      KCAST_TRY(const std::vector<unsigned char> bytes, launch.read(i));
      nlohmann::ordered_json buffer = {{"argument", argument_of(launch.planned(), i)}};
      if (bytes == launch.initial(i)) {
        buffer["unchanged"] = true;
      } else {
        buffer["hex"] = hex_of(bytes);
      }
      buffers.push_back(std::move(buffer));
    }
    send_(nlohmann::ordered_json{{"id", id}, {"buffers", std::move(buffers)}}.dump());
    return Unit{};
  }

  const ClDevice& device_;
  const ClWorkerOptions& options_;
  const SendLine& send_;
  std::optional<ClFlush> flush_;
  std::optional<ClFill> fill_;  // absent: the CPU fills
};

}  // namespace

Status run_cl_worker(std::istream& input, const ClWorkerOptions& options, const SendLine& send) {
  install_crash_notes();
  KCAST_TRY(const ClDevice device, open_cl_device(options.device_index));
  return ClWorker(device, options, send).run(input);
}

}  // namespace kcast::collect
