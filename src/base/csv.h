// Tables in CSV as other programs write them: quoted cells with commas, quotes and line breaks,
// LF or CRLF, numbers like "524288.0" and "1,024". Cells are found by the name of their column,
// never by their place, and every error names the file, the line and the column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kcast {

// "12", "-1.5e3", "1,024.25"; commas are taken only where they separate thousands. Nothing for
// other texts, infinities and not-a-number.
std::optional<double> parse_csv_number(std::string_view text);

// The same where the number is whole: "524288.0", "1,024", "8.1E+14". Digits are read exactly,
// as times in nanoseconds need it.
std::optional<int64_t> parse_csv_integer(std::string_view text);

// A text as a cell: quoted where it has to be.
std::string csv_cell(const std::string& text);

// Reads row by row, so that a table may be larger than memory would hold as cells.
class CsvReader {
 public:
  // Reads the header. `text` has to outlive the reader; `name` stands for the file in errors, and
  // `first_line` is the number of the text's first line in it.
  static Result<CsvReader> open(std::string_view text, std::string name, size_t first_line = 1);

  const std::vector<std::string>& header() const { return header_; }
  // The first column of that name.
  std::optional<size_t> find(std::string_view column) const;
  // The same where it has to be there.
  Result<size_t> column(std::string_view name) const;

  // Goes to the next row; false at the end. Empty lines are skipped; a row that has more or
  // fewer cells than the header is an error.
  Result<bool> next();

  // Cells of the row.
  const std::string& text(size_t column) const { return cells_[column]; }
  Result<double> number(size_t column) const;
  Result<int64_t> integer(size_t column) const;

  const std::string& name() const { return name_; }
  size_t line() const { return row_line_; }  // where the row begins
  // "FILE:LINE: column NAME: " and what is wrong with it.
  Error error_at(size_t column, std::string_view what) const;

 private:
  CsvReader(std::string_view text, std::string name, size_t first_line);
  Result<bool> read_cells();
  Result<std::string> read_quoted();
  std::string read_plain();
  Error error_in_line(size_t line, std::string_view what) const;

  std::string_view text_;
  std::string name_;
  size_t at_ = 0;
  size_t line_ = 1;
  size_t row_line_ = 1;
  std::vector<std::string> header_;
  std::vector<std::string> cells_;
};

}  // namespace kcast
