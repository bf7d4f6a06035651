// KCAST_CHECK: states what must hold if our own code is right.
//
// A failed check is a bug in kcast, never in the user's input. It throws, so that
// a server can answer the request with an error and live on.
#pragma once

namespace kcast {

[[noreturn]] void check_failed(const char* file, int line, const char* meaning);

}  // namespace kcast

#define KCAST_CHECK(condition, meaning) \
  ((condition) ? static_cast<void>(0) : ::kcast::check_failed(__FILE__, __LINE__, meaning))
