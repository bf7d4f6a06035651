// What names and headers of CUDA are called in HIP, as HIP 6.2 has them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace kcast::corpus {

enum class HipChange : uint8_t {
  Name,      // another name, or the same
  Mask,      // the first argument, a mask of lanes, goes
  Symbol,    // HIP_SYMBOL() around the first argument
  Function,  // the first argument, a kernel, becomes a plain pointer
  None,      // HIP has nothing like it
};

struct HipName {
  HipChange change = HipChange::Name;
  std::string text;  // the name in HIP; of None, what it is, where that needs a word
};

// Nothing: not a name of CUDA. Names that only look like it are None.
std::optional<HipName> hip_name(std::string_view cuda);

struct HipHeader {
  std::string_view text;  // as it stands between the brackets; empty: there is none in HIP
  std::string_view what;  // that HIP has not
};

// Nothing: not a header of CUDA.
std::optional<HipHeader> hip_header(std::string_view cuda);

}  // namespace kcast::corpus
