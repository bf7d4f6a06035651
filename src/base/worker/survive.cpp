#include "base/worker/survive.h"

#include <csetjmp>
#include <csignal>
#include <cstddef>
#include <exception>
#include <iterator>
#include <vector>

namespace kcast {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
constexpr size_t kHandlerBytes = size_t{256} << 10;  // a stack of its own: the other may be full

sigjmp_buf* way_back = nullptr;

void jump_back(int /*signal*/) {
  abandon_work();
}

void jump_back_from_terminate() {
  abandon_work();
  std::abort();
}

// Signals and std::terminate end the work, until this ends.
class CrashHandlers {
 public:
  CrashHandlers() : stack_(kHandlerBytes) {
    const stack_t own{stack_.data(), 0, stack_.size()};
    ::sigaltstack(&own, &stack_before_);
    struct sigaction action{};
    action.sa_handler = jump_back;
    action.sa_flags = SA_ONSTACK;
    for (size_t i = 0; i < std::size(kSignals); ++i)
      ::sigaction(kSignals[i], &action, &before_[i]);
    terminate_before_ = std::set_terminate(jump_back_from_terminate);
  }
  ~CrashHandlers() {
    std::set_terminate(terminate_before_);
    for (size_t i = 0; i < std::size(kSignals); ++i)
      ::sigaction(kSignals[i], &before_[i], nullptr);
    ::sigaltstack(&stack_before_, nullptr);
  }
  CrashHandlers(const CrashHandlers&) = delete;
  CrashHandlers& operator=(const CrashHandlers&) = delete;

 private:
  std::vector<char> stack_;
  stack_t stack_before_{};
  struct sigaction before_[std::size(kSignals)]{};
  std::terminate_handler terminate_before_ = nullptr;
};

}  // namespace

bool survives(const std::function<void()>& work) {
  const CrashHandlers handlers;
  sigjmp_buf here;
  way_back = &here;
  const bool crashed = sigsetjmp(here, 1) != 0;
  if (!crashed) work();
  way_back = nullptr;
  return !crashed;
}

void abandon_work() {
  if (way_back != nullptr) siglongjmp(*way_back, 1);
}

}  // namespace kcast
