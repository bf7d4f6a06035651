// The launches that a program's host code makes, as rows of a plan.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "launch/ready_kernel.h"
#include "plan/launch_table.h"
#include "schema/gpu/gpu.h"

namespace kcast::plan {

// `recipe` names the program in the rows; their launches are "host:0", "host:1", ... in the
// order in which predict() takes them. An error where nothing of it can be predicted.
Result<std::vector<PlannedLaunch>> plan_program(const std::string& recipe, const std::string& file,
                                                const std::string& text,
                                                const launch::Inspect& inspect, const Gpu& gpu);

// By the ending of its file.
std::string program_language(const std::string& file);

}  // namespace kcast::plan
