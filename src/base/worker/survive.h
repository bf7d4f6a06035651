// Goes on after code that crashes, in a worker that has only its answer to lose.
#pragma once

#include <functional>

namespace kcast {

// Whether `work` came to its end. Where it crashes (a wild pointer, a stack without end, abort)
// this returns all the same; what it held then stays as it was, and is never given back. For one
// thread, and not inside of another call.
bool survives(const std::function<void()>& work);

// Ends the `work` that is running, as a crash does. Returns where there is none.
void abandon_work();

}  // namespace kcast
