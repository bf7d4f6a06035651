// How an OpenCL program is built when only a file of it is there: the macros that host code would
// define, the files that it would put in front, and the version of the language.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "frontend/parse/parse.h"
#include "frontend/request.h"

namespace kcast::frontend {

class OpenClBuild {
 public:
  // What turns out to be assumed is added to `input` and, for the reader, to `assumed`.
  OpenClBuild(llvm::IntrusiveRefCntPtr<SourceTree> tree, const InspectRequest& request,
              ParseInput& input, std::vector<std::string>& assumed)
      : tree_(std::move(tree)), request_(request), input_(input), assumed_(assumed) {}

  // Takes the unit as the file is by itself, and gives the best that was found for it.
  Result<std::unique_ptr<ParsedUnit>> complete(std::unique_ptr<ParsedUnit> unit);

 private:
  using Defines = std::vector<std::pair<std::string, std::string>>;
  struct State {
    ParseInput input;
    std::vector<std::string> assumed;
    std::unique_ptr<ParsedUnit> unit;
  };

  Status reveal_kernels(State& state);
  Status guess_names(State& state);
  Status try_older_version(State& state);
  Result<bool> add_files(State& state);
  Result<bool> put_files_in_front(State& state);
  Result<bool> define_macros(State& state);
  static void add_macro(State& state, std::pair<std::string, std::string> macro);
  Result<std::unique_ptr<ParsedUnit>> parse_again(const ParseInput& input) const;

  llvm::IntrusiveRefCntPtr<SourceTree> tree_;
  const InspectRequest& request_;
  ParseInput& input_;
  std::vector<std::string>& assumed_;
  std::set<std::string> refused_;  // files in front that made it worse
};

}  // namespace kcast::frontend
