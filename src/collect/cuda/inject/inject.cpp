#include "collect/cuda/inject/inject.h"

#include <cstdlib>
#include <exception>

#include "collect/cuda/inject/injector.h"
#include "collect/inject/line_file.h"

namespace kcast::collect {

namespace {

// CUPTI calls it until the process ends.
Injector* g_injector = nullptr;

void attach_to_application() {
  const auto settings = settings_in([](const char* name) { return std::getenv(name); });
  if (!settings) return;
  auto injector = Injector::attach(*settings);
  const std::string remark = injector ? kAttached : injector.error().message;
  if (!settings->status.empty()) static_cast<void>(add_line_to_file(settings->status, remark));
  if (injector) g_injector = injector->release();
}

}  // namespace

}  // namespace kcast::collect

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {  // NOLINT: its name
  try {
    kcast::collect::attach_to_application();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch)
  }
  return 1;
}
