#include "base/worker/readable_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>

namespace kcast {

namespace {

constexpr size_t kMaxFileBytes = size_t{8} << 20;
constexpr size_t kMaxTotalBytes = size_t{64} << 20;

// Empty: there is no such path.
std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? real.get() : "";
}

struct Descriptor {
  int fd = -1;
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
};

// As much as is there, `size` bytes at most.
void read_text(int fd, size_t size, std::string& out) {
  out.resize(size);
  size_t got = 0;
  while (got < size) {
    const ssize_t n = ::read(fd, out.data() + got, size - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    got += static_cast<size_t>(n);
  }
  out.resize(got);
}

}  // namespace

ReadableFiles::ReadableFiles(const std::string& working_dir,
                             const std::vector<std::string>& folders) {
  for (const std::string& folder : folders) {
    const std::string absolute = folder.starts_with("/") ? folder : working_dir + "/" + folder;
    std::string real = real_path(absolute);
    if (real.empty()) continue;
    if (!real.ends_with("/")) real += "/";
    roots_.push_back(std::move(real));
  }
}

DiskEntry ReadableFiles::find(std::string_view path) {
  if (roots_.empty() || !path.starts_with("/") || path.size() >= PATH_MAX ||
      path.find('\0') != std::string_view::npos) {
    return {};
  }
  const std::string real = real_path(std::string(path));
  const bool allowed = std::any_of(roots_.begin(), roots_.end(), [&](const std::string& root) {
    return (real + "/").starts_with(root);
  });
  if (real.empty() || !allowed) return {};
  // A link that took the file's place since is not followed; a pipe does not make it wait.
  const Descriptor file{::open(real.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)};
  struct stat status{};
  if (file.fd < 0 || ::fstat(file.fd, &status) != 0) return {};
  if (S_ISDIR(status.st_mode)) return {DiskEntry::Kind::Folder, ""};
  if (!S_ISREG(status.st_mode)) return {};
  const auto size = static_cast<size_t>(status.st_size);
  if (size > kMaxFileBytes || bytes_read_ + size > kMaxTotalBytes) return {};
  DiskEntry entry{DiskEntry::Kind::File, ""};
  read_text(file.fd, size, entry.text);
  bytes_read_ += entry.text.size();
  return entry;
}

}  // namespace kcast
