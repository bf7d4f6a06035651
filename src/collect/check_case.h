// A check case: a kernel's source with its launches, as tests/checks/<name>.json has it.
//
// 1. "name", "kernel", "domain" (texts); "flags" (list of texts, optional).
// 2. "launches": a list of launches in the form of schema/sample_json.h; what is left
//    out has its default.
// 3. The source lies beside the file: <name>.cu, and for some <name>.cl; or "source"
//    names it, for several cases of one file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "schema/sample.h"

namespace kcast::collect {

struct CheckCase {
  std::string name;
  std::string kernel;
  std::string domain;
  std::string source_name;  // empty: <name> with an ending
  std::vector<std::string> flags;
  std::vector<Launch> launches;
  std::filesystem::path file;  // the .json

  // The source with this ending (".cu", ".cl"), whether it exists or not.
  std::filesystem::path source(std::string_view ending) const;
};

Result<CheckCase> check_case_from_json(const std::filesystem::path& file, std::string_view text);
Result<CheckCase> read_check_case(const std::filesystem::path& file);

}  // namespace kcast::collect
