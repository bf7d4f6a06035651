// Source files of the user, as a request to the front end.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/request.h"
#include "predict/predict.h"
#include "report/predict_view.h"

namespace kcast::workflow {

// Adds the files' texts, "-" being standard input; #include may read from their folders and their
// project's (project/project.h). A name that is not there gets a hint.
Status read_sources(const std::vector<std::string>& files, frontend::InspectRequest& request);

// Adds how the project's build compiles the files, and the flags of --flags; says in `notes`
// where that is from. `build_dir` is -p; empty: what is found.
Status add_build(const std::vector<std::string>& files, const std::string& build_dir,
                 const std::string& flags, frontend::InspectRequest& request,
                 std::vector<std::string>& notes);

// "NAME=VALUE" of -D. A number is passed on as C++ reads it: 1e6 becomes 1000000.
void add_define(const std::string& text, frontend::InspectRequest& source);

// Lines of the request's files.
report::SourceLine source_lines(const predict::PredictRequest& request);

}  // namespace kcast::workflow
