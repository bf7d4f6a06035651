#include "workflow/collect/import_profiles.h"

#include <filesystem>

#include "base/files.h"
#include "base/text.h"
#include "collect/import/ncu.h"
#include "collect/rocm/rocm_run.h"

namespace kcast::workflow {

namespace {

namespace fs = std::filesystem;

enum class ProfileKind { Lines, Ncu, Rocm, Unknown };

// By what is in the file, as ncu's output may be in a file of any name.
ProfileKind kind_of_text(std::string_view text) {
  if (text.starts_with("SQLite format 3")) return ProfileKind::Rocm;
  // ncu's header comes after lines of its own and of the program.
  if (text.find("\"Kernel Name\"") != std::string_view::npos) return ProfileKind::Ncu;
  const std::string_view start = trim(text.substr(0, 1 << 16));
  if (start.starts_with('{')) return ProfileKind::Lines;
  for (const std::string_view column :
       {"Kernel_Name", "KernelName", "Counter_Name", "Dispatch_ID", "Dispatch_Id"}) {
    if (start.substr(0, start.find('\n')).find(column) != std::string_view::npos) {
      return ProfileKind::Rocm;
    }
  }
  return ProfileKind::Unknown;
}

Result<std::vector<collect::ProfiledLaunch>> import_rocm(const std::string& path,
                                                         const ImportOptions& options) {
  collect::RocmRead read;
  read.path = path;
  if (!options.arch.empty()) {
    KCAST_TRY(read.arch, collect::parse_rocm_arch(options.arch));
  }
  if (!options.version.empty()) {
    KCAST_TRY(read.version, collect::parse_tool_version(options.version));
  }
  return collect::read_rocm(read);
}

}  // namespace

Result<std::vector<collect::ProfiledLaunch>> import_profiles(const ImportOptions& options) {
  std::vector<collect::ProfiledLaunch> out;
  std::vector<collect::NcuText> ncu;
  const auto add = [&out](std::vector<collect::ProfiledLaunch> launches) {
    for (collect::ProfiledLaunch& launch : launches)
      out.push_back(std::move(launch));
  };
  for (const std::string& path : options.paths) {
    std::error_code ignored;
    std::string text;
    ProfileKind kind = ProfileKind::Rocm;
    if (!fs::is_directory(path, ignored)) {
      KCAST_TRY(text, read_file(path));
      kind = kind_of_text(text);
    }
    if (kind == ProfileKind::Unknown) {
      return Error{ErrorCode::InvalidInput,
                   path +
                       ": neither ncu --csv --page raw, nor a file of AMD's rocprof tools, nor "
                       "lines of kcast collect --program"};
    }
    if (kind == ProfileKind::Ncu) ncu.push_back({path, std::move(text)});
    if (kind == ProfileKind::Lines) {
      KCAST_TRY(auto launches, collect::read_profiled_launches(path));
      add(std::move(launches));
    } else if (kind == ProfileKind::Rocm) {
      KCAST_TRY(auto launches, import_rocm(path, options));
      add(std::move(launches));
    }
  }
  if (!ncu.empty()) {
    KCAST_TRY(auto launches, collect::import_ncu(ncu, {.half_types = options.half_types}));
    add(std::move(launches));
  }
  return out;
}

}  // namespace kcast::workflow
