#include "base/files.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/io/new_file.h"

namespace kcast {

namespace fs = std::filesystem;

namespace {

Error io_error(std::string_view doing, const fs::path& path, int error) {
  const auto code = error == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
  return Error{code, std::string(doing) + " " + path.string() + ": " + std::strerror(error)};
}

struct CloseFile {
  void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

}  // namespace

Result<std::string> read_file(const fs::path& path, size_t max_bytes) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return Error{ErrorCode::InvalidInput, "read " + path.string() + ": it is a folder"};
  }
  const File file(std::fopen(path.c_str(), "rbe"));
  if (!file) return io_error("read", path, errno);
  std::string text;
  char buffer[1 << 16];
  size_t n = 0;
  do {
    n = std::fread(buffer, 1, sizeof buffer, file.get());
    text.append(buffer, n);
    if (text.size() > max_bytes) {
      return Error{ErrorCode::InvalidInput, "read " + path.string() + ": larger than " +
                                                std::to_string(max_bytes) + " bytes"};
    }
  } while (n == sizeof buffer);
  if (std::ferror(file.get()) != 0) return io_error("read", path, errno);
  return text;
}

Status write_file(const fs::path& path, std::string_view text) {
  KCAST_TRY(NewFile file, NewFile::create(path));
  KCAST_OK(file.write(text));
  return file.finish();
}

Result<fs::path> path_inside(const fs::path& folder, const fs::path& name) {
  const auto leads_out = [](const fs::path& relative) {
    return relative.empty() || relative.is_absolute() || *relative.begin() == "..";
  };
  std::error_code error;
  const fs::path root = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  const fs::path real = fs::weakly_canonical(folder / name, error);
  if (error || leads_out(name.lexically_normal()) || leads_out(real.lexically_relative(root))) {
    return Error{ErrorCode::InvalidInput,
                 "'" + name.string() + "' leads out of " + folder.string()};
  }
  return folder / name;
}

Result<TempDir> TempDir::make(std::string_view prefix) {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  if (error) return Error{ErrorCode::Io, "find the folder for temporary files: " + error.message()};
  std::string name = (base / prefix).string() + ".XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) return io_error("make a folder in", base, errno);
  return TempDir(fs::path(name));
}

TempDir::TempDir(TempDir&& other) noexcept : path_(std::move(other.path_)) {
  other.path_.clear();
}

TempDir::~TempDir() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

fs::path executable_dir() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path() : self.parent_path();
}

fs::path cache_dir() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache == '/') {
    return fs::path(cache) / "kcast";
  }
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/') {
    return fs::path(home) / ".cache" / "kcast";
  }
  return {};
}

}  // namespace kcast
