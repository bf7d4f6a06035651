// The PTX says which line of the request's files each instruction comes from.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "base/text.h"
#include "frontend/parse/file_names.h"
#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

struct Place {
  std::string file;
  int64_t line = 0;
  bool operator==(const Place&) const = default;
};

// The place in force at the first instruction that starts with `opcode`.
Place place_of(const std::string& ptx, const std::string& opcode) {
  std::map<std::string, std::string> files;
  const std::vector<std::string> lines = split(ptx, '\n');
  for (const std::string& line : lines) {
    const std::vector<std::string> words = split_words(line);
    if (words.size() == 3 && words[0] == ".file") files[words[1]] = words[2];
  }
  Place place;
  for (const std::string& line : lines) {
    const std::vector<std::string> words = split_words(line);
    if (words.size() >= 4 && words[0] == ".loc") {
      place = {files[words[1]], parse_int(words[2]).value_or(-1)};
    } else if (!words.empty() && words[0].starts_with(opcode)) {
      return place;
    }
  }
  return {"no " + opcode, 0};
}

TEST(SourceLines, name_the_line_of_the_request) {
  const std::string ptx =
      ptx_of(inspect_text("__global__ void k(float* a, float* b) {\n"
                          "  float x = a[threadIdx.x];\n"
                          "  x = x / 3.7f;\n"
                          "\n"
                          "  b[threadIdx.x] = x;\n"
                          "}\n",
                          "dir/name.cu"));
  EXPECT_EQ(place_of(ptx, "ld.global"), (Place{"dir/name.cu", 2}));
  EXPECT_EQ(place_of(ptx, "div.rn"), (Place{"dir/name.cu", 3}));
  EXPECT_EQ(place_of(ptx, "st.global"), (Place{"dir/name.cu", 5}));
  EXPECT_EQ(place_of(ptx, "ret"), (Place{"dir/name.cu", 6}));
}

TEST(SourceLines, of_inlined_user_code_are_its_own) {
  InspectRequest request = request_for(
      "#include \"util.h\"\n"
      "__global__ void k(float* a) {\n"
      "  *a = third(*a);\n"
      "}\n");
  request.files.push_back({"util.h", "\n\n__device__ float third(float x) { return x / 3; }\n"});
  const std::string ptx = ptx_of(inspect_ok(request));
  EXPECT_EQ(place_of(ptx, "div.rn"), (Place{"util.h", 3}));
  EXPECT_EQ(place_of(ptx, "st.global"), (Place{"test.cu", 3}));
}

TEST(SourceLines, keep_file_names_as_they_were_given) {
  const std::string written = "x\n\t.file\t1 \"/project/a/../b.h\"\n\t.file\t2 \"./c.cu\"\n";
  EXPECT_EQ(with_request_names(written, {{"./b.h", ""}, {"/c.cu", ""}}, "/project"),
            "x\n\t.file\t1 \"./b.h\"\n\t.file\t2 \"/c.cu\"\n");
  EXPECT_EQ(with_request_names("\n\t.file\t1 \"d\n\"", {}, "/"), "\n\t.file\t1 \"d\n\"");
}

TEST(SourceLines, of_built_in_functions_are_the_users) {
  const std::string ptx =
      ptx_of(inspect_text("__global__ void k(int* a) {\n"
                          "  int x = __shfl_xor_sync(0xffffffff, a[threadIdx.x], 1);\n"
                          "  atomicAdd(a, x);\n"
                          "}\n"));
  EXPECT_EQ(place_of(ptx, "shfl.sync"), (Place{"test.cu", 2}));
  EXPECT_EQ(ptx.find("kcast-builtin"), std::string::npos);
}

TEST(SourceLines, of_opencl_are_there_too) {
  const std::string ptx =
      ptx_of(inspect_text("__kernel void k(__global float* a) {\n"
                          "  size_t i = get_global_id(0);\n"
                          "  a[i] = a[i] + 1.0f;\n"
                          "}\n",
                          "k.cl"));
  EXPECT_EQ(place_of(ptx, "mov.u32"), (Place{"k.cl", 2}));
  EXPECT_EQ(place_of(ptx, "st.global"), (Place{"k.cl", 3}));
}

// Labels that no branch goes to would look like the start of a basic block.
TEST(SourceLines, come_without_labels_and_sections) {
  const std::string ptx =
      ptx_of(inspect_text("__global__ void k(int n, int* a) {\n"
                          "  for (int i = 0; i < n; ++i) atomicAdd(a + i, n);\n"
                          "}\n"));
  EXPECT_NE(ptx.find("\t.loc\t"), std::string::npos);
  EXPECT_EQ(ptx.find("$L__tmp"), std::string::npos);
  EXPECT_EQ(ptx.find("$L__func"), std::string::npos);
  EXPECT_EQ(ptx.find(".section"), std::string::npos);
  EXPECT_EQ(ptx.find("debug"), std::string::npos);
}

}  // namespace
}  // namespace kcast::frontend
