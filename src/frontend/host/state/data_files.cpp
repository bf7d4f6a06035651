#include "frontend/host/state/data_files.h"

#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/Path.h>

#include <vector>

namespace kcast::host {

namespace {

constexpr size_t kMostText = 8192;
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
    out.text = (*buffer)->getBuffer().str();
    out.is_cut = out.text.size() > kMostText;
    if (out.is_cut) {
      const size_t line = out.text.rfind('\n', kMostText);
      out.text.resize(line == std::string::npos ? kMostText : line + 1);
    }
    if (!is_text(out.text)) return std::nullopt;
    return out;
  }
  return std::nullopt;
}

}  // namespace kcast::host
