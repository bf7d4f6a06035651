// What a model is told: who it is, what to write, and how far to optimise it.
#pragma once

#include <string>
#include <string_view>

#include "author/problems.h"

namespace kcast::author {

// Levels of optimisation, the words of corpus/authored/problems.tsv.
bool is_level(std::string_view name);
std::string level_names();  // "naive, shared, ..."

// cuda, hip or opencl.
bool is_prompt_language(std::string_view language);
std::string_view file_ending(std::string_view language);  // ".cu"

// An OpenCL program keeps its kernels in a file of their own, so host code is not asked for.
bool wants_host_code(std::string_view language);

std::string system_prompt(std::string_view language);
std::string user_prompt(const Problem& problem, std::string_view level, std::string_view language);

}  // namespace kcast::author
