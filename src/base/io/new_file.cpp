#include "base/io/new_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace kcast {
namespace {

namespace fs = std::filesystem;

constexpr size_t kWriteBytes = size_t{1} << 20;
constexpr mode_t kMode = 0666;  // less the umask

// 0, or what errno was.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return 0;
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

// A file that another name stands for stays what the name stands for.
fs::path real_target(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? path : target;
}

bool is_written_in_place(const fs::path& path) {
  struct stat about = {};
  return ::stat(path.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

std::string name_beside(const fs::path& path) {
  return path.string() + ".new." + std::to_string(::getpid());
}

}  // namespace

Result<NewFile> NewFile::create(const fs::path& path) {
  NewFile out;
  out.path_ = real_target(path);
  if (is_written_in_place(out.path_)) {
    out.in_place_ = true;
    out.file_ = ::open(out.path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (out.file_ < 0) return out.failed(errno);
    return out;
  }
  std::error_code ignored;
  if (fs::is_directory(out.path_, ignored)) return out.failed(EISDIR);
  out.file_ = ::open(folder_of(out.path_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, kMode);
  if (out.file_ >= 0) return out;
  // EOPNOTSUPP, EISDIR, EINVAL: neither the kernel nor every file system knows files without names.
  if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL) return out.failed(errno);
  const std::string name = name_beside(out.path_);
  out.file_ = ::open(name.c_str(), O_CREAT | O_TRUNC | O_RDWR | O_CLOEXEC, kMode);
  if (out.file_ < 0) return out.failed(errno);
  out.named_ = name;
  return out;
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)),
      named_(std::exchange(other.named_, {})),
      file_(std::exchange(other.file_, -1)),
      in_place_(other.in_place_),
      waiting_(std::move(other.waiting_)),
      size_(other.size_) {}

NewFile::~NewFile() {
  if (file_ >= 0) ::close(file_);
  if (!named_.empty()) ::unlink(named_.c_str());
}

Error NewFile::failed(int error) const {
  const auto code = error == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
  return Error{code, "write " + path_.string() + ": " + std::strerror(error)};
}

Status NewFile::flush() {
  const int error = write_all(file_, waiting_);
  waiting_.clear();
  if (error != 0) return failed(error);
  return Unit{};
}

Status NewFile::write(std::string_view bytes) {
  size_ += bytes.size();
  waiting_ += bytes;
  return waiting_.size() >= kWriteBytes ? flush() : Unit{};
}

Status NewFile::patch(uint64_t offset, std::string_view bytes) {
  KCAST_OK(flush());
  const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
  if (written < 0) return failed(errno);
  return static_cast<size_t>(written) == bytes.size() ? Status(Unit{}) : failed(EIO);
}

Result<size_t> NewFile::read(uint64_t offset, char* bytes, size_t size) {
  KCAST_OK(flush());
  const ssize_t got = ::pread(file_, bytes, size, static_cast<off_t>(offset));
  if (got < 0) return failed(errno);
  return static_cast<size_t>(got);
}

// A name for a file that has none: the target's where that is free.
Result<std::string> NewFile::give_name() {
  const std::string self = "/proc/self/fd/" + std::to_string(file_);
  const auto link = [&](const std::string& name) {
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (link(path_.string())) return std::string();
  if (errno != EEXIST) return failed(errno);
  std::string beside = name_beside(path_);
  ::unlink(beside.c_str());
  if (!link(beside)) return failed(errno);
  return beside;
}

Status NewFile::finish() {
  KCAST_OK(flush());
  if (!in_place_) {
    if (named_.empty()) {
      KCAST_TRY(named_, give_name());
    }
    if (!named_.empty() && std::rename(named_.c_str(), path_.c_str()) != 0) return failed(errno);
    named_.clear();
  }
  if (::close(std::exchange(file_, -1)) != 0) return failed(errno);
  return Unit{};
}

Result<AppendedFile> AppendedFile::open(const fs::path& path) {
  AppendedFile out;
  out.path_ = path;
  out.file_ = ::open(path.c_str(), O_CREAT | O_WRONLY | O_APPEND | O_CLOEXEC, kMode);
  if (out.file_ >= 0) return out;
  const auto code = errno == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
  return Error{code, "write " + path.string() + ": " + std::strerror(errno)};
}

AppendedFile::AppendedFile(AppendedFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)) {}

AppendedFile& AppendedFile::operator=(AppendedFile&& other) noexcept {
  path_ = std::move(other.path_);
  std::swap(file_, other.file_);
  return *this;
}

AppendedFile::~AppendedFile() {
  if (file_ >= 0) ::close(file_);
}

Status AppendedFile::add(std::string_view bytes) {
  struct stat before = {};
  const bool is_known = ::fstat(file_, &before) == 0 && S_ISREG(before.st_mode);
  const int error = write_all(file_, bytes);
  if (error == 0) return Unit{};
  if (is_known) static_cast<void>(!::ftruncate(file_, before.st_size));
  return Error{ErrorCode::Io, "write " + path_.string() + ": " + std::strerror(error)};
}

}  // namespace kcast
