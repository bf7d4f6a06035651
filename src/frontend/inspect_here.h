// Reads sources in this process. Hostile sources can end it: servers and the
// command line go through workers (frontend.h, worker.h), which call this. Memory
// is given back by the end of the process.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "base/worker/readable_files.h"
#include "frontend/lower/crash_search.h"
#include "frontend/lower/piece.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

enum class ReadingKind : uint8_t {
  Usual,
  // Nothing is lowered, but tried which kernels can be, in a process that lives on where LLVM
  // would end it. Kernels say the reasons of crash_search.h where that shows something.
  Trial,
};

// An error only for a request that makes no sense (no files, unknown language,
// flag or standard); whatever the texts hold ends in the inspection.
// `prepared` is used up where the request fits it. `find_file` looks up files that are included;
// without one, those of the request's folders are read here. `answer_pieces`: see lower/piece.h.
struct PreparedReading;
Result<Inspection> inspect_here(const InspectRequest& request, PreparedReading* prepared = nullptr,
                                std::function<DiskEntry(std::string_view)> find_file = {},
                                ReadingKind kind = ReadingKind::Usual,
                                AnswerPieces answer_pieces = {});

// The files that the request may read.
ReadableFiles readable_files(const InspectRequest& request);

// Does what does not depend on a request: for a process whose forks answer them.
std::shared_ptr<PreparedReading> prepare_reading();

}  // namespace kcast::frontend
