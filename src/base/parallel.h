// Loops on several threads.
#pragma once

#include <cstddef>
#include <functional>

namespace kcast {

// Calls work(i) for every i below `count`, on up to `jobs` threads, the caller's among them; they
// take the next `grain` numbers when they are done with theirs. Returns when all calls have.
void parallel_for(size_t jobs, size_t count, size_t grain,
                  const std::function<void(size_t i)>& work);

// How many threads the machine runs at once, at least one.
size_t hardware_jobs();

}  // namespace kcast
