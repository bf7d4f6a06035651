// Answers of `kcast serve`: whatever it is asked, it answers with a report of its own.
#pragma once

#include <optional>
#include <string_view>

#include "base/result.h"
#include "encode/answers.h"

namespace kcast::workflow {

// What the report says of the kernel that takes most of the time. Nothing: the text is no report.
std::optional<encode::AnswerValues> values_of_report(std::string_view text);

// An answer to a template, or a report, which answers every template.
Result<encode::AnswerValues> read_answer(encode::Template which, std::string_view text);

}  // namespace kcast::workflow
