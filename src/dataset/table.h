// A table of named columns, as it lies in a Parquet file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace kcast::dataset {

struct Column {
  std::string name;
  // The last one holds truth values.
  std::variant<std::vector<std::string>, std::vector<int64_t>, std::vector<int32_t>,
               std::vector<double>, std::vector<float>, std::vector<uint8_t>>
      values;

  bool operator==(const Column&) const = default;
};

struct Table {
  std::vector<Column> columns;                                // of one length
  std::vector<std::pair<std::string, std::string>> metadata;  // of the file

  bool operator==(const Table&) const = default;
};

size_t row_count(const Table& table);

// The column of a name and type; an error if there is none. Numbers of other types are converted
// by read_numbers.
Result<const std::vector<std::string>*> text_column(const Table& table, std::string_view name);
Result<std::vector<double>> read_numbers(const Table& table, std::string_view name);

}  // namespace kcast::dataset
