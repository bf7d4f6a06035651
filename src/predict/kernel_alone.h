// One kernel of a PTX text by itself, written so that it stays the same while the rest of the
// program changes around it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/analyze.h"
#include "schema/inspection.h"
#include "schema/ptx_text.h"

namespace kcast::predict {

// The kernel, and the functions and variables that it names, in the order of the module. Labels are
// numbered anew, columns and comments are gone, and so are the lines of the source: the n-th of
// those that occur, in their order, is line kFirstLine + n.
struct KernelAlone {
  std::string ptx;
  std::vector<int64_t> lines;  // what they were; empty: the text has its own lines
};
inline constexpr int64_t kFirstLine = 1'000'000'000;  // no source is so long

// A text that is looked through once for all of its kernels; it has to stay where it is. PTX of
// other compilers than ours, and what does not look like ours, is left as it is.
class SplitModule {
 public:
  SplitModule(std::string_view text, std::string_view route);
  KernelAlone kernel_alone(std::string_view kernel) const;

 private:
  std::vector<const PtxItem*> needed_by(std::string_view kernel) const;

  std::string_view text_;
  std::vector<PtxItem> items_;  // empty: it looks otherwise
  std::vector<size_t> common_;
  std::multimap<std::string_view, size_t> by_name_;
};

KernelAlone kernel_alone(const PtxModule& module, std::string_view kernel);

// Gives an analysis of the kernel alone the lines of the source.
void restore_lines(const std::vector<int64_t>& lines, analyze::Analysis& analysis);
// The same of a sentence: "line 1000000003: ..." is "line 27: ...".
void restore_lines(const std::vector<int64_t>& lines, std::string& text);

}  // namespace kcast::predict
