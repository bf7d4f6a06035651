#include "dataset/page_checksums.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/io/crc32c.h"

namespace kcast::dataset {
namespace {

constexpr const char* kName = "kcast-checked";
constexpr int kAskChecked = 0x6b636173;  // our own file control
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr int kHeaderBytes = 100;

// The file as SQLite has it; the one of the system's layer lies behind it.
struct CheckedFile {
  sqlite3_file base;
  int page_bytes;  // 0: not known yet, or without checksums
};

sqlite3_file* real_file(sqlite3_file* file) {
  return reinterpret_cast<sqlite3_file*>(reinterpret_cast<CheckedFile*>(file) + 1);
}

CheckedFile& checked(sqlite3_file* file) {
  return *reinterpret_cast<CheckedFile*>(file);
}

sqlite3_vfs* system_vfs(sqlite3_vfs* vfs) {
  return static_cast<sqlite3_vfs*>(vfs->pAppData);
}

// What the beginning of page 1 says about the pages.
void learn_pages(CheckedFile& file, const unsigned char* header) {
  if (std::memcmp(header, kMagic.data(), kMagic.size()) != 0) return;
  const int bytes = header[16] << 8 | header[17];
  file.page_bytes = header[20] != kPageChecksumBytes ? 0 : bytes == 1 ? 65536 : bytes;
}

using Checksum = std::array<unsigned char, kPageChecksumBytes>;

Checksum checksum_of(std::span<const std::byte> page, uint32_t number) {
  const uint32_t sum = crc32c(page.first(page.size() - kPageChecksumBytes));
  Checksum out{};
  for (unsigned i = 0; i < 4; ++i) {
    out[i] = static_cast<unsigned char>(sum >> (8 * i));
    out[4 + i] = static_cast<unsigned char>(number >> (8 * i));
  }
  return out;
}

bool is_empty(std::span<const std::byte> page) {
  return std::all_of(page.begin(), page.end(), [](std::byte byte) { return byte == std::byte(0); });
}

// Pages are counted from 1. One that was never written holds zeros.
bool is_intact(std::span<const std::byte> page, uint32_t number) {
  const Checksum wanted = checksum_of(page, number);
  return std::memcmp(wanted.data(), page.data() + page.size() - wanted.size(), wanted.size()) ==
             0 ||
         is_empty(page);
}

bool is_page(const CheckedFile& file, int bytes, sqlite3_int64 offset) {
  return file.page_bytes > kPageChecksumBytes && bytes == file.page_bytes && offset % bytes == 0;
}

uint32_t page_number(sqlite3_int64 offset, int bytes) {
  return static_cast<uint32_t>(offset / bytes) + 1;
}

int read_file_at(sqlite3_file* file, void* buffer, int bytes, sqlite3_int64 offset) {
  sqlite3_file* real = real_file(file);
  const int status = real->pMethods->xRead(real, buffer, bytes, offset);
  if (status != SQLITE_OK) return status;
  if (offset == 0 && bytes >= kHeaderBytes) {
    learn_pages(checked(file), static_cast<const unsigned char*>(buffer));
  }
  if (!is_page(checked(file), bytes, offset)) return SQLITE_OK;
  const std::span page(static_cast<const std::byte*>(buffer), static_cast<size_t>(bytes));
  return is_intact(page, page_number(offset, bytes)) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

int write_file_at(sqlite3_file* file, const void* buffer, int bytes, sqlite3_int64 offset) {
  sqlite3_file* real = real_file(file);
  if (offset == 0 && bytes >= kHeaderBytes) {
    learn_pages(checked(file), static_cast<const unsigned char*>(buffer));
  }
  if (!is_page(checked(file), bytes, offset)) {
    return real->pMethods->xWrite(real, buffer, bytes, offset);
  }
  std::string page(static_cast<const char*>(buffer), static_cast<size_t>(bytes));
  const Checksum sum = checksum_of(std::as_bytes(std::span(page)), page_number(offset, bytes));
  std::memcpy(page.data() + page.size() - sum.size(), sum.data(), sum.size());
  return real->pMethods->xWrite(real, page.data(), bytes, offset);
}

int control(sqlite3_file* file, int operation, void* argument) {
  if (operation == kAskChecked) {
    *static_cast<bool*>(argument) = checked(file).page_bytes > 0;
    return SQLITE_OK;
  }
  sqlite3_file* real = real_file(file);
  return real->pMethods->xFileControl(real, operation, argument);
}

// Pages are read, never mapped: a page that is mapped would pass unseen.
int fetch_nothing(sqlite3_file* /*file*/, sqlite3_int64 /*offset*/, int /*bytes*/, void** page) {
  *page = nullptr;
  return SQLITE_OK;
}

// A method that the system's file answers with the same arguments.
template <auto Method>
struct PassOn;
template <typename R, typename... Args, R (*sqlite3_io_methods::*Method)(sqlite3_file*, Args...)>
struct PassOn<Method> {
  static R call(sqlite3_file* file, Args... args) {
    sqlite3_file* real = real_file(file);
    return (real->pMethods->*Method)(real, args...);
  }
};

int close_file(sqlite3_file* file) {
  sqlite3_file* real = real_file(file);
  const int status = real->pMethods->xClose(real);
  file->pMethods = nullptr;
  return status;
}

const sqlite3_io_methods* checked_methods() {
  using M = sqlite3_io_methods;
  static const sqlite3_io_methods methods = {
      3,
      close_file,
      read_file_at,
      write_file_at,
      PassOn<&M::xTruncate>::call,
      PassOn<&M::xSync>::call,
      PassOn<&M::xFileSize>::call,
      PassOn<&M::xLock>::call,
      PassOn<&M::xUnlock>::call,
      PassOn<&M::xCheckReservedLock>::call,
      control,
      PassOn<&M::xSectorSize>::call,
      PassOn<&M::xDeviceCharacteristics>::call,
      PassOn<&M::xShmMap>::call,
      PassOn<&M::xShmLock>::call,
      PassOn<&M::xShmBarrier>::call,
      PassOn<&M::xShmUnmap>::call,
      fetch_nothing,
      PassOn<&M::xUnfetch>::call,
  };
  return &methods;
}

// Journals and logs are the system layer's own.
int open_file(sqlite3_vfs* vfs, const char* name, sqlite3_file* file, int flags, int* out_flags) {
  sqlite3_vfs* real = system_vfs(vfs);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return real->xOpen(real, name, file, flags, out_flags);
  checked(file) = {};
  std::memset(real_file(file), 0, sizeof(sqlite3_file));
  const int status = real->xOpen(real, name, real_file(file), flags, out_flags);
  if (real_file(file)->pMethods != nullptr) file->pMethods = checked_methods();
  return status;
}

sqlite3_vfs make_vfs() {
  sqlite3_vfs* real = sqlite3_vfs_find(nullptr);
  sqlite3_vfs vfs = *real;
  vfs.pNext = nullptr;
  vfs.zName = kName;
  vfs.pAppData = real;
  vfs.szOsFile = real->szOsFile + static_cast<int>(sizeof(CheckedFile));
  vfs.xOpen = open_file;
  return vfs;
}

}  // namespace

const char* checked_vfs() {
  static const char* const name = [] {
    static sqlite3_vfs vfs = make_vfs();
    sqlite3_vfs_register(&vfs, 0);
    return kName;
  }();
  return name;
}

void want_page_checksums(sqlite3* database) {
  int bytes = kPageChecksumBytes;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &bytes);
}

bool has_page_checksums(sqlite3* database) {
  bool out = false;
  sqlite3_file_control(database, "main", kAskChecked, &out);
  return out;
}

}  // namespace kcast::dataset
