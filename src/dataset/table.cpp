#include "dataset/table.h"

#include <algorithm>

namespace kcast::dataset {
namespace {

Result<const Column*> find_column(const Table& table, std::string_view name) {
  for (const Column& column : table.columns) {
    if (column.name == name) return &column;
  }
  return Error{ErrorCode::InvalidInput, "there is no column '" + std::string(name) + "'"};
}

}  // namespace

size_t row_count(const Table& table) {
  if (table.columns.empty()) return 0;
  return std::visit([](const auto& values) { return values.size(); }, table.columns[0].values);
}

Result<const std::vector<std::string>*> text_column(const Table& table, std::string_view name) {
  KCAST_TRY(const Column* column, find_column(table, name));
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column->values)) return texts;
  return Error{ErrorCode::InvalidInput, "column '" + column->name + "' holds no texts"};
}

Result<std::vector<double>> read_numbers(const Table& table, std::string_view name) {
  KCAST_TRY(const Column* column, find_column(table, name));
  if (std::holds_alternative<std::vector<std::string>>(column->values)) {
    return Error{ErrorCode::InvalidInput, "column '" + column->name + "' holds no numbers"};
  }
  std::vector<double> out;
  std::visit(
      [&out](const auto& values) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(values)>, std::vector<std::string>>) {
          out.reserve(values.size());
          for (const auto value : values)
            out.push_back(static_cast<double>(value));
        }
      },
      column->values);
  return out;
}

}  // namespace kcast::dataset
