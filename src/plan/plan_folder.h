// A corpus on disk, written as it is made and continued where it was left:
//
//   corpus.json   what it is made from; a folder is continued only with the same
//   recipes.txt   one recipe a line
//   kernels.tsv   one line for each recipe that is done, in their order
//   plan.tsv      the launches (plan/launch_table.h)
//   features.f32  if wanted: for each row of plan.tsv the floats of schema/feature_vector.h
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/io/folder_lock.h"
#include "base/io/new_file.h"
#include "base/result.h"
#include "plan/make_plan.h"

namespace kcast::plan {

class PlanFolder {
 public:
  // Makes the folder, or takes up one that `made_from` fits. What was half written when the work
  // ended is removed. An error where another process writes it: the lock is the object's, and of
  // processes that are forked while it lives.
  static Result<PlanFolder> open(const std::filesystem::path& path, const std::string& made_from,
                                 bool features = false);

  uint64_t kernels() const { return kernels_; }    // that are done
  uint64_t launches() const { return launches_; }  // of them

  Status add(const PlannedKernel& kernel);

 private:
  PlanFolder() = default;
  Status take_up();
  Status open_features();

  std::filesystem::path path_;
  uint64_t kernels_ = 0;
  uint64_t launches_ = 0;
  std::optional<FolderLock> lock_;
  AppendedFile kernel_file_;
  AppendedFile plan_file_;
  bool features_ = false;
  AppendedFile feature_file_;
};

}  // namespace kcast::plan
