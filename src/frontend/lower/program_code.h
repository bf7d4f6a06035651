// What the files of a program define for each other on the GPU: device functions and variables that
// one declares and another defines, as separate compilation (nvcc -rdc=true) and OpenMP's declare
// target allow.
#pragma once

#include <llvm/IR/Module.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "frontend/parse/parse.h"

namespace kcast::frontend {

class ProgramCode {
 public:
  // All units of the program, which must outlive this.
  explicit ProgramCode(const std::vector<std::unique_ptr<ParsedUnit>>& units);
  ProgramCode(const ProgramCode&) = delete;
  ProgramCode& operator=(const ProgramCode&) = delete;

  // Links what the module of `own` uses and only declares, and what that needs in turn. Nothing is
  // generated unless something is missing, and then once for each unit.
  Status link_into(llvm::Module& module, const ParsedUnit& own);

 private:
  struct Part {
    ParsedUnit* unit = nullptr;
    bool generated = false;
    std::string bitcode;
  };

  Status generate_part(size_t index);
  Status link_part(const std::string& bitcode, llvm::Module& module) const;

  std::vector<Part> parts_;
  std::map<std::string, size_t> defined_in_;  // by symbol, of the parts that were generated
};

}  // namespace kcast::frontend
