// Source files of the user, as a request to the front end.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"
#include "predict/predict.h"
#include "report/predict_view.h"

namespace kcast::workflow {

// Adds the files' texts; #include may read from their folders.
Status read_sources(const std::vector<std::string>& files, frontend::InspectRequest& request);

// "NAME=VALUE" of -D. A number is passed on as C++ reads it: 1e6 becomes 1000000.
void add_define(const std::string& text, frontend::InspectRequest& source);

// Lines of the request's files.
report::SourceLine source_lines(const predict::PredictRequest& request);

}  // namespace kcast::workflow
