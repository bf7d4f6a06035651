// Programs are lowered in pieces that an edit elsewhere leaves as they are, to a text that holds
// what the whole program says.
#include <gtest/gtest.h>

#include <set>

#include "frontend/lower/join_ptx.h"
#include "frontend/lower/piece.h"
#include "frontend/test_inspect.h"
#include "schema/ptx_text.h"

namespace kcast::frontend {
namespace {

// What is asked for a program. It is lowered here.
std::set<std::string> questions_of(const std::string& text, const std::string& name = "test.cu",
                                   Inspection* inspection = nullptr) {
  std::set<std::string> out;
  const auto note = [&](const std::vector<std::string>& questions) {
    out.insert(questions.begin(), questions.end());
    return std::vector<std::optional<std::string>>(questions.size());
  };
  const auto read = inspect_here(request_for(text, name), nullptr, {}, ReadingKind::Usual, note);
  EXPECT_TRUE(read);
  if (read && inspection != nullptr) *inspection = *read;
  return out;
}

// How many questions of the second were not asked for the first.
size_t new_questions(const std::string& before, const std::string& after,
                     const std::string& name = "test.cu") {
  const std::set<std::string> known = questions_of(before, name);
  size_t count = 0;
  for (const std::string& question : questions_of(after, name))
    count += known.contains(question) ? 0 : 1;
  return count;
}

// The name "beta" ends a piece, and so do "zero" and OpenCL's "q".
constexpr const char* kShared = R"(
template <typename T> __device__ T square(T x) { return x * x; }
__constant__ float table[4];
__global__ void beta(float* a) {
  for (int i = 0; i < 8; ++i)
    a[threadIdx.x + i] = square(a[i]) + table[i & 3];
}
__global__ void two(float* a) {
  __shared__ float tile[32];
  tile[threadIdx.x] = square(a[threadIdx.x]);
  __syncthreads();
  a[threadIdx.x] = tile[31 - threadIdx.x];
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), by);
}

TEST(Pieces, are_the_kernels_that_an_edit_changes) {
  const std::string text = kShared;
  EXPECT_EQ(questions_of(text).size(), 2U);
  EXPECT_EQ(new_questions(text, "\n\n// moved\n" + text), 0U);
  EXPECT_EQ(new_questions(text, replaced(text, "  __syncthreads", "\n  // later\n  __syncthreads")),
            0U);
  EXPECT_EQ(new_questions(text, replaced(text, "i < 8", "i < 9")), 1U);
  EXPECT_EQ(new_questions(text, replaced(text, "__global__ void beta(float* a) {",
                                         "__global__ void beta(float* a) {\n  a += 1;\n")),
            1U);
  EXPECT_EQ(new_questions(text, "__global__ void zero(float* a) { *a = 0; }\n" + text), 1U);
  EXPECT_EQ(new_questions(text, replaced(text, "x * x", "x * x * x")), 2U);
}

TEST(Pieces, know_their_settings) {
  const std::set<std::string> usual = questions_of(kShared);
  InspectRequest request = request_for(kShared);
  for (const std::string flag : {"-O1", "-fmad=false", "-arch=sm_80", "--use_fast_math"}) {
    request.flags = {flag};
    const auto note = [&](const std::vector<std::string>& questions) {
      for (const std::string& question : questions)
        EXPECT_FALSE(usual.contains(question)) << flag;
      return std::vector<std::optional<std::string>>(questions.size());
    };
    EXPECT_TRUE(inspect_here(request, nullptr, {}, ReadingKind::Usual, note)) << flag;
  }
}

TEST(Pieces, hold_together_what_an_optimiser_sees_through) {
  // A variable that one kernel writes and another reads. Nobody is asked for the only piece.
  const auto pieces = [](const std::string& text) { return questions_of(text).size(); };
  EXPECT_EQ(pieces("namespace { __device__ int flag; }\n"
                   "__global__ void beta(float* a) { flag = 1; }\n"
                   "__global__ void two(float* a) { *a = flag; }\n"),
            0U);
  EXPECT_EQ(pieces("__device__ __noinline__ float f(float x) { return x * 3 + 1; }\n"
                   "__global__ void beta(float* a) { *a = f(1); }\n"
                   "__global__ void two(float* a) { *a = f(2); }\n"),
            0U);
  EXPECT_EQ(pieces("__global__ void beta(float* a) { *a = 1; }\n"
                   "__global__ void two(float* a) { *a = 2; }\n"),
            2U);
}

TEST(Pieces, keep_variables_that_no_kernel_names) {
  const std::string ptx =
      ptx_of(inspect_text("__device__ int counter[7];\n__constant__ float weights[3] = {1, 2, 3};\n"
                          "__global__ void k(int* a) { *a = counter[1]; }\n"));
  EXPECT_TRUE(has_ptx_name(ptx, "counter"));
  EXPECT_TRUE(has_ptx_name(ptx, "weights"));
}

// A math function stands once, whoever calls it.
TEST(Pieces, share_the_math_library) {
  Inspection inspection;
  questions_of(
      "__global__ void p(float* a) { *a = tanhf(*a); }\n"
      "__global__ void q(float* a) { *a = tanhf(*a) + erff(*a); }\n",
      "test.cu", &inspection);
  const std::string ptx = ptx_of(inspection);
  const std::string definition = ".visible .func  (.param .b32 func_retval0) __kc_tanh_f32(\n";
  const size_t first = ptx.find(definition);
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(ptx.find(definition, first + 1), std::string::npos);
  EXPECT_EQ(ptx.find(".extern .func"), std::string::npos);
}

