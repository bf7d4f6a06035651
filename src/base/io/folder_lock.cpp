#include "base/io/folder_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace kcast {
namespace {

// Far behind every byte that a file has, and behind those that SQLite locks.
constexpr uint64_t kFirstPart = uint64_t{1} << 61;

Error cannot_open(const std::filesystem::path& path) {
  return Error{errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
               path.string() + ": " + std::strerror(errno)};
}

Error is_taken(const std::filesystem::path& path) {
  return Error{ErrorCode::Io, "another run of kcast is writing " + path.string() +
                                  "; wait for its end or give another place"};
}

}  // namespace

// Some network drives have no such locks; there, nobody is kept out.
Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  FolderLock out(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (out.file_ < 0) return cannot_open(folder);
  if (::flock(out.file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) return is_taken(folder);
  return out;
}

Result<FolderLock> FolderLock::take_part(const std::filesystem::path& file, uint64_t part) {
  FolderLock out(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (out.file_ < 0) return cannot_open(file);
  struct flock range = {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(kFirstPart + part);
  range.l_len = 1;
  if (::fcntl(out.file_, F_OFD_SETLK, &range) != 0 && (errno == EAGAIN || errno == EACCES)) {
    return is_taken(file);
  }
  return out;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FolderLock::~FolderLock() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace kcast
