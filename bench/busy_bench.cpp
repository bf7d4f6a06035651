// How many cores a loop over items of very different length keeps busy: seconds of the processor
// by seconds of the clock, for several ways to run the same items, one after the other. Lengths are
// like those of kernels under kcast encode --analyse: of a thousand, one takes a hundred times as
// long as most, and consists of parts. With "wait", items wait instead, and seconds are those in
// which a thread had one: how many threads a way keeps busy can be seen on few cores, too.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string_view>
#include <thread>
#include <vector>

#include "base/ordered_loop.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/text.h"

namespace kcast {
namespace {

constexpr size_t kParts = 6;

double seconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// Nanoseconds that threads had an item for, where items wait.
std::atomic<int64_t> g_waited_ns = 0;
bool g_wait = false;

// Arithmetic that nothing can leave out, some nanoseconds for a round of it.
std::atomic<uint64_t> g_sink = 0;
void spin(uint64_t rounds) {
  if (g_wait) {
    const auto start = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::nanoseconds(rounds));
    g_waited_ns += std::chrono::nanoseconds(std::chrono::steady_clock::now() - start).count();
    return;
  }
  uint64_t value = rounds;
  for (uint64_t i = 0; i < rounds; ++i)
    value = value * 6364136223846793005U + 1442695040888963407U;
  g_sink.fetch_add(value & 1U, std::memory_order_relaxed);
}

double busy_seconds() {
  return g_wait ? 1e-9 * static_cast<double>(g_waited_ns) : seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

// Rounds of each item: a log-normal distribution whose longest come late in the list, as the
// grammar's kernels do in a sorted data set.
std::vector<uint64_t> make_items(size_t count, double median_rounds) {
  Rng rng = Rng::for_name(1, "busy");
  std::vector<uint64_t> out;
  for (size_t i = 0; i < count; ++i) {
    double normal = -6;
    for (int n = 0; n < 12; ++n)
      normal += rng.unit();
    out.push_back(static_cast<uint64_t>(median_rounds * std::exp(1.4 * normal)));
  }
  std::swap(*std::max_element(out.begin(), out.end()), out[count - 1 - count / 50]);
  return out;
}

struct Way {
  const char* name;
  std::function<void(const std::vector<uint64_t>&, size_t jobs)> run;
};

void run_batches(const std::vector<uint64_t>& items, size_t jobs) {
  constexpr size_t kAtOnce = 1024;
  for (size_t begin = 0; begin < items.size(); begin += kAtOnce) {
    parallel_for(jobs, std::min(kAtOnce, items.size() - begin), 4,
                 [&](size_t i) { spin(items[begin + i]); });
  }
}

OrderedLoop loop_of(const std::vector<uint64_t>& items, size_t jobs) {
  OrderedLoop loop;
  loop.count = items.size();
  loop.jobs = jobs;
  loop.work = [&items](size_t i) { spin(items[i]); };
  loop.take = [](size_t) -> Status { return Unit{}; };
  return loop;
}

void run_in_parts(const std::vector<uint64_t>& items, size_t i) {
  share_out(kParts, [&](size_t) { spin(items[i] / kParts); });
}

const std::vector<Way>& ways() {
  static const std::vector<Way> list = {
      {"batches of 1024, 4 a turn", run_batches},
      {"in order", [](const auto& items,
                      size_t jobs) { static_cast<void>(run_ordered(loop_of(items, jobs))); }},
      {"in order, window of 64",
       [](const auto& items, size_t jobs) {
         OrderedLoop loop = loop_of(items, jobs);
         loop.window = 64;
         static_cast<void>(run_ordered(loop));
       }},
      {"in order, costs known",
       [](const auto& items, size_t jobs) {
         OrderedLoop loop = loop_of(items, jobs);
         loop.cost = [&items](size_t i) { return static_cast<double>(items[i]); };
         static_cast<void>(run_ordered(loop));
       }},
      {"in order, items in 6 parts",
       [](const auto& items, size_t jobs) {
         OrderedLoop loop = loop_of(items, jobs);
         loop.work = [&items](size_t i) { run_in_parts(items, i); };
         static_cast<void>(run_ordered(loop));
       }},
      {"window of 64, 6 parts",
       [](const auto& items, size_t jobs) {
         OrderedLoop loop = loop_of(items, jobs);
         loop.window = 64;
         loop.work = [&items](size_t i) { run_in_parts(items, i); };
         static_cast<void>(run_ordered(loop));
       }},
  };
  return list;
}

int run(size_t jobs, size_t count) {
  const std::vector<uint64_t> items = make_items(count, 1'500'000);
  uint64_t all = 0;
  for (const uint64_t rounds : items)
    all += rounds;
  const uint64_t longest = *std::max_element(items.begin(), items.end());
  std::printf("%zu items on %zu threads; the longest is 1/%.0f of all\n\n", count, jobs,
              static_cast<double>(all) / static_cast<double>(longest));
  std::printf("| way                        | busy s | wall s | busy cores | of %2zu |\n", jobs);
  std::printf("|----------------------------|--------|--------|------------|-------|\n");
  for (const Way& way : ways()) {
    const double cpu = busy_seconds();
    const double wall = seconds_of(CLOCK_MONOTONIC);
    way.run(items, jobs);
    const double cpu_s = busy_seconds() - cpu;
    const double wall_s = seconds_of(CLOCK_MONOTONIC) - wall;
    const double busy = cpu_s / wall_s;
    std::printf("| %-26s | %6.2f | %6.2f | %10.2f | %3.0f %% |\n", way.name, cpu_s, wall_s, busy,
                100 * busy / static_cast<double>(jobs));
  }
  return 0;
}

}  // namespace
}  // namespace kcast

// busy_bench [THREADS [ITEMS [wait]]]
int main(int argc, char** argv) {
  const auto number = [&](int i, size_t otherwise) {
    const auto value = argc > i ? kcast::parse_int(argv[i]) : std::nullopt;
    return value && *value > 0 ? static_cast<size_t>(*value) : otherwise;
  };
  kcast::g_wait = argc > 3 && std::string_view(argv[3]) == "wait";
  return kcast::run(number(1, kcast::hardware_jobs()), number(2, 4096));
}