// One kernel's fault is its own.
TEST(Pieces, fail_alone) {
  const Inspection inspection = inspect_text(
      "__global__ void beta(float* a) { a[0] = __builtin_powif(a[1], 3); }\n"
      "__global__ void good(float* a) { a[0] = 1; }\n");
  ASSERT_NE(kernel_named(inspection, "good"), nullptr);
  EXPECT_TRUE(kernel_named(inspection, "good")->lowered);
}

TEST(Pieces, of_other_languages) {
  const std::string opencl =
      "float square(float x) { return x * x; }\n"
      "__kernel void q(__global float* a) { a[get_global_id(0)] = square(a[0]) + sin(a[1]); }\n"
      "__kernel void two(__global float* a, __local float* t) { t[0] = square(a[1]); a[0] = t[0]; "
      "}\n";
  EXPECT_EQ(new_questions(opencl, "\n\n" + opencl, "test.cl"), 0U);
  EXPECT_EQ(new_questions(opencl, replaced(opencl, "a[1]); a[0]", "a[2]); a[0]"), "test.cl"), 1U);
  EXPECT_EQ(new_questions(kShared, replaced(kShared, "i < 8", "i < 9"), "test.hip"), 1U);
}

// What comes from elsewhere is not believed.
TEST(Pieces, take_no_nonsense_for_an_answer) {
  for (const std::string answer : {"", "nonsense", "\1\xff\xff\xff\xff\xff\xff\xff\xff"}) {
    const auto reply = [&](const std::vector<std::string>& questions) {
      return std::vector<std::optional<std::string>>(questions.size(), answer);
    };
    const auto read = inspect_here(request_for(kShared), nullptr, {}, ReadingKind::Usual, reply);
    ASSERT_TRUE(read);
    for (const Kernel& kernel : read->kernels)
      EXPECT_FALSE(kernel.lowered);
  }
  EXPECT_FALSE(read_piece_answer(answer_piece("nonsense")));
  EXPECT_FALSE(read_piece_answer(answer_piece(piece_question({"cuda", {}, "a", {}, "BC", {}}))));
}

constexpr const char* kHeader = ".version 8.5\n.target sm_90\n.address_size 64\n";

std::string kernel_text(const std::string& name, const std::string& body) {
  return ".visible .entry " + name + "(\n)\n{\n" + body + "}\n";
}

TEST(JoinPtx, gives_lines_files_and_labels_back) {
  const std::string a = kHeader +
                        kernel_text("a", "\t.loc\t1 2 5\n\tbra $L__BB0_1;\n$L__BB0_1:\n\tret;\n") +
                        "\t.file\t1 \"x.cu\"\n";
  const std::string b =
      kHeader +
      kernel_text("b", "\t.loc\t2 1 5\n\t.loc\t1 0 0\n\tbra $L__BB0_1;\n$L__BB0_1:\n\tret;\n") +
      "\t.file\t1 \"x.cu\"\n\t.file\t2 \"y.h\"\n";
  const auto joined =
      join_ptx({{a, std::vector<int64_t>{10, 20}}, {b, std::vector<int64_t>{30, 40}}});
  ASSERT_TRUE(joined);
  EXPECT_EQ(*joined,
            "//\n// Generated by LLVM NVPTX Back-End\n//\n\n" + std::string(kHeader) + "\n\n" +
                kernel_text("a", "\t.loc\t1 20 5\n\tbra $L__BB0_1;\n$L__BB0_1:\n\tret;\n") +
                kernel_text("b",
                            "\t.loc\t2 30 5\n\t.loc\t1 0 0\n\tbra $L__BB1_1;\n$L__BB1_1:\n"
                            "\tret;\n") +
                "\t.file\t1 \"x.cu\"\n\t.file\t2 \"y.h\"\n");
  EXPECT_FALSE(join_ptx({{a, std::vector<int64_t>{10}}}));  // it names a second line
}

TEST(JoinPtx, keeps_one_of_what_is_the_same_and_both_of_what_is_not) {
  const auto part = [](const std::string& kernel, const std::string& constant,
                       const std::string& align) {
    return kHeader + std::string(".func f\n;\n.visible .global .align ") + align +
           " .b8 v[16];\n.func f()\n{\n\tmov.u32 %r1, " + constant + ";\n\tret;\n}\n" +
           kernel_text(kernel, "\tcall.uni f, ();\n\tret;\n");
  };
  const std::string a = part("a", "1", "4");
  const std::string b = part("b", "1", "16");
  const std::string c = part("c", "2", "8");
  const auto joined = join_ptx({{a, {}}, {b, {}}, {c, {}}});
  ASSERT_TRUE(joined);
  const auto count = [&](const std::string& what) {
    size_t found = 0;
    for (size_t at = joined->find(what); at != std::string::npos; at = joined->find(what, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("mov.u32 %r1, 1;"), 1U);
  EXPECT_EQ(count("mov.u32 %r1, 2;"), 1U);
  EXPECT_EQ(count("call.uni f, ();"), 2U);
  EXPECT_EQ(count("call.uni f_$_1, ();"), 1U);
  EXPECT_EQ(count(" v[16];"), 1U);
  EXPECT_EQ(count(".align 16 .b8 v[16];"), 1U);
}

TEST(JoinPtx, refuses_what_it_does_not_know) {
  for (const std::string text : {"nonsense", ".version 8.5\n.visible .entry k(\n)\n{\n",
                                 ".version 8.5\n.visible .entry k(\n)\n{\n\t.loc\t7 1 1\n}\n"}) {
    EXPECT_FALSE(join_ptx({{text, {}}})) << text;
  }
}

}  // namespace
}  // namespace kcast::frontend
