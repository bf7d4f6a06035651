#include "frontend/frontend.h"

#include <string>

#include "frontend/worker.h"

namespace kcast::frontend {

Result<std::unique_ptr<Frontend>> Frontend::start(const FrontendLimits& limits, bool warm) {
  KCAST_TRY(std::unique_ptr<Workers> workers, Workers::start(limits, [warm]() -> WorkerHandler {
              return [prepared = prepare_worker(warm)](std::string_view request, WorkerLink& link) {
                return answer_inspection(request, prepared.get(), link);
              };
            }));
  return std::unique_ptr<Frontend>(new Frontend(limits, std::move(workers)));
}

Result<Inspection> Frontend::inspect(const InspectRequest& request,
                                     const std::atomic<bool>* cancelled) {
  KCAST_OK(check_size(request, limits_.max_source_bytes));
  ReadableFiles files = readable_files(request);
  const auto deadline = workers_->deadline();
  return inspect_with(
      [&](const InspectRequest& part, ReadingKind kind) {
        const std::string bytes = inspection_question(part, kind);
        return workers_->ask({bytes, &files, cancelled, deadline});
      },
      request);
}

}  // namespace kcast::frontend
