// How a request and its answer travel between the caller and a worker.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "frontend/request.h"
#include "schema/inspection.h"

namespace kcast::frontend {

std::string encode_request(const InspectRequest& request);
Result<InspectRequest> decode_request(std::string_view text);

std::string encode_answer(const Result<Inspection>& answer);
// The answer itself, or why there is none.
Result<Inspection> decode_answer(std::string_view text);

}  // namespace kcast::frontend
