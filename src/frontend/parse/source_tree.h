// The file system that Clang sees: texts in memory, and disk files only below
// stated folders.
#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/worker/readable_files.h"
#include "frontend/request.h"

namespace kcast::frontend {

// Where the built-in headers appear.
constexpr const char* kBuiltinRoot = "/kcast-builtin/";

// Looks a file up that is not in memory: in a worker, by asking the process outside.
using FindFile = std::function<DiskEntry(std::string_view path)>;

// Every #include, #include_next, #embed, __has_include and the like ends here.
// A path is answered from memory, or by `find_file`. Everything else does not exist.
class SourceTree : public llvm::vfs::FileSystem {
 public:
  // `find_file` may be empty: then there is nothing but what is in memory.
  SourceTree(const InspectRequest& request, FindFile find_file);

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
  FindFile find_file_;
  llvm::StringSet<> missing_;  // paths that were looked for in vain
  llvm::StringMap<Entry> entries_;
  std::vector<std::unique_ptr<std::string>> owned_;
};

}  // namespace kcast::frontend
