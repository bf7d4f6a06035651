// What a Makefile or a CMakeLists.txt says of a source, read without running it.
//
// Only what stands there word by word is taken: definitions, folders of headers, the standard,
// and flags of arithmetic. What depends on conditions, or on values that are not literal, is not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace kcast::workflow {

// Words of a build line for `file`, a name without folders: from variables such as NVCCFLAGS,
// CXXFLAGS, INCLUDES and DEFINES, and from recipes that name the file.
std::vector<std::string> makefile_words(std::string_view text, const std::string& file);

// The same from CMake's commands; `dir` is the folder of the text. Of targets, those that name
// the file count, or the only one.
std::vector<std::string> cmake_words(std::string_view text, const std::string& file,
                                     const std::string& dir);

}  // namespace kcast::workflow
