// Files that a program reads, where they are files of the project.
#pragma once

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <optional>
#include <string>

namespace kcast::host {

struct DataFile {
  std::string bytes;  // the first ones
  int64_t size = 0;   // of the whole file
};

// The file by the name that the program opens, which may be relative to the working folder, to the
// folder of the source or to one above it. Only what #include may read is read, and of a long file
// the beginning: it has its sizes. None: there is no such file.
std::optional<DataFile> read_data_file(const clang::ASTContext& ast, llvm::StringRef name);

}  // namespace kcast::host
