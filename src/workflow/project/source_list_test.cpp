#include "workflow/project/source_list.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"

namespace kcast::workflow {
namespace {

namespace fs = std::filesystem;
using Programs = std::vector<std::vector<std::string>>;

TEST(SourceList, one_main_takes_all_sources) {
  EXPECT_EQ(group_programs({{"a.cu", "__global__ void k() {}"},
                            {"b.cu", "void f(); int main() { f(); }"},
                            {"c.cu", "void f() {}"}}),
            (Programs{{"b.cu", "c.cu", "a.cu"}}));
}

TEST(SourceList, each_main_takes_what_it_calls) {
  EXPECT_EQ(group_programs({
                {"lib.cu", "namespace x { void helper(int n) { } }  // main() { }"},
                {"one.cu", "int main() { x::helper(1); }"},
                {"two.cu", "extern \"C\" { int run(void) noexcept { return deep(); } }"},
                {"deep.cu", "int deep() { return 3; }"},
                {"three.cpp", "int main(int c, char** v) { run(); }"},
                {"alone.cl", "__kernel void k() {}"},
            }),
            (Programs{{"one.cu", "lib.cu"}, {"three.cpp", "two.cu", "deep.cu"}, {"alone.cl"}}));
}

// Programs of one folder often have kernels of the same name.
TEST(SourceList, a_file_calls_its_own_function_first) {
  const std::string text = "__global__ void k() {}\nint main() { k<<<1, 1>>>(); }";
  EXPECT_EQ(group_programs({{"a.cu", text}, {"b.cu", text}, {"k.cu", "__global__ void k() {}"}}),
            (Programs{{"a.cu"}, {"b.cu"}, {"k.cu"}}));
}

TEST(SourceList, plain_sources_join_only_where_a_main_needs_them) {
  EXPECT_EQ(group_programs({{"k.cu", "void run() {}"},
                            {"main.cpp", "int main() { run(); tool(); }", false},
                            {"tool.cpp", "void tool() {}", false},
                            {"other.cpp", "int main() { return 0; }", false}}),
            (Programs{{"main.cpp", "k.cu", "tool.cpp"}}));
}

TEST(SourceList, unfinished_text_ends) {
  for (const char* text : {"", "/*", "\"", "int main(", "}", "{{{", "main", "'", "\\"})
    EXPECT_EQ(group_programs({{"a.cu", text}}), (Programs{{"a.cu"}})) << text;
}

TEST(SourceList, sources_below_a_folder) {
  const auto made = TempDir::make("source_list");
  ASSERT_TRUE(made);
  const fs::path root = made->path();
  const auto put = [&](const char* name, const char* text) {
    fs::create_directories((root / name).parent_path());
    ASSERT_TRUE(write_file(root / name, text));
  };
  put("src/a.cu", "__global__ void k() {}");
  put("src/host.cpp", "#include <cuda_runtime.h>\nint main() { k<<<1, 1>>>(); }");
  put("src/plain.cpp", "int main() {}");
  put("build/generated.cu", "");
  put(".hidden/b.cu", "");
  put("notes.txt", "__global__");
  fs::create_directory_symlink(root / "src", root / "linked");
  const auto list = programs_below(root.string());
  ASSERT_TRUE(list);
  EXPECT_EQ(list->programs,
            (Programs{{(root / "src/host.cpp").string(), (root / "src/a.cu").string()}}));
  EXPECT_TRUE(list->notes.empty());
  const auto none = programs_below((root / "build/nothing").string());
  EXPECT_FALSE(none);
  const auto empty = programs_below((root / ".hidden").string());
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->programs.size(), 1U);
}

}  // namespace
}  // namespace kcast::workflow
