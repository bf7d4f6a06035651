// Launches with their rows (trees/launch_row.h) in a folder of compressed files, written while they
// are analysed: what a killed writer leaves can be read.
//
//   rows-0.bin, rows-1.bin, ...   each: a line that names the format, then frames: their length
//                                 (uint32) and zstd of them; the first has the names of the columns
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace kcast::trees {

struct TableRow {
  std::string key;            // of the launch
  std::vector<float> values;  // empty: there are none
  std::string problem;        // why
};

class RowTableWriter {
 public:
  // Goes on after the files that are there. `most_bytes`: of one file.
  static Result<RowTableWriter> open(const std::filesystem::path& folder,
                                     std::vector<std::string> names,
                                     size_t most_bytes = size_t{15} << 20);

  // Written in frames of some thousand rows.
  Status add(TableRow row);
  Status flush();

 private:
  Status begin_file();
  Status write_frame(const std::string& bytes);

  std::filesystem::path folder_;
  std::vector<std::string> names_;
  size_t most_bytes_ = 0;
  size_t number_ = 0;
  size_t written_ = 0;  // bytes of the file that is open
  std::ofstream out_;
  std::vector<TableRow> rows_;
};

struct RowTable {
  std::vector<std::string> names;
  std::map<std::string, TableRow> rows;  // by key
};

// Frames that are cut off are left out. An error where files name other columns. Without any file,
// an empty table.
Result<RowTable> read_row_table(const std::filesystem::path& folder);

}  // namespace kcast::trees
