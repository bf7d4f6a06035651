#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace kcast {

void parallel_for(size_t jobs, size_t count, size_t grain,
                  const std::function<void(size_t i)>& work) {
  grain = std::max<size_t>(1, grain);
  std::atomic<size_t> next = 0;
  const auto run = [&] {
    for (;;) {
      const size_t begin = next.fetch_add(grain);
      if (begin >= count) return;
      for (size_t i = begin; i < std::min(count, begin + grain); ++i)
        work(i);
    }
  };
  std::vector<std::jthread> threads;
  const size_t useful = std::min(jobs, (count + grain - 1) / grain);
  for (size_t i = 1; i < useful; ++i)
    threads.emplace_back(run);
  run();
}

size_t hardware_jobs() {
  return std::max<size_t>(1, std::thread::hardware_concurrency());
}

}  // namespace kcast
