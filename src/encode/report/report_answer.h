// Answers of `kcast serve`: whatever it is asked, it answers with a report of its own.
#pragma once

#include <optional>
#include <string_view>

#include "encode/answers.h"

namespace kcast::encode {

// What the report says of the kernel that takes most of the time. Nothing: the text is no report.
std::optional<AnswerValues> values_of_report(std::string_view text);

}  // namespace kcast::encode
