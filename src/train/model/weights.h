// Tensors of safetensors files, one or several that an index names, as LibTorch's; and back.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "encode/safetensors.h"
#include "train/torch.h"

namespace kcast::train {

// The weights of a folder: model.safetensors, or the files of model.safetensors.index.json.
class WeightFiles {
 public:
  static Result<WeightFiles> open_folder(const std::filesystem::path& folder);
  static Result<WeightFiles> open_file(const std::filesystem::path& file);
  WeightFiles(WeightFiles&&) noexcept;
  WeightFiles& operator=(WeightFiles&&) = delete;
  ~WeightFiles();

  bool has(const std::string& name) const { return where_.contains(name); }
  // A copy of a tensor that must have this shape; the name counts as used.
  Result<Tensor> take(const std::string& name, const std::vector<int64_t>& shape);
  // The same of any shape.
  Result<Tensor> take(const std::string& name);
  // What was not taken, sorted.
  std::vector<std::string> unused() const;
  const std::map<std::string, std::string>& metadata() const;

 private:
  WeightFiles() = default;
  std::filesystem::path path_;
  std::vector<encode::SafetensorsFile> files_;
  std::map<std::string, size_t> where_;  // name to file
  std::set<std::string> used_;
};

// Writes tensors, those with wide elements first; nothing appears unless all of it is there.
Status write_tensors(const std::filesystem::path& path,
                     const std::vector<std::pair<std::string, Tensor>>& tensors,
                     const std::map<std::string, std::string>& metadata = {});

}  // namespace kcast::train
