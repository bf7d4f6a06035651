#include "frontend/host/state/data_files.h"

#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Path.h>

#include <vector>

namespace kcast::host {

namespace {

constexpr size_t kMostBytes = 8192;
constexpr int kFoldersAbove = 4;

std::vector<std::string> folders_of(const clang::SourceManager& sources) {
  std::vector<std::string> out = {""};
  const auto main = sources.getFileEntryRefForID(sources.getMainFileID());
  if (!main) return out;
  std::string folder = llvm::sys::path::parent_path(main->getName()).str();
  for (int i = 0; i < kFoldersAbove && !folder.empty(); ++i) {
    out.push_back(folder);
    folder = llvm::sys::path::parent_path(folder).str();
  }
  return out;
}

bool is_text(llvm::StringRef bytes) {
  return llvm::all_of(bytes, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= ' ' || (byte >= '\t' && byte <= '\r');
  });
}

}  // namespace

std::optional<DataFile> read_data_file(const clang::ASTContext& ast, llvm::StringRef name) {
  if (name.empty()) return std::nullopt;
  const clang::SourceManager& sources = ast.getSourceManager();
  llvm::vfs::FileSystem& files = sources.getFileManager().getVirtualFileSystem();
  for (const std::string& folder : folders_of(sources)) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    const auto buffer = files.getBufferForFile(path);
    if (!buffer) continue;
    DataFile out;
    out.size = static_cast<int64_t>((*buffer)->getBufferSize());
    out.bytes = (*buffer)->getBuffer().take_front(kMostBytes).str();
    // No number of a text is cut in two.
    const size_t line = out.bytes.rfind('\n');
    const bool is_cut = out.size > static_cast<int64_t>(out.bytes.size());
    if (is_cut && is_text(out.bytes) && line != std::string::npos) out.bytes.resize(line + 1);
    return out;
  }
  return std::nullopt;
}

}  // namespace kcast::host
