#include "collect/rocm/rocm_folder.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/csv.h"
#include "base/files.h"
#include "base/text.h"
#include "collect/rocm/dispatch_csv.h"
#include "collect/rocm/rocpd.h"

namespace kcast::collect {

namespace fs = std::filesystem;

namespace {

constexpr int kDeepest = 8;  // folders below the one that is read

// What a folder holds, by kind.
struct RocmFiles {
  std::vector<fs::path> merged;     // pmc_perf.csv
  std::vector<fs::path> tables;     // CSV, one for each run
  std::vector<fs::path> databases;  // rocpd
  std::vector<fs::path> agents;
};

void sort_in(const fs::path& file, RocmFiles& files) {
  const std::string name = file.filename().string();
  if (name.ends_with(".db")) {
    files.databases.push_back(file);
  } else if (name == "pmc_perf.csv") {
    files.merged.push_back(file);
  } else if (name.ends_with("agent_info.csv")) {
    files.agents.push_back(file);
  } else if (name.ends_with("counter_collection.csv") ||
             ((name.starts_with("pmc_perf_") || name.starts_with("results_")) &&
              name.ends_with(".csv"))) {
    files.tables.push_back(file);
  }
}

Result<RocmFiles> find_rocm_files(const fs::path& folder) {
  RocmFiles files;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at.depth() >= kDeepest) at.disable_recursion_pending();
    std::error_code ignored;
    if (at->is_regular_file(ignored)) sort_in(at->path(), files);
  }
  if (error) {
    return Error{ErrorCode::NotFound, "read " + folder.string() + ": " + error.message()};
  }
  for (std::vector<fs::path>* list :
       {&files.merged, &files.tables, &files.databases, &files.agents})
    std::sort(list->begin(), list->end());
  return files;
}

// "pmc_2" or "pass_2" above the file; empty when there is none.
std::string pass_folder(const fs::path& file, const fs::path& top) {
  for (fs::path at = file.parent_path();
       at != top && at.has_relative_path() && at != at.root_path(); at = at.parent_path()) {
    const std::string name = at.filename().string();
    for (const std::string_view prefix : {"pmc_", "pass_"}) {
      if (name.starts_with(prefix) && parse_int(name.substr(prefix.size()))) return at.string();
    }
  }
  return "";
}

// Two files that count the same things and are in no folder of a run may be two processes, or
// two tries: joining them would mix what does not belong together.
Status check_runs(const std::vector<RocmPass>& runs) {
  std::map<std::set<std::string>, std::string> run_of_counters;
  for (const RocmPass& run : runs) {
    std::set<std::string> names;
    for (const auto& [name, value] : run.dispatches.front().counters)
      names.insert(name);
    const auto [place, is_new] = run_of_counters.try_emplace(std::move(names), run.name);
    if (is_new) continue;
    return Error{ErrorCode::InvalidInput, place->second + " and " + run.name +
                                              " hold the same counters: two processes or two "
                                              "profiles; read them one by one"};
  }
  return Unit{};
}

// Reads every file into the run it belongs to.
template <typename ReadFile>
Result<std::vector<RocmPass>> read_runs(const std::vector<fs::path>& files, const fs::path& top,
                                        const ReadFile& read) {
  std::vector<RocmPass> in_folders;
  std::vector<RocmPass> alone;
  for (const fs::path& file : files) {
    KCAST_TRY(std::vector<RocmDispatch> dispatches, read(file));
    const std::string folder = pass_folder(file, top);
    if (folder.empty()) {
      alone.push_back({file.filename().string(), std::move(dispatches)});
    } else if (!in_folders.empty() && in_folders.back().name == folder) {
      std::vector<RocmDispatch>& there = in_folders.back().dispatches;
      std::move(dispatches.begin(), dispatches.end(), std::back_inserter(there));
    } else {
      in_folders.push_back({folder, std::move(dispatches)});
    }
  }
  if (const Status checked = check_runs(alone); !checked) return checked.error();
  for (RocmPass& run : in_folders)
    run.name = fs::path(run.name).filename().string();
  std::move(alone.begin(), alone.end(), std::back_inserter(in_folders));
  return in_folders;
}

// The one target among the GPUs that a profile names. Others than ours are ignored: a machine may
// have a second GPU that nothing ran on.
Status set_arch(const std::set<std::string>& gpus, const std::string& where, RocmFolder& out) {
  for (const std::string& gpu : gpus) {
    const Result<RocmArch> arch = parse_rocm_arch(gpu);
    if (!arch) continue;
    if (out.arch && *out.arch != *arch) {
      return Error{ErrorCode::Unsupported,
                   where + ": GPUs of two architectures; profile with ROCR_VISIBLE_DEVICES"};
    }
    out.arch = *arch;
  }
  return Unit{};
}

