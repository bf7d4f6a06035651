#include "workflow/project/compile_commands.h"

#include <gtest/gtest.h>

namespace kcast::workflow {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kText = R"([
  {"directory": "/p/build", "file": "../src/a.cu", "command": "nvcc -DA=\"x y\" -I../inc -c ../src/a.cu"},
  {"directory": "sub", "file": "/p/other/b.cpp", "arguments": ["g++", "-DB", 7, "-c", "b.cpp"]},
  {"directory": "/p/build", "file": "/p/other/c.cu", "arguments": ["nvcc", "-DC"]},
  {"no": "file"}, 3
])";

TEST(CompileCommands, both_forms_and_relative_folders) {
  const auto commands = read_compile_commands(kText, "/p/build", "x.json");
  ASSERT_TRUE(commands);
  ASSERT_EQ(commands->size(), 3U);
  EXPECT_EQ((*commands)[0].file, "/p/src/a.cu");
  EXPECT_EQ((*commands)[0].words, (Words{"nvcc", "-DA=x y", "-I../inc", "-c", "../src/a.cu"}));
  EXPECT_EQ((*commands)[1].directory, "/p/build/sub");
  EXPECT_EQ((*commands)[1].words, (Words{"g++", "-DB", "-c", "b.cpp"}));
}

TEST(CompileCommands, the_entry_of_the_file_or_of_one_beside_it) {
  const auto commands = read_compile_commands(kText, "/p/build", "x.json");
  ASSERT_TRUE(commands);
  EXPECT_EQ(command_for(*commands, "/p/src/a.cu"), &(*commands)[0]);
  EXPECT_EQ(command_for(*commands, "/p/other/b.cpp"), &(*commands)[1]);
  // Of two beside it, the one of the same kind.
  EXPECT_EQ(command_for(*commands, "/p/other/new.cu"), &(*commands)[2]);
  EXPECT_EQ(command_for(*commands, "/p/elsewhere/a.cu"), nullptr);
}

TEST(CompileCommands, what_is_no_list_is_an_error_that_names_it) {
  for (const char* text : {"", "{}", "[{", "nothing"}) {
    const auto commands = read_compile_commands(text, "/p", "/p/x.json");
    ASSERT_FALSE(commands) << text;
    EXPECT_NE(commands.error().message.find("/p/x.json"), std::string::npos);
  }
}

}  // namespace
}  // namespace kcast::workflow
