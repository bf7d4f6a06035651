// The device-only slice over whole programs: what it holds, that its own slice is the
// same, and that it means the same to our compiler.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>

#include "base/text.h"
#include "frontend/inspect_here.h"
#include "frontend/slice/test_sources.h"

namespace kcast::frontend {

namespace {

struct Reading {
  std::string slice;
  std::string ptx;
  std::vector<Kernel> kernels;
};

Reading read(std::vector<SourceFile> files,
             std::vector<std::pair<std::string, std::string>> defines = {}) {
  InspectRequest request;
  request.files = std::move(files);
  request.defines = std::move(defines);
  request.slice = true;
  const auto inspection = inspect_here(request);
  Reading out;
  if (!inspection) {
    ADD_FAILURE() << inspection.error().message;
    return out;
  }
  for (const Diagnostic& diagnostic : inspection->diagnostics) {
    EXPECT_NE(diagnostic.severity, Severity::Error)
        << diagnostic.file << ":" << diagnostic.line << ": " << diagnostic.message;
  }
  for (const Kernel& kernel : inspection->kernels) {
    if (kernel.lowered) out.kernels.push_back(kernel);
  }
  for (const PtxModule& module : inspection->modules) {
    if (module.file != request.files[0].name) continue;
    out.slice = module.slice;
    out.ptx = module.text;
  }
  return out;
}

// Each kernel's body, with labels that do not count what comes before it, and without
// places in the source: what a macro or a joined line gave has other columns.
std::map<std::string, std::string> kernel_bodies(const std::string& ptx) {
  std::map<std::string, std::string> out;
  const std::regex number(R"((L__BB|callseq |prototype_)[0-9]+)");
  const std::regex place(R"(\t[.]loc\t.*\n)");
  for (size_t at = ptx.find(".entry "); at != std::string::npos; at = ptx.find(".entry ", at + 1)) {
    const size_t name_end = ptx.find('(', at);
    const size_t end = ptx.find("\n}", at);
    if (name_end == std::string::npos || end == std::string::npos) break;
    const std::string name(trim(ptx.substr(at + 7, name_end - at - 7)));
    const std::string body = std::regex_replace(ptx.substr(name_end, end - name_end), place, "");
    out[name] = std::regex_replace(body, number, "$1");
  }
  return out;
}

// The operations of the kernels, without what depends on the order in which functions are
// met: registers, and whether an address space was inferred.
std::vector<std::string> operations(const std::string& ptx) {
  std::vector<std::string> out;
  for (const auto& [name, body] : kernel_bodies(ptx)) {
    for (const std::string& line : split(body, '\n')) {
      const std::string_view text = trim(line);
      const std::string_view word = text.substr(0, text.find_first_of(" \t"));
      if (!word.empty() && !word.starts_with("cvta") && !word.starts_with('.'))
        out.push_back(std::regex_replace(std::string(word), std::regex("[.]global"), ""));
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string without_line_directives(const std::string& slice) {
  std::string out;
  for (const std::string& line : split(slice, '\n')) {
    if (!line.starts_with("#line ") && !trim(line).empty()) out += line + "\n";
  }
  return out;
}

class SliceOf : public testing::TestWithParam<SliceProgram> {};

TEST_P(SliceOf, holds_what_kernels_need_and_nothing_else) {
  const SliceProgram& program = GetParam();
  const Reading whole = read(program.files, program.defines);
  ASSERT_FALSE(whole.slice.empty());
  for (const std::string& text : program.holds) {
    EXPECT_NE(whole.slice.find(text), std::string::npos) << text << "\n" << whole.slice;
  }
  const size_t prelude = whole.slice.find("#line ");
  for (const std::string& text : program.lacks) {
    EXPECT_EQ(whole.slice.find(text, prelude), std::string::npos) << text << "\n" << whole.slice;
  }
}

TEST_P(SliceOf, is_its_own_slice_and_gives_the_same_ptx) {
  const SliceProgram& program = GetParam();
  const Reading whole = read(program.files, program.defines);
  const Reading reread = read({{program.files[0].name, whole.slice}});
  EXPECT_EQ(without_line_directives(whole.slice), without_line_directives(reread.slice));
  EXPECT_EQ(operations(whole.ptx), operations(reread.ptx)) << whole.slice;
  // There, a pointer in a structure passed by value is known to be global in one order of
  // the member functions and not in the other.
  if (program.name == "members") return;
  EXPECT_EQ(kernel_bodies(whole.ptx), kernel_bodies(reread.ptx)) << whole.slice;
}

TEST_P(SliceOf, points_to_the_lines_of_the_user) {
  const SliceProgram& program = GetParam();
  const Reading whole = read(program.files, program.defines);
  const Reading reread = read({{program.files[0].name, whole.slice}});
  ASSERT_EQ(whole.kernels.size(), reread.kernels.size());
  for (const Kernel& kernel : whole.kernels) {
    const auto same =
        std::find_if(reread.kernels.begin(), reread.kernels.end(),
                     [&](const Kernel& other) { return other.mangled == kernel.mangled; });
    ASSERT_NE(same, reread.kernels.end()) << kernel.mangled;
    EXPECT_EQ(same->line, kernel.line) << kernel.mangled << "\n" << whole.slice;
    EXPECT_EQ(same->file, kernel.file);
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, SliceOf, testing::ValuesIn(slice_programs()),
                         [](const auto& test) { return test.param.name; });

TEST(slice, leaves_out_kernels_whose_arguments_have_no_name) {
  const Reading whole = read({{"a.cu", R"(
template <class F> __global__ void apply(float* p, F f) { p[0] = f(p[0]); }
__global__ void plain(float* p) { p[0] = 1; }
int main() {
  struct Local { __device__ float operator()(float x) const { return x; } };
  apply<<<1, 1>>>(nullptr, Local());
  apply<<<1, 1>>>(nullptr, [] __device__ (float x) { return x + 1; });
  plain<<<1, 1>>>(nullptr);
}
)"}});
  EXPECT_NE(whole.slice.find("plain"), std::string::npos);
  EXPECT_EQ(whole.slice.find("main"), std::string::npos) << whole.slice;
  EXPECT_EQ(whole.slice.find("apply"), std::string::npos) << whole.slice;
}

TEST(slice, is_written_for_the_sound_kernels_of_a_broken_program) {
  InspectRequest request;
  request.files = {{"a.cu", R"(
__device__ float good(float x) { return x; }
__global__ void fine(float* p) { p[0] = good(p[0]); }
__global__ void broken(float* p) { p[0] = undeclared(p[0]); }
)"}};
  request.slice = true;
  const auto inspection = inspect_here(request);
  ASSERT_TRUE(inspection);
  ASSERT_EQ(inspection->modules.size(), 1U);
  const std::string& slice = inspection->modules[0].slice;
  EXPECT_NE(slice.find("fine"), std::string::npos);
  EXPECT_EQ(slice.find("broken"), std::string::npos);
}

}  // namespace

}  // namespace kcast::frontend