Result<std::set<std::string>> gpus_in_agents(const fs::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  KCAST_TRY(CsvReader table, CsvReader::open(text, file.string()));
  KCAST_TRY(const size_t type, table.column("Agent_Type"));
  KCAST_TRY(const size_t name, table.column("Name"));
  std::set<std::string> gpus;
  for (;;) {
    KCAST_TRY(const bool any, table.next());
    if (!any) return gpus;
    if (table.text(type) == "GPU") gpus.insert(table.text(name));
  }
}

// The version that the tool writes is often its first number alone; that of ROCm tells more.
void set_system(const RocmSystem& system, RocmFolder& out) {
  out.gpu_name = system.gpu_model;
  if (const auto version = parse_tool_version(system.tool_version)) {
    out.version = *version;
  } else if (const auto by_rocm = tool_version_of_rocm(system.rocm_version)) {
    out.version = *by_rocm;
  }
}

Result<RocmFolder> read_merged(const fs::path& file) {
  RocmFolder out;
  KCAST_TRY(out.dispatches, read_dispatch_csv(file));
  std::error_code ignored;
  const fs::path sysinfo = file.parent_path() / "sysinfo.csv";
  if (fs::exists(sysinfo, ignored)) {
    KCAST_TRY(const std::string text, read_file(sysinfo));
    KCAST_TRY(const RocmSystem system, parse_sysinfo(text, sysinfo.string()));
    KCAST_TRY(out.arch, parse_rocm_arch(system.gpu_arch));
    set_system(system, out);
  }
  const fs::path timestamps = file.parent_path() / "timestamps.csv";
  if (fs::exists(timestamps, ignored)) {
    KCAST_TRY(std::vector<RocmDispatch> timed, read_dispatch_csv(timestamps));
    replace_durations({"timestamps.csv", std::move(timed)}, out.dispatches);
    out.timed_without_counters = true;
  }
  return out;
}

Result<RocmFolder> read_tables(const RocmFiles& files, const fs::path& top) {
  RocmFolder out;
  KCAST_TRY(std::vector<RocmPass> runs, read_runs(files.tables, top, read_dispatch_csv));
  out.dispatches = join_passes(std::move(runs));
  for (const fs::path& file : files.agents) {
    KCAST_TRY(const std::set<std::string> gpus, gpus_in_agents(file));
    if (const Status set = set_arch(gpus, file.string(), out); !set) return set.error();
  }
  return out;
}

Result<RocmFolder> read_databases(const RocmFiles& files, const fs::path& top) {
  RocmFolder out;
  std::set<std::string> gpus;
  const auto read = [&gpus](const fs::path& file) -> Result<std::vector<RocmDispatch>> {
    KCAST_TRY(RocpdFile database, read_rocpd(file));
    gpus.merge(database.gpus);
    return std::move(database.dispatches);
  };
  KCAST_TRY(std::vector<RocmPass> runs, read_runs(files.databases, top, read));
  out.dispatches = join_passes(std::move(runs));
  if (const Status set = set_arch(gpus, top.string(), out); !set) return set.error();
  return out;
}

}  // namespace

Result<RocmSystem> parse_sysinfo(std::string_view text, const std::string& name) {
  KCAST_TRY(CsvReader table, CsvReader::open(text, name));
  KCAST_TRY(const size_t arch, table.column("gpu_arch"));
  KCAST_TRY(const bool any, table.next());
  if (!any) return Error{ErrorCode::InvalidInput, name + ": no row below the header"};
  const auto cell = [&table](const char* column) {
    const auto found = table.find(column);
    return found ? std::string(trim(table.text(*found))) : std::string();
  };
  return RocmSystem{table.text(arch), cell("gpu_model"), cell("rocm_version"), cell("version")};
}

Result<RocmFolder> read_rocm_folder(const fs::path& given) {
  fs::path path = given.lexically_normal();
  if (!path.has_filename()) path = path.parent_path();
  RocmFiles files;
  std::error_code ignored;
  const bool is_folder = fs::is_directory(path, ignored);
  if (!fs::exists(path, ignored)) {
    return Error{ErrorCode::NotFound, "read " + path.string() + ": no such file or folder"};
  }
  if (is_folder) {
    KCAST_TRY(files, find_rocm_files(path));
  } else {
    sort_in(path, files);
    if (path.extension() == ".csv" && files.merged.empty()) files.tables = {path};
  }
  if (files.merged.size() > 1) {
    return Error{ErrorCode::InvalidInput, path.string() + ": several profiles, among them " +
                                              files.merged[0].string() + " and " +
                                              files.merged[1].string() + "; name one"};
  }
  const fs::path top = is_folder ? path : path.parent_path();
  if (!files.merged.empty()) return read_merged(files.merged.front());
  if (!files.tables.empty()) return read_tables(files, top);
  if (!files.databases.empty()) return read_databases(files, top);
  return Error{ErrorCode::NotFound,
               path.string() +
                   ": no pmc_perf.csv, *_counter_collection.csv, results_*.csv or *.db "
                   "of AMD's profilers here"};
}

}  // namespace kcast::collect
