// The front end's part of a worker (base/worker): for programs whose workers do more than read.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/worker/readable_files.h"
#include "base/worker/worker_end.h"
#include "base/worker/worker_link.h"
#include "frontend/inspect_here.h"
#include "frontend/lower/piece.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

// In the fork server: what does not depend on a request. Null where it is not `warm`, which costs
// the time of a small program and makes the first request as fast as the others.
std::shared_ptr<PreparedReading> prepare_worker(bool warm);

// In a worker: reads the sources here; files come through the link. `answer_pieces`: has others
// lower pieces of the program (lower/piece.h).
Result<Inspection> inspect_in_worker(const InspectRequest& request, PreparedReading* prepared,
                                     const WorkerLink& link, AnswerPieces answer_pieces = {});

// The same, as the bytes of a request and of its answer.
std::string inspection_question(const InspectRequest& request, ReadingKind kind);
std::string answer_inspection(std::string_view question, PreparedReading* prepared,
                              const WorkerLink& link);

// What the readings of one request have shown so far.
struct ReadingHistory {
  std::map<std::string, std::string> left_out;  // why kernels are not lowered, by symbol
  int trials = 0;                               // readings that looked for such kernels
  bool ended = false;                           // the last reading has ended its worker
};

// Asks workers until the sources are read. Where one dies or stops, another tries which kernels
// that comes from, and one reads the rest; the others say so. Where even reading ends it, the
// answer holds nothing but a diagnostic. `ask` gives one reading to one worker. All readings of a
// request together look for such kernels twice at most, so that it costs four readings or less.
using AskWorker = std::function<WorkerOutcome(const InspectRequest&, ReadingKind)>;
Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request,
                                ReadingHistory& history);
Result<Inspection> inspect_with(const AskWorker& ask, const InspectRequest& request);

// A bad request, before any worker is asked: sources that are too large.
Status check_size(const InspectRequest& request, size_t max_source_bytes);

// Why a worker has no answer, as an error about the request.
Error describe_end(const WorkerOutcome& outcome, const InspectRequest& request);
// "it crashed", or what limit it passed.
std::string describe_stop(const WorkerOutcome& outcome);

}  // namespace kcast::frontend
