#include "frontend/parse/source_tree.h"

#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include "base/rng.h"
#include "frontend/parse/embedded.h"
#include "frontend/parse/repair/repair.h"

namespace kcast::frontend {

namespace {

// A file that is in memory already.
class TextFile : public llvm::vfs::File {
 public:
  TextFile(llvm::vfs::Status status, llvm::StringRef text)
      : status_(std::move(status)), text_(text) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t,
                                                               bool, bool) override {
    return llvm::MemoryBuffer::getMemBuffer(text_, name.str(), /*RequiresNullTerminator=*/true);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  llvm::StringRef text_;
};

llvm::vfs::Status make_status(llvm::StringRef path, uint64_t size, llvm::sys::fs::file_type type) {
  const auto hash = stable_hash({path.data(), path.size()});
  return {path, llvm::sys::fs::UniqueID(0x6b63, hash), llvm::sys::TimePoint<>(), 0, 0, size,
          type, llvm::sys::fs::perms::all_read};
}

}  // namespace

bool SourceTree::is_user_path(llvm::StringRef path) {
  return !path.starts_with(kBuiltinRoot);
}

SourceTree::SourceTree(const InspectRequest& request, FindFile find_file)
    : working_dir_(request.working_dir), find_file_(std::move(find_file)) {
  for (const NamedText& header : embedded_headers()) {
    insert(kBuiltinRoot + std::string(header.name), {header.text.data(), header.text.size()});
  }
  for (const NamedText& header : embedded_clang_headers()) {
    insert(kBuiltinRoot + std::string("clang/include/") + std::string(header.name),
           {header.text.data(), header.text.size()});
  }
  // Clang looks for forced headers in "." first, and takes for granted that it exists.
  insert_dirs_of(working_dir_ + "/.");
  for (const SourceFile& file : request.files)
    add_text(file.name, file.text);
}

void SourceTree::add_text(const std::string& path, std::string text) {
  llvm::SmallString<256> absolute(path);
  llvm::sys::fs::make_absolute(working_dir_, absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  own(std::move(text));
  insert(absolute.str().str(), *owned_.back());
}

// Every text of the user passes here on its way to Clang.
void SourceTree::own(std::string text) {
  std::optional<std::string> respelled = respell_for_clang(text);
  owned_.push_back(
      std::make_unique<std::string>(respelled ? *std::move(respelled) : std::move(text)));
}

void SourceTree::insert(const std::string& path, llvm::StringRef text) {
  entries_.insert_or_assign(
      path, Entry{make_status(path, text.size(), llvm::sys::fs::file_type::regular_file), text});
  insert_dirs_of(path);
}

void SourceTree::insert_dirs_of(llvm::StringRef path) {
  for (llvm::StringRef dir = llvm::sys::path::parent_path(path); !dir.empty();
       dir = llvm::sys::path::parent_path(dir)) {
    const bool is_new =
        entries_
            .try_emplace(dir,
                         Entry{make_status(dir, 0, llvm::sys::fs::file_type::directory_file), {}})
            .second;
    if (!is_new) return;
  }
}

const SourceTree::Entry* SourceTree::find(const llvm::Twine& path) {
  llvm::SmallString<256> absolute;
  path.toVector(absolute);
  llvm::sys::fs::make_absolute(working_dir_, absolute);
  llvm::sys::path::remove_dots(absolute, /*remove_dot_dot=*/true);
  const auto known = entries_.find(absolute);
  if (known != entries_.end()) return &known->second;
  return read_from_disk(absolute.str().str());
}

const SourceTree::Entry* SourceTree::read_from_disk(const std::string& path) {
  // What is missing among the built-in headers is nowhere else.
  if (!find_file_ || !is_user_path(path) || missing_.contains(path)) return nullptr;
  DiskEntry disk = find_file_(path);
  switch (disk.kind) {
    case DiskEntry::Kind::Folder:
      return &entries_
                  .try_emplace(
                      path,
                      Entry{make_status(path, 0, llvm::sys::fs::file_type::directory_file), {}})
                  .first->second;
    case DiskEntry::Kind::File:
      own(std::move(disk.text));
      insert(path, *owned_.back());
      return &entries_.find(path)->second;
    case DiskEntry::Kind::Missing:
      break;
  }
  missing_.insert(path);
  return nullptr;
}

llvm::ErrorOr<llvm::vfs::Status> SourceTree::status(const llvm::Twine& path) {
  const Entry* entry = find(path);
  if (entry == nullptr) return std::make_error_code(std::errc::no_such_file_or_directory);
  // Clang compares names, so the answer carries the path as it was asked for.
  return llvm::vfs::Status::copyWithNewName(entry->status, path);
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> SourceTree::openFileForRead(
    const llvm::Twine& path) {
  const Entry* entry = find(path);
  if (entry == nullptr) return std::make_error_code(std::errc::no_such_file_or_directory);
  if (entry->status.isDirectory()) return std::make_error_code(std::errc::is_a_directory);
  return std::make_unique<TextFile>(llvm::vfs::Status::copyWithNewName(entry->status, path),
                                    entry->text);
}

llvm::vfs::directory_iterator SourceTree::dir_begin(const llvm::Twine&, std::error_code& error) {
  error = std::make_error_code(std::errc::operation_not_permitted);
  return {};
}

std::error_code SourceTree::setCurrentWorkingDirectory(const llvm::Twine&) {
  return std::make_error_code(std::errc::operation_not_permitted);
}

llvm::ErrorOr<std::string> SourceTree::getCurrentWorkingDirectory() const {
  return working_dir_;
}

}  // namespace kcast::frontend
