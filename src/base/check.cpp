#include "base/check.h"

#include <stdexcept>
#include <string>

namespace kcast {

void check_failed(const char* file, int line, const char* meaning) {
  throw std::logic_error("internal error: " + std::string(meaning) + " (" + file + ":" +
                         std::to_string(line) + ")");
}

}  // namespace kcast
