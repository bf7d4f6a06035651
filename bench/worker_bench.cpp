// What it costs that a worker without rights makes the whole prediction: the same requests with
// the front end in its process and the rest here, and in a worker, in turns.
//
//   worker_bench ROOT [REPEATS]
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/files.h"
#include "frontend/frontend.h"
#include "predict/gpus.h"
#include "predict/predictor.h"
#include "predict/tools.h"

namespace kcast {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr const char* kInputs[] = {"examples/saxpy.cu", "examples/transpose.cu",
                                   "bench/inputs/kernel_30.cu", "bench/inputs/program_200.cu",
                                   "bench/inputs/file_1000.cu"};

double median(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + static_cast<ptrdiff_t>(times.size() / 2),
                   times.end());
  return times[times.size() / 2];
}

template <typename Predict>
Result<double> milliseconds_of(const Predict& predict) {
  const auto start = Clock::now();
  KCAST_TRY([[maybe_unused]] const predict::PredictReport report, predict());
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

// In a process that has done nothing yet, as a command is.
template <typename Predict>
Result<double> milliseconds_of_first(const Predict& predict) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return Error{ErrorCode::Io, "no pipe"};
  const pid_t child = ::fork();
  if (child == 0) {
    const Result<double> time = milliseconds_of(predict);
    const double said = time ? *time : -1;
    ::_exit(::write(ends[1], &said, sizeof said) == sizeof said ? 0 : 1);
  }
  ::close(ends[1]);
  double out = -1;
  const bool whole = ::read(ends[0], &out, sizeof out) == sizeof out;
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  if (!whole || out < 0) return Error{ErrorCode::External, "a prediction failed"};
  return out;
}

Status compare(const fs::path& root, int repeats, bool warm) {
  predict::PredictorLimits limits;
  limits.max_kept_bytes = 0;  // every analysis is made
  KCAST_TRY(const auto predictor, predict::Predictor::start(limits, warm));
  KCAST_TRY(std::unique_ptr<frontend::Frontend> started, frontend::Frontend::start({}, warm));
  const std::shared_ptr<frontend::Frontend> frontend = std::move(started);
  std::printf("| %-28s | front end apart | all in a worker | ratio |\n",
              warm ? "as kcast serve does, ms" : "as kcast predict does, ms");
  std::printf("|------------------------------|-----------------|-----------------|-------|\n");
  for (const char* input : kInputs) {
    predict::PredictRequest request;
    KCAST_TRY(std::string text, read_file(root / input));
    request.source.files = {{fs::path(input).filename().string(), std::move(text)}};
    KCAST_TRY(request.gpus, predict::gpus_named("h200"));
    std::vector<double> apart;
    std::vector<double> inside;
    for (int i = 0; i < repeats; ++i) {
      const auto here = [&] { return predict::predict(request, predict::make_tools(frontend)); };
      const auto there = [&] { return predictor->predict(request); };
      KCAST_TRY(const double without, warm ? milliseconds_of(here) : milliseconds_of_first(here));
      KCAST_TRY(const double within, warm ? milliseconds_of(there) : milliseconds_of_first(there));
      apart.push_back(without);
      inside.push_back(within);
    }
    std::printf("| %-28s | %15.1f | %15.1f | %5.2f |\n", input, median(apart), median(inside),
                median(inside) / median(apart));
  }
  return Unit{};
}

Status run(const fs::path& root, int repeats) {
  std::printf("Medians of %d requests.\n\n", repeats);
  KCAST_OK(compare(root, repeats, /*warm=*/false));
  std::printf("\n");
  return compare(root, repeats, /*warm=*/true);
}

}  // namespace
}  // namespace kcast

int main(int argc, char** argv) {
  const kcast::Status done =
      kcast::run(argc > 1 ? argv[1] : ".", argc > 2 ? std::atoi(argv[2]) : 30);
  if (done) return 0;
  std::fprintf(stderr, "worker_bench: %s\n", done.error().message.c_str());
  return 1;
}
