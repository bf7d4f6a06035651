// #include and its relatives reach the built-in headers and the stated folders,
// and nothing else.
#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "frontend/test_inspect.h"

namespace kcast::frontend {
namespace {

namespace fs = std::filesystem;

class Includes : public testing::Test {
 protected:
  void SetUp() override {
    auto made = TempDir::make("includes");
    ASSERT_TRUE(made);
    dir_ = std::make_unique<TempDir>(*std::move(made));
    put("project/near.h", "#define NEAR 1\n");
    put("project/sub/deep.h", "#include \"../near.h\"\n#define DEEP 1\n");
    put("outside/secret.h", "#define SECRET 1\n");
    put("library/lib.h", "#define LIB 1\n");
    fs::create_symlink(root() / "outside/secret.h", root() / "project/link.h");
    fs::create_directory_symlink(root() / "outside", root() / "project/linked_dir");
  }
  fs::path root() const { return dir_->path(); }
  void put(const std::string& name, const std::string& text) const {
    fs::create_directories((root() / name).parent_path());
    ASSERT_TRUE(write_file(root() / name, text));
  }
  // Whether `macro` is defined after `lines`, seen by a kernel of the project.
  bool defines(const std::string& lines, const std::string& macro,
               const std::vector<std::string>& include_dirs = {}) const {
    InspectRequest request = request_for(lines + "\n#ifdef " + macro +
                                             "\n__global__ void seen() {}\n#endif\n"
                                             "__global__ void always() {}\n",
                                         "main.cu");
    request.working_dir = (root() / "project").string();
    request.readable_dirs = {"."};
    request.include_dirs = include_dirs;
    const Inspection inspection = inspect_ok(request);
    EXPECT_NE(kernel_named(inspection, "always"), nullptr);
    return kernel_named(inspection, "seen") != nullptr;
  }

 private:
  std::unique_ptr<TempDir> dir_;
};

TEST_F(Includes, reads_beside_the_file_and_below) {
  EXPECT_TRUE(defines("#include \"near.h\"", "NEAR"));
  EXPECT_TRUE(defines("#include \"sub/deep.h\"", "DEEP"));
  EXPECT_TRUE(defines("#include \"sub/deep.h\"", "NEAR"));
  EXPECT_TRUE(defines("#define WHICH \"near.h\"\n#include WHICH", "NEAR"));
}

// With settings for which no header was precompiled, from another folder.
TEST_F(Includes, a_file_elsewhere_needs_no_file_in_the_working_folder) {
  InspectRequest request = request_for("__global__ void k() {}\n", "/elsewhere/main.cu");
  request.working_dir = "/nowhere/at/all";
  request.arch = "sm_80";
  EXPECT_NE(kernel_named(inspect_ok(request), "k"), nullptr);
}

TEST_F(Includes, reads_given_folders) {
  EXPECT_FALSE(defines("#include <lib.h>", "LIB"));
  EXPECT_TRUE(defines("#include <lib.h>", "LIB", {"../library"}));
  EXPECT_TRUE(defines("#include \"../library/lib.h\"", "LIB", {"../library"}));
}

TEST_F(Includes, reaches_nothing_else) {
  const std::string secret = (root() / "outside/secret.h").string();
  EXPECT_FALSE(defines("#include \"../outside/secret.h\"", "SECRET"));
  EXPECT_FALSE(defines("#include \"" + secret + "\"", "SECRET"));
  EXPECT_FALSE(defines("#include <" + secret + ">", "SECRET"));
  EXPECT_FALSE(defines("#include \"link.h\"", "SECRET"));
  EXPECT_FALSE(defines("#include \"linked_dir/secret.h\"", "SECRET"));
  EXPECT_FALSE(defines("#include_next \"../outside/secret.h\"", "SECRET"));
  EXPECT_FALSE(defines("#import \"" + secret + "\"", "SECRET"));
  EXPECT_FALSE(defines("#include \"sub/../../outside/secret.h\"", "SECRET"));
}

TEST_F(Includes, does_not_even_say_whether_a_file_exists) {
  EXPECT_FALSE(defines("#if __has_include(\"/etc/passwd\")\n#define THERE\n#endif", "THERE"));
  EXPECT_FALSE(defines("#if __has_embed(\"/etc/passwd\")\n#define THERE\n#endif", "THERE"));
  EXPECT_TRUE(defines("#if __has_include(\"near.h\")\n#define THERE\n#endif", "THERE"));
}

TEST_F(Includes, embeds_nothing_from_elsewhere) {
  const Inspection inspection = inspect_text(
      "__device__ const unsigned char bytes[] = {\n#embed \"/etc/passwd\"\n0};\n"
      "__global__ void k(int* out) { *out = sizeof(bytes); }\n");
  EXPECT_EQ(ptx_of(inspection).find("root"), std::string::npos);
  ASSERT_NE(kernel_named(inspection, "k"), nullptr);
}

TEST_F(Includes, special_files_are_no_headers) {
  EXPECT_FALSE(defines("#include \"/dev/zero\"", "SECRET", {"/dev"}));
}

TEST_F(Includes, files_of_a_request_see_each_other) {
  InspectRequest request;
  request.files = {{"main.cu", "#include \"util.h\"\n__global__ void k(T* a) { *a = 1; }\n"},
                   {"util.h", "typedef double T;\n"}};
  const Inspection inspection = inspect_ok(request);
  ASSERT_EQ(inspection.kernels.size(), 1U);
  EXPECT_EQ(inspection.kernels[0].parameters[0].element_bytes, 8);
}

}  // namespace
}  // namespace kcast::frontend
