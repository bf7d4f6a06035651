#include "frontend/parse/stop_parsing.h"

#include <llvm/Support/ErrorHandling.h>

#include <string>

#include "base/worker/worker_link.h"

namespace kcast::frontend {

namespace {

constexpr std::string_view kMark = "while it was parsed: ";

void run_out() {
  std::set_new_handler(nullptr);  // what follows needs some, too
  stop_parsing("it needs more memory than a request may have");
}

}  // namespace

void stop_parsing(std::string_view why) {
  stop_worker(std::string(kMark) + std::string(why));
}

bool stopped_parsing(const WorkerOutcome& outcome) {
  return outcome.end == WorkerEnd::Stopped && outcome.text.starts_with(kMark);
}

std::string_view why_parsing_stopped(const WorkerOutcome& outcome) {
  return std::string_view(outcome.text).substr(kMark.size());
}

ParsingMemory::ParsingMemory() : before_(std::set_new_handler(run_out)) {
  // LLVM's containers ask for memory in their own way.
  llvm::install_bad_alloc_error_handler([](void*, const char*, bool) { run_out(); });
}

ParsingMemory::~ParsingMemory() {
  llvm::remove_bad_alloc_error_handler();
  std::set_new_handler(before_);
}

}  // namespace kcast::frontend
