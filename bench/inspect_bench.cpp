// How long a reading takes: in a running process, and as a new one.
//
// Prints p50 and p95 over many readings of each input, beside the targets. Every
// answer is checked first: a fast wrong answer is no result.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "base/files.h"
#include "base/process/subprocess.h"
#include "base/text.h"
#include "frontend/frontend.h"

namespace kcast {
namespace {

using Clock = std::chrono::steady_clock;

struct Input {
  const char* file;
  const char* what;
  size_t kernels;    // how many it holds
  double target_ms;  // p50 in a running process; a new one may take 50 ms more
};

constexpr Input kInputs[] = {
    {"kernel_30.cu", "30-line kernel", 1, 20},
    {"program_200.cu", "200-line program with iostream, vector, thrust", 5, 60},
    {"file_1000.cu", "1000-line file", 29, 200},
};

constexpr std::chrono::milliseconds kNoPause{0};
constexpr std::chrono::milliseconds kPause{100};

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double percentile(std::vector<double> times, double share) {
  std::sort(times.begin(), times.end());
  return times[static_cast<size_t>(share * static_cast<double>(times.size() - 1) + 0.5)];
}

// `pause` lies before each request and is not counted: a user types, and the next
// worker has time to get ready.
Result<std::vector<double>> time_in_process(frontend::Frontend& frontend, const Input& input,
                                            const std::string& text, int repeats,
                                            std::chrono::milliseconds pause) {
  frontend::InspectRequest request;
  request.files = {{input.file, text}};
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    std::this_thread::sleep_for(pause);
    const auto start = Clock::now();
    KCAST_TRY(const Inspection answer, frontend.inspect(request));
    times.push_back(milliseconds_since(start));
    const auto lowered = std::count_if(answer.kernels.begin(), answer.kernels.end(),
                                       [](const Kernel& kernel) { return kernel.lowered; });
    if (static_cast<size_t>(lowered) != input.kernels || answer.launches.empty()) {
      return Error{ErrorCode::Internal, std::string(input.file) + ": wrong answer, " +
                                            std::to_string(lowered) + " kernels lowered"};
    }
  }
  return times;
}

Result<std::vector<double>> time_new_process(const std::string& kcast,
                                             const std::filesystem::path& file, int repeats) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    SubprocessOptions options;
    options.command = {kcast, "inspect", file.string()};
    const auto start = Clock::now();
    KCAST_TRY(const SubprocessResult result, run_subprocess(options));
    times.push_back(milliseconds_since(start));
    if (!result.ok()) {
      return Error{ErrorCode::External, "kcast inspect: " + describe_end(result, options)};
    }
  }
  return times;
}

Status run(const std::string& kcast, const std::filesystem::path& inputs, int repeats) {
  KCAST_TRY(const auto frontend, frontend::Frontend::start({}, /*warm=*/true));
  std::printf(
      "| input | in process p50 | p95 | after a pause p50 | p95 | target | new process p50 | p95 | "
      "target |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const Input& input : kInputs) {
    KCAST_TRY(const std::string text, read_file(inputs / input.file));
    KCAST_TRY(const auto warm, time_in_process(*frontend, input, text, repeats, kNoPause));
    KCAST_TRY(const auto paused, time_in_process(*frontend, input, text, repeats, kPause));
    KCAST_TRY(const auto cold, time_new_process(kcast, inputs / input.file, repeats));
    std::printf(
        "| %s | %.1f ms | %.1f ms | %.1f ms | %.1f ms | %.0f ms | %.1f ms | %.1f ms | %.0f ms |\n",
        input.what, percentile(warm, 0.5), percentile(warm, 0.95), percentile(paused, 0.5),
        percentile(paused, 0.95), input.target_ms, percentile(cold, 0.5), percentile(cold, 0.95),
        input.target_ms + 50);
  }
  return Unit{};
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: inspect_bench KCAST INPUTS REPEATS\n");
    return 2;
  }
#ifndef NDEBUG
  std::fprintf(stderr, "inspect_bench: built with assertions; use the release preset\n");
  return 1;
#endif
  const auto repeats = kcast::parse_int(argv[3]);
  if (!repeats || *repeats < 1 || *repeats > 100000) return 2;
  const kcast::Status status = kcast::run(argv[1], argv[2], static_cast<int>(*repeats));
  if (!status) std::fprintf(stderr, "inspect_bench: %s\n", status.error().message.c_str());
  return status ? 0 : 1;
}
