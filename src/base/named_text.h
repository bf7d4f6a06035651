// A text with a name: a file that travels inside the binary.
#pragma once

#include <span>
#include <string_view>

namespace kcast {

struct NamedText {
  std::string_view name;  // path below the folder it was embedded from
  std::string_view text;
};

}  // namespace kcast
