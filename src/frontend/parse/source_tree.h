// The file system that Clang sees: texts in memory, and disk files only below
// stated folders.
#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <string>
#include <vector>

#include "frontend/request.h"

namespace kcast::frontend {

// Where the built-in headers appear.
constexpr const char* kBuiltinRoot = "/kcast-builtin/";

// Every #include, #include_next, #embed, __has_include and the like ends here.
// A path is answered from memory, or read from disk if it lies below a readable
// folder both as written and after its symbolic links are resolved; it must be a
// regular file of bounded size. Everything else does not exist.
class SourceTree : public llvm::vfs::FileSystem {
 public:
  explicit SourceTree(const InspectRequest& request);

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& dir, std::error_code& error) override;
  std::error_code setCurrentWorkingDirectory(const llvm::Twine& path) override;
  llvm::ErrorOr<std::string> getCurrentWorkingDirectory() const override;

  // Adds a text after construction, for example a source found in host code.
  void add_text(const std::string& path, std::string text);

  // Adds a file of our own whose bytes outlive this object.
  void add_builtin(const std::string& path, llvm::StringRef bytes) { insert(path, bytes); }

  // Whether the path belongs to the user: not one of the built-in headers.
  static bool is_user_path(llvm::StringRef path);

 private:
  struct Entry {
    llvm::vfs::Status status;
    llvm::StringRef text;
  };
  const Entry* find(const llvm::Twine& path);
  const Entry* read_from_disk(const std::string& path);
  void own(std::string text);
  void insert(const std::string& path, llvm::StringRef text);
  void insert_dirs_of(llvm::StringRef path);

  std::string working_dir_;
  std::vector<std::string> readable_;  // real paths, ending in a slash
  llvm::StringMap<Entry> entries_;
  std::vector<std::unique_ptr<std::string>> owned_;
  size_t bytes_read_ = 0;
};

}  // namespace kcast::frontend
