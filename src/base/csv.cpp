#include "base/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/io/terminal.h"
#include "base/text.h"

namespace kcast {

namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The text without the commas of its thousands; nothing when a comma stands elsewhere.
std::optional<std::string> without_thousands(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return std::string(text);
  const size_t first = text.find(',');
  const size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  if (first == sign || first > sign + 3) return std::nullopt;
  std::string out(text.substr(0, first));
  if (!std::all_of(out.begin() + static_cast<std::ptrdiff_t>(sign), out.end(), is_digit)) {
    return std::nullopt;
  }
  text.remove_prefix(first);
  while (text.starts_with(',')) {
    if (text.size() < 4 || !std::all_of(text.begin() + 1, text.begin() + 4, is_digit)) {
      return std::nullopt;
    }
    out += text.substr(1, 3);
    text.remove_prefix(4);
  }
  if (text.find(',') != std::string_view::npos || (!text.empty() && is_digit(text[0]))) {
    return std::nullopt;
  }
  return out + std::string(text);
}

}  // namespace

std::optional<double> parse_csv_number(std::string_view text) {
  const std::optional<std::string> plain = without_thousands(trim(text));
  if (!plain) return std::nullopt;
  std::string_view rest = *plain;
  if (rest.starts_with('+')) rest.remove_prefix(1);
  if (rest.empty() || !(is_digit(rest.back()) || rest.back() == '.')) return std::nullopt;
  double value = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
  if (error != std::errc() || end != rest.data() + rest.size() || !std::isfinite(value)) {
    return std::nullopt;
  }
  return value;
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? "\"\"" : std::string(1, c);
  return out + "\"";
}

std::optional<int64_t> parse_csv_integer(std::string_view text) {
  const std::optional<std::string> plain = without_thousands(trim(text));
  if (!plain) return std::nullopt;
  std::string_view digits = *plain;
  // Zeros behind a point say nothing; the digits before it are exact.
  if (const size_t point = digits.find('.'); point != std::string_view::npos && point > 0) {
    const std::string_view decimals = digits.substr(point + 1);
    if (decimals.find_first_not_of('0') == std::string_view::npos) digits = digits.substr(0, point);
  }
  const bool decimal = digits.find_first_not_of("+-0123456789") == std::string_view::npos;
  if (decimal) return parse_int(digits);
  const std::optional<double> value = parse_csv_number(*plain);
  constexpr double kLimit = 9.2e18;
  if (!value || *value != std::floor(*value) || std::fabs(*value) > kLimit) return std::nullopt;
  return static_cast<int64_t>(*value);
}

CsvReader::CsvReader(std::string_view text, std::string name, size_t first_line)
    : text_(text), name_(std::move(name)), line_(first_line) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text_.starts_with(kByteOrderMark)) text_.remove_prefix(kByteOrderMark.size());
}

Result<CsvReader> CsvReader::open(std::string_view text, std::string name, size_t first_line) {
  CsvReader reader(text, std::move(name), first_line);
  KCAST_TRY(const bool any, reader.read_cells());
  if (!any) return Error{ErrorCode::InvalidInput, reader.name_ + ": no header: the table is empty"};
  reader.header_ = std::move(reader.cells_);
  for (std::string& column : reader.header_)
    column = std::string(trim(column));
  return reader;
}

std::optional<size_t> CsvReader::find(std::string_view column) const {
  const auto found = std::find(header_.begin(), header_.end(), column);
  if (found == header_.end()) return std::nullopt;
  return static_cast<size_t>(found - header_.begin());
}

Result<size_t> CsvReader::column(std::string_view name) const {
  if (const std::optional<size_t> found = find(name)) return *found;
  std::string message = name_ + ": no column '" + std::string(name) + "'";
  if (const auto near = nearest(name, header_)) message += "; is it '" + *near + "'?";
  return Error{ErrorCode::InvalidInput, std::move(message)};
}

Result<bool> CsvReader::next() {
  KCAST_TRY(const bool any, read_cells());
  if (!any) return false;
  if (cells_.size() != header_.size()) {
    return error_in_line(row_line_, "the row has " + std::to_string(cells_.size()) +
                                        " cells, the header " + std::to_string(header_.size()) +
                                        ": is the file cut off?");
  }
  return true;
}

Result<double> CsvReader::number(size_t column) const {
  if (const auto value = parse_csv_number(cells_[column])) return *value;
  return error_at(column, "'" + cells_[column] + "' is no number");
}

Result<int64_t> CsvReader::integer(size_t column) const {
  if (const auto value = parse_csv_integer(cells_[column])) return *value;
  return error_at(column, "'" + cells_[column] + "' is no whole number");
}

Error CsvReader::error_at(size_t column, std::string_view what) const {
  return error_in_line(row_line_, "column " + header_[column] + ": " + std::string(what));
}

Error CsvReader::error_in_line(size_t line, std::string_view what) const {
  // A cell in quotes may hold line breaks; a message is one line.
  return Error{ErrorCode::InvalidInput,
               name_ + ":" + std::to_string(line) + ": " + terminal_line(what)};
}

// The cells of the next line that is not empty; false when there is none.
Result<bool> CsvReader::read_cells() {
  while (at_ < text_.size() && (text_[at_] == '\n' || text_[at_] == '\r')) {
    if (text_[at_++] == '\n') ++line_;
  }
  cells_.clear();
  row_line_ = line_;
  if (at_ >= text_.size()) return false;
  for (;;) {
    if (at_ < text_.size() && text_[at_] == '"') {
      KCAST_TRY(std::string cell, read_quoted());
      cells_.push_back(std::move(cell));
    } else {
      cells_.push_back(read_plain());
    }
    if (at_ >= text_.size()) return true;
    const char end = text_[at_++];
    if (end == ',') continue;
    if (end == '\r' && at_ < text_.size() && text_[at_] == '\n') ++at_;
    ++line_;
    return true;
  }
}

// A cell that begins with a quote; two quotes stand for one.
Result<std::string> CsvReader::read_quoted() {
  const size_t opened = line_;
  std::string cell;
  for (++at_; at_ < text_.size(); ++at_) {
    if (text_[at_] != '"') {
      if (text_[at_] == '\n') ++line_;
      cell += text_[at_];
    } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
      cell += text_[++at_];
    } else {
      ++at_;
      const char after = at_ < text_.size() ? text_[at_] : '\n';
      if (after == ',' || after == '\n' || after == '\r') return cell;
      return error_in_line(
          line_, "cell " + std::to_string(cells_.size() + 1) + " goes on after its closing quote");
    }
  }
  return error_in_line(opened, "cell " + std::to_string(cells_.size() + 1) +
                                   " has no closing quote: is the file cut off?");
}

std::string CsvReader::read_plain() {
  const size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
  std::string cell(text_.substr(at_, end - at_));
  at_ = end;
  return cell;
}

}  // namespace kcast
