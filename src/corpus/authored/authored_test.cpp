#include "corpus/authored/authored.h"

#include <gtest/gtest.h>

#include <set>

#include "corpus/authored/restyle.h"
#include "corpus/authored/source_names.h"
#include "corpus/kernel_maker.h"

namespace kcast::corpus {
namespace {

Result<KernelSource> source_of(std::string_view recipe, Language language) {
  KCAST_TRY(const KernelRecipe parsed, parse_recipe(recipe));
  return source_of_recipe(parsed, language, /*with_host=*/false);
}

std::set<std::string> names_in(std::string_view cuda) {
  std::set<std::string> names;
  for (const DeclaredName& name : renamable_names(tokens_of_source(cuda)))
    names.insert(name.name);
  return names;
}

TEST(Authored, programs_are_found_by_recipe) {
  const auto programs = authored_programs();
  ASSERT_TRUE(programs) << programs.error().message;
  ASSERT_GE(programs->size(), 500u);
  for (const AuthoredProgram& program : *programs) {
    const auto cuda = source_of("auth-1:" + std::string(program.name), Language::Cuda);
    ASSERT_TRUE(cuda) << cuda.error().message;
    EXPECT_EQ(cuda->source, program.text);
    EXPECT_NE(program.text.find("__global__"), std::string_view::npos) << program.name;
  }
}

TEST(Authored, sources_have_the_name_of_an_only_kernel) {
  const auto source = source_of("auth-1:geospatial/heatmap_bins", Language::Hip);
  ASSERT_TRUE(source) << source.error().message;
  EXPECT_EQ(source->name, "heatmap");
  EXPECT_EQ(source->language, "hip");
  EXPECT_NE(source->source.find("hipMalloc"), std::string::npos);
}

TEST(Authored, errors_say_what_there_is_instead) {
  EXPECT_EQ(source_of("auth-1:geospatial/heatmap_bin", Language::Cuda).error().message,
            "no authored program 'geospatial/heatmap_bin'; did you mean "
            "'geospatial/heatmap_bins'?");
  EXPECT_EQ(source_of("auth-1:tensor_core_wmma/wmma_row_sums", Language::Hip).error().message,
            "auth-1:tensor_core_wmma/wmma_row_sums: cuda only: 'mma.h' (tensor cores through wmma) "
            "has no counterpart in HIP");
  EXPECT_FALSE(source_of("auth-1:geospatial/heatmap_bins", Language::OpenCl));
}

TEST(Authored, most_have_HIP) {
  int granted = 0;
  const auto programs = authored_programs();
  ASSERT_TRUE(programs);
  for (const AuthoredProgram& program : *programs)
    granted += source_of("auth-1:" + std::string(program.name), Language::Hip) ? 1 : 0;
  EXPECT_GE(granted, 526);
}

TEST(Authored, augmentation_gives_other_text_that_stays) {
  const auto first = source_of("auth-1:geospatial/heatmap_bins+1", Language::Cuda);
  const auto repeated = source_of("auth-1:geospatial/heatmap_bins+1", Language::Cuda);
  const auto other = source_of("auth-1:geospatial/heatmap_bins+2", Language::Cuda);
  ASSERT_TRUE(first && repeated && other);
  EXPECT_EQ(*first, *repeated);
  EXPECT_NE(first->source, other->source);
}

TEST(SourceNames, are_kernels_functions_parameters_and_variables) {
  EXPECT_EQ(names_in("constexpr int WIDTH = 8;\n"
                     "__device__ float blend(float left, float right) { return left; }\n"
                     "__global__ void __launch_bounds__(256) smooth(const float* src, int n) {\n"
                     "  __shared__ float tile[WIDTH]; int a = 1, *b; for (int k = 0; k < n; ++k) "
                     "tile[k] = blend(src[k], 0);\n}\n"
                     "int main() { std::vector<float> host(7); float* dev; }"),
            (std::set<std::string>{"WIDTH", "blend", "left", "right", "smooth", "src", "n", "tile",
                                   "a", "b", "k", "host", "dev"}));
}

TEST(SourceNames, leave_out_what_others_may_mean) {
  // A member, a name in a macro, a library's function, a word of CUDA, a type, a host function.
  EXPECT_EQ(names_in("struct Point { float mass; };\n#define AT(i) data[i]\n"
                     "float total(int count) { return count; }\n"
                     "void f(Point* points, float mass, float* data) {\n"
                     "  int sort = 1; std::sort(data, data + 1); float threadIdx; int y = v.y;\n"
                     "  int len = 3; len(2); }"),
            (std::set<std::string>{"count", "points"}));
}

TEST(Restyle, renames_everywhere_at_once) {
  const std::string_view cuda =
      "__global__ void scale(float* values, int n) {\n  // values of a row\n"
      "  int i = threadIdx.x;  // index\n  if (i < n) values[i] *= 2;\n}\n"
      "int main() { scale<<<1, 32>>>(nullptr, 8); }\n";
  int renamed = 0;
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const std::string text = restyle_source(cuda, seed);
    const std::string kernel = kernel_names(tokens_of_source(text)).at(0);
    EXPECT_NE(text.find(kernel + "<<<1, 32>>>(nullptr, 8);"), std::string::npos) << text;
    EXPECT_NE(text.find("threadIdx.x;"), std::string::npos) << text;
    if (text.find("float* values") != std::string::npos) continue;
    ++renamed;
    EXPECT_EQ(text.find("values"), std::string::npos) << text;
  }
  EXPECT_GE(renamed, 10);
}

TEST(Restyle, drops_comments_with_their_lines) {
  bool is_bare = false;
  for (uint64_t seed = 0; seed < 40 && !is_bare; ++seed) {
    is_bare = restyle_source("// head\n/* more\n   of it */\nreturn/*a*/1;  // end\n", seed) ==
              "return 1;\n";
  }
  EXPECT_TRUE(is_bare);
}

TEST(Restyle, indents_all_lines_alike) {
  std::set<std::string> forms;
  for (uint64_t seed = 0; seed < 40; ++seed)
    forms.insert(restyle_source("do {\n  if (1)\n    f(1,\n       2);\n\n} while (1);\n", seed));
  EXPECT_EQ(forms, (std::set<std::string>{
                       "do {\n  if (1)\n    f(1,\n       2);\n\n} while (1);\n",
                       "do {\n   if (1)\n      f(1,\n          2);\n\n} while (1);\n",
                       "do {\n    if (1)\n        f(1,\n             2);\n\n} while (1);\n",
                       "do {\n\tif (1)\n\t\tf(1,\n\t\t\t 2);\n\n} while (1);\n"}));
}

}  // namespace
}  // namespace kcast::corpus
