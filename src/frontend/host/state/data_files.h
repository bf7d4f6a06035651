// Files that a program reads: of the project, where they are text.
#pragma once

#include <clang/AST/ASTContext.h>
#include <llvm/ADT/StringRef.h>

#include <optional>
#include <string>

namespace kcast::host {

struct DataFile {
  std::string text;
  bool is_cut = false;  // the file is longer
};

// The file by the name that the program opens, which may be relative to the working folder, to the
// folder of the source or to one above it. Only what #include may read is read, and of a long file
// the first lines: they have its sizes. None: there is no such file, or it is not text.
std::optional<DataFile> read_data_file(const clang::ASTContext& ast, llvm::StringRef name);

}  // namespace kcast::host
