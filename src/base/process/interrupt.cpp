#include "base/process/interrupt.h"

#include <signal.h>

namespace kcast {
namespace {

std::atomic<bool> interrupted_flag = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler may set it

struct sigaction old_interrupt = {};
struct sigaction old_terminate = {};

void on_signal(int number) {
  interrupted_flag = true;
  ::signal(number, SIG_DFL);
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted_flag = false;
  struct sigaction action = {};
  action.sa_handler = on_signal;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt);
  ::sigaction(SIGTERM, &action, &old_terminate);
}

InterruptGuard::~InterruptGuard() {
  ::sigaction(SIGINT, &old_interrupt, nullptr);
  ::sigaction(SIGTERM, &old_terminate, nullptr);
}

const std::atomic<bool>& InterruptGuard::interrupted() {
  return interrupted_flag;
}

}  // namespace kcast
