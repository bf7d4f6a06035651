// The scores of a public suite for people and programs.
#pragma once

#include <span>
#include <string>

#include "workflow/eval/public_suite.h"

namespace kcast::workflow {

std::string public_report_text(std::span<const PublicScore> scores);
std::string public_report_json(std::span<const PublicScore> scores);

}  // namespace kcast::workflow
