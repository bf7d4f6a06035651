// The front end's part of a worker (base/worker): for programs whose workers do more than read.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/worker/readable_files.h"
#include "base/worker/worker_end.h"
#include "base/worker/worker_link.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

struct PreparedReading;

// In the fork server: what does not depend on a request. Null where it is not `warm`, which costs
// the time of a small program and makes the first request as fast as the others.
std::shared_ptr<PreparedReading> prepare_worker(bool warm);

// In a worker: reads the sources here; files come through the link.
Result<Inspection> inspect_in_worker(const InspectRequest& request, PreparedReading* prepared,
                                     const WorkerLink& link);

// The same, as the bytes of a request and of its answer.
std::string inspection_question(const InspectRequest& request);
std::string answer_inspection(std::string_view question, PreparedReading* prepared,
                              const WorkerLink& link);

// Asks workers until the sources are read: where one dies or stops, again without the kernels that
// it dies of, which then say so; where even reading ends it, the answer holds nothing but a
// diagnostic. `ask` gives one request to one worker. `ended`: one has ended with it before.
using AskWorker = std::function<WorkerOutcome(const InspectRequest&)>;
Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request,
                                bool ended = false);

// The files that the request may read.
ReadableFiles readable_files(const InspectRequest& request);

// A bad request, before any worker is asked: sources that are too large.
Status check_size(const InspectRequest& request, size_t max_source_bytes);

// Why a worker has no answer, as an error about the request.
Error describe_end(const WorkerOutcome& outcome, const InspectRequest& request);
// "it crashed", or what limit it passed.
std::string describe_stop(const WorkerOutcome& outcome);

}  // namespace kcast::frontend
