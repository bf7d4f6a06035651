// Lines that are added to a file one by one, each at once: what was written is there even if the
// process is killed in the next moment, and several processes may write.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kcast::collect {

// Makes the file if it is not there.
Status add_line_to_file(const std::string& path, std::string_view line);

}  // namespace kcast::collect
