#include "plan/plan_folder.h"

#include <system_error>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/files.h"
#include "base/text.h"
#include "schema/feature_vector.h"

namespace kcast::plan {
namespace {

constexpr const char* kKernelHeader =
    "number\trecipe\tlanguage\tcompiles\tbytes\tlines\tlaunches\tnot_compiled\trefused\treason\n";
constexpr size_t kLaunchesColumn = 6;

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\n') c = ' ';
  return text;
}

std::string reason_of(const PlannedKernel& kernel) {
  if (kernel.shortfall.empty() || kernel.first_refusal.empty()) {
    return kernel.shortfall + kernel.first_refusal;
  }
  return kernel.shortfall + "; first: " + kernel.first_refusal;
}

std::string kernel_line(const PlannedKernel& kernel) {
  std::vector<std::string> refused;
  for (const auto& [fault, times] : kernel.refused)
    refused.push_back(fault + " " + std::to_string(times));
  const std::vector<std::string> cells = {std::to_string(kernel.number),
                                          kernel.recipe,
                                          kernel.language,
                                          join(kernel.languages, " "),
                                          std::to_string(kernel.text_bytes),
                                          std::to_string(kernel.text_lines),
                                          std::to_string(kernel.launches.size()),
                                          one_line(join(kernel.not_compiled, "; ")),
                                          join(refused, ", "),
                                          one_line(reason_of(kernel))};
  return join(cells, "\t") + "\n";
}

// Cuts a file after its first `lines` lines; false if it has fewer.
Result<bool> keep_lines(const std::filesystem::path& path, uint64_t lines) {
  KCAST_TRY(const std::string text, read_file(path));
  size_t end = 0;
  for (uint64_t i = 0; i < lines; ++i) {
    const size_t next = text.find('\n', end);
    if (next == std::string::npos) return false;
    end = next + 1;
  }
  std::error_code failed;
  std::filesystem::resize_file(path, end, failed);
  if (failed) return Error{ErrorCode::Io, path.string() + ": " + failed.message()};
  return true;
}

}  // namespace

Result<PlanFolder> PlanFolder::open(const std::filesystem::path& path, const std::string& made_from,
                                    bool features) {
  PlanFolder folder;
  folder.features_ = features;
  folder.path_ = path;
  KCAST_TRY(folder.lock_, FolderLock::take(path));
  const std::filesystem::path about = path / "corpus.json";
  if (std::filesystem::exists(about)) {
    KCAST_TRY(const std::string before, read_file(about));
    if (before != made_from) {
      return Error{ErrorCode::InvalidInput, path.string() +
                                                " holds a corpus that was made differently; give "
                                                "another folder with --out"};
    }
    if (auto status = folder.take_up(); !status) return std::move(status).error();
  } else {
    for (const auto& [name, text] :
         {std::pair<const char*, std::string>{"kernels.tsv", kKernelHeader},
          {"plan.tsv", plan_header()},
          {"corpus.json", made_from}}) {
      if (auto status = write_file(path / name, text); !status) return std::move(status).error();
    }
  }
  KCAST_TRY(folder.kernel_file_, AppendedFile::open(path / "kernels.tsv"));
  KCAST_TRY(folder.plan_file_, AppendedFile::open(path / "plan.tsv"));
  if (features) {
    if (auto status = folder.open_features(); !status) return std::move(status).error();
  }
  return folder;
}

// Cuts off the features of launches that the plan does not have.
Status PlanFolder::open_features() {
  const std::filesystem::path file = path_ / "features.f32";
  KCAST_TRY(feature_file_, AppendedFile::open(file));
  std::error_code failed;
  const uint64_t wanted = launches_ * feature_vector_names().size() * sizeof(float);
  const uint64_t there = std::filesystem::file_size(file, failed);
  if (failed) return Error{ErrorCode::Io, file.string() + ": " + failed.message()};
  if (there < wanted) {
    return Error{ErrorCode::InvalidInput,
                 file.string() + " has lost rows; remove the folder and begin again"};
  }
  std::filesystem::resize_file(file, wanted, failed);
  if (failed) return Error{ErrorCode::Io, file.string() + ": " + failed.message()};
  return Unit{};
}

Status PlanFolder::take_up() {
  KCAST_TRY(const std::string text, read_file(path_ / "kernels.tsv"));
  const std::vector<std::string> lines = split(text.substr(0, text.rfind('\n') + 1), '\n');
  for (size_t i = 1; i < lines.size(); ++i) {
    const std::vector<std::string> cells = split(lines[i], '\t');
    if (cells.size() <= kLaunchesColumn) break;
    kernels_ += 1;
    launches_ += static_cast<uint64_t>(parse_int(cells[kLaunchesColumn]).value_or(0));
  }
  KCAST_TRY(const bool has_kernels, keep_lines(path_ / "kernels.tsv", kernels_ + 1));
  KCAST_TRY(const bool has_launches, keep_lines(path_ / "plan.tsv", launches_ + 1));
  if (has_kernels && has_launches) return Unit{};
  return Error{ErrorCode::InvalidInput,
               path_.string() + ": plan.tsv has lost lines; remove the folder and begin again"};
}

// The launches first: a kernel's line says that all of them are there.
Status PlanFolder::add(const PlannedKernel& kernel) {
  if (features_) {
    KCAST_CHECK(kernel.features.size() == kernel.launches.size(), "each launch has its features");
    std::string rows;
    for (const std::vector<float>& row : kernel.features)
      rows.append(reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float));
    KCAST_OK(feature_file_.add(rows));
  }
  std::string launches;
  for (const PlannedLaunch& launch : kernel.launches)
    launches += plan_line(launch);
  KCAST_OK(plan_file_.add(launches));
  KCAST_OK(kernel_file_.add(kernel_line(kernel)));
  kernels_ += 1;
  launches_ += kernel.launches.size();
  return Unit{};
}

}  // namespace kcast::plan
