// What a kernel needs of whoever runs it without its host code, beside its arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kcast::plan {

struct KernelNeeds {
  // Variables of the GPU, by symbol, that begin at zero and that the kernel uses: they keep their
  // values from one run to the next.
  std::vector<std::string> zeroed;
  bool cooperative = false;  // its blocks wait for each other
  std::string refusal;       // why it cannot be run, one line; empty: it can
};

// As the PTX of the front end says.
KernelNeeds kernel_needs(std::string_view ptx, std::string_view kernel);

}  // namespace kcast::plan
