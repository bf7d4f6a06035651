#include "base/version.h"

namespace kcast {

std::string_view program_version() {
  return "kcast " KCAST_VERSION;
}

std::string_view build_description() {
  return "built with " KCAST_COMPILER ", Clang " KCAST_CLANG_VERSION
         " as a library, " KCAST_BUILD_TYPE;
}

}  // namespace kcast
