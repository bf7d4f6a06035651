#include "workflow/project/build_files.h"

#include <gtest/gtest.h>

namespace kcast::workflow {
namespace {

using Words = std::vector<std::string>;

TEST(Makefile, literal_words_of_flags_count) {
  EXPECT_EQ(makefile_words("CFLAGS = -O2 -DHOST\n"
                           "INCLUDES := -I../inc -I inc2\n"
                           "NVCCFLAGS += -std=c++14 -DTILE=32 \\\n  --use_fast_math\n"
                           "LDFLAGS = -L/x -DNOT_THIS\n",
                           "a.cu"),
            (Words{"-DHOST", "-I../inc", "-Iinc2", "-std=c++14", "-DTILE=32", "--use_fast_math"}));
}

TEST(Makefile, variables_in_variables_are_followed_and_what_is_run_is_not) {
  EXPECT_EQ(makefile_words("N ?= 64\nDIM = -DN=$(N)\nNVCCFLAGS = $(DIM) -DV=$(shell date +%s -DX) "
                           "-I${CUDA_HOME}/include -DLAST\n",
                           "a.cu"),
            (Words{"-DN=64", "-DLAST"}));
  // A variable that holds itself ends.
  EXPECT_EQ(makefile_words("AFLAGS = $(AFLAGS) -DX\n", "a.cu"), Words{"-DX"});
}

TEST(Makefile, what_depends_on_a_condition_does_not_count) {
  EXPECT_EQ(makefile_words("ifeq ($(dbg),1)\nCFLAGS = -DDEBUG\nelse\nCFLAGS = -DRELEASE\nendif\n"
                           "CFLAGS += -DALWAYS # -DCOMMENT\n",
                           "a.cu"),
            Words{"-DALWAYS"});
}

TEST(Makefile, a_recipe_that_names_the_file_counts) {
  const std::string text = "a: a.cu\n\tnvcc -DA=1 -o a a.cu\nb: b.cu\n\tnvcc -DB=1 -o b b.cu\n";
  EXPECT_EQ(makefile_words(text, "a.cu"), Words{"-DA=1"});
  EXPECT_EQ(makefile_words(text, "b.cu"), Words{"-DB=1"});
}

TEST(Cmake, definitions_folders_and_standard) {
  EXPECT_EQ(
      cmake_words("project(x CUDA)  # comment (with brackets\n"
                  "set(CMAKE_CXX_STANDARD 17)\nset(CMAKE_CUDA_STANDARD 14)\n"
                  "set(SIZE 64)\n"
                  "add_definitions(-DA -DB=2)\n"
                  "include_directories(inc ${CMAKE_CURRENT_SOURCE_DIR}/inc2 ${OTHER}/x)\n"
                  "add_executable(a a.cu)\n"
                  "target_compile_definitions(a PRIVATE C=3 \"D=4\" E=${SIZE})\n"
                  "target_compile_options(a PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:--use_fast_math>)\n",
                  "a.cu", "/p"),
      (Words{"-DA", "-DB=2", "-Iinc", "-I/p/inc2", "-DC=3", "-DD=4", "-DE=64", "--use_fast_math",
             "-std=c++14"}));
}

TEST(Cmake, the_targets_of_the_file_count) {
  const std::string text =
      "add_executable(a src/a.cu)\nadd_library(b b.cu)\n"
      "target_compile_definitions(a PUBLIC IN_A)\ntarget_compile_definitions(b PUBLIC IN_B)\n";
  EXPECT_EQ(cmake_words(text, "a.cu", "/p"), Words{"-DIN_A"});
  EXPECT_EQ(cmake_words(text, "b.cu", "/p"), Words{"-DIN_B"});
  EXPECT_EQ(cmake_words(text, "c.cu", "/p"), Words{});
}

TEST(Cmake, conditions_and_functions_do_not_count) {
  EXPECT_EQ(cmake_words("if(DEBUG)\nadd_definitions(-DX)\nelse()\nadd_definitions(-DY)\nendif()\n"
                        "function(f)\nadd_definitions(-DZ)\nendfunction()\nadd_definitions(-DW)\n",
                        "a.cu", "/p"),
            Words{"-DW"});
}

// Nothing that is written there may stop a prediction.
TEST(Cmake, unfinished_text_ends) {
  for (const char* text :
       {"", "set(", "#", "\"", "add_definitions(-DA", "(", ")", "if(\nset(A ${"}) {
    cmake_words(text, "a.cu", "/p");
    makefile_words(text, "a.cu");
  }
  EXPECT_EQ(makefile_words("CFLAGS = -D", "a.cu"), Words{});
  std::string many = "E =\n";
  for (char c = 'A'; c < 'I'; ++c) {
    many += std::string(1, c) + " = ";
    for (int i = 0; i < 200; ++i)
      many +=
          c == 'A' ? std::string("$(E)") : "$(" + std::string(1, static_cast<char>(c - 1)) + ")";
    many += "\n";
  }
  EXPECT_EQ(makefile_words(many + "CFLAGS = $(H)\n", "a.cu"), Words{});
  EXPECT_EQ(makefile_words("CFLAGS = $(", "a.cu"), Words{});
}

}  // namespace
}  // namespace kcast::workflow
