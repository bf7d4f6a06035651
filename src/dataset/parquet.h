// Parquet files, through a module that is loaded when it is needed.
#pragma once

#include <filesystem>

#include "dataset/table.h"

namespace kcast::dataset {

class Parquet {
 public:
  // kcast-parquet.so of a folder, usually executable_dir(). It stays loaded.
  static Result<Parquet> load(const std::filesystem::path& folder);

  // Each column is encoded in the way that makes it smallest, and compressed as far as zstd goes.
  Status write(const std::filesystem::path& file, const Table& table) const;
  Result<Table> read(const std::filesystem::path& file) const;

 private:
  Parquet() = default;
  void* write_ = nullptr;  // entries of the module
  void* read_ = nullptr;
};

}  // namespace kcast::dataset
