#include "trees/row_table.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/files.h"
#include "trees/bytes.h"
#include "trees/packed.h"

namespace kcast::trees {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "kcast rows 1\n";
constexpr size_t kRowsOfFrame = 2000;
constexpr int kLevel = 12;
constexpr size_t kMostFrame = size_t{256} << 20;

fs::path file_name(const fs::path& folder, size_t number) {
  return folder / ("rows-" + std::to_string(number) + ".bin");
}

// Columns one after the other, and of each the bytes of equal weight: what is alike lies together.
std::string column_bytes(const std::vector<TableRow>& rows, size_t columns) {
  std::string out;
  out.reserve(rows.size() * columns * sizeof(float));
  for (size_t column = 0; column < columns; ++column) {
    for (size_t byte = 0; byte < sizeof(float); ++byte) {
      for (const TableRow& row : rows) {
        if (row.values.empty()) continue;
        char bytes[sizeof(float)];
        std::memcpy(bytes, &row.values[column], sizeof bytes);
        out.push_back(bytes[byte]);
      }
    }
  }
  return out;
}

std::string frame_of(const std::vector<TableRow>& rows, size_t columns) {
  ByteWriter writer;
  writer.number(static_cast<uint32_t>(rows.size()));
  for (const TableRow& row : rows) {
    writer.text(row.key);
    writer.text(row.values.empty() ? "no: " + row.problem : "");
  }
  writer.text(column_bytes(rows, columns));
  return writer.take();
}

Status read_frame(std::string_view bytes, size_t columns, std::map<std::string, TableRow>& out) {
  ByteReader reader(bytes);
  const auto count = reader.number<uint32_t>();
  std::vector<TableRow> rows;
  size_t with_values = 0;
  for (uint32_t i = 0; i < count && reader.ok(); ++i) {
    TableRow row;
    row.key = reader.text();
    row.problem = reader.text();
    if (row.problem.empty()) {
      row.values.resize(columns);
      ++with_values;
    }
    rows.push_back(std::move(row));
  }
  const std::string values = reader.text();
  if (!reader.ok() || values.size() != with_values * columns * sizeof(float)) {
    return Error{ErrorCode::InvalidInput, "a frame of rows is damaged"};
  }
  size_t at = 0;
  for (size_t column = 0; column < columns; ++column) {
    std::vector<std::array<char, sizeof(float)>> cells(with_values);
    for (size_t byte = 0; byte < sizeof(float); ++byte) {
      for (auto& cell : cells)
        cell[byte] = values[at++];
    }
    size_t next = 0;
    for (TableRow& row : rows) {
      if (!row.values.empty())
        std::memcpy(&row.values[column], cells[next++].data(), sizeof(float));
    }
  }
  for (TableRow& row : rows) {
    std::string key = row.key;
    out.insert_or_assign(std::move(key), std::move(row));
  }
  return Unit{};
}

std::string names_frame(const std::vector<std::string>& names) {
  ByteWriter writer;
  writer.number(static_cast<uint32_t>(names.size()));
  for (const std::string& name : names)
    writer.text(name);
  return writer.take();
}

std::vector<std::string> names_in(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<std::string> names;
  const auto count = reader.number<uint32_t>();
  for (uint32_t i = 0; i < count && reader.ok(); ++i)
    names.push_back(reader.text());
  return names;
}

Status read_table_file(const fs::path& file, RowTable& table) {
  KCAST_TRY(const std::string bytes, read_file(file));
  std::string_view rest = bytes;
  if (!rest.starts_with(kMagic)) {
    return Error{ErrorCode::InvalidInput, file.string() + " is no table of rows"};
  }
  rest.remove_prefix(kMagic.size());
  for (bool first = true;; first = false) {
    uint32_t size = 0;
    if (rest.size() < sizeof size) return Unit{};
    std::memcpy(&size, rest.data(), sizeof size);
    rest.remove_prefix(sizeof size);
    if (rest.size() < size) return Unit{};
    KCAST_TRY(const std::string frame, unpack(rest.substr(0, size), kMostFrame));
    rest.remove_prefix(size);
    if (first) {
      const std::vector<std::string> names = names_in(frame);
      if (table.names.empty()) table.names = names;
      if (table.names != names) {
        return Error{ErrorCode::InvalidInput,
                     file.string() + " has other columns than the files before it; remove it"};
      }
    } else {
      KCAST_OK(read_frame(frame, table.names.size(), table.rows));
    }
  }
}

}  // namespace

Result<RowTableWriter> RowTableWriter::open(const fs::path& folder, std::vector<std::string> names,
                                            size_t most_bytes) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::Io, folder.string() + ": " + failed.message()};
  RowTableWriter writer;
  writer.folder_ = folder;
  writer.names_ = std::move(names);
  writer.most_bytes_ = most_bytes;
  while (fs::exists(file_name(folder, writer.number_), failed))
    ++writer.number_;
  return writer;
}

Status RowTableWriter::begin_file() {
  if (out_.is_open()) {
    out_.close();
    ++number_;
  }
  out_.open(file_name(folder_, number_), std::ios::binary);
  out_ << kMagic;
  written_ = kMagic.size();
  return write_frame(names_frame(names_));
}

Status RowTableWriter::write_frame(const std::string& bytes) {
  const std::string packed = pack(bytes, kLevel);
  const auto size = static_cast<uint32_t>(packed.size());
  out_.write(reinterpret_cast<const char*>(&size), sizeof size);
  out_.write(packed.data(), static_cast<std::streamsize>(packed.size()));
  out_.flush();
  written_ += sizeof size + packed.size();
  if (!out_) return Error{ErrorCode::Io, file_name(folder_, number_).string() + ": cannot write"};
  return Unit{};
}

Status RowTableWriter::add(TableRow row) {
  rows_.push_back(std::move(row));
  return rows_.size() < kRowsOfFrame ? Unit{} : flush();
}

Status RowTableWriter::flush() {
  if (rows_.empty()) return Unit{};
  // A frame has less than a sixteenth of what a file may have.
  if (!out_.is_open() || written_ > most_bytes_ - most_bytes_ / 16) {
    KCAST_OK(begin_file());
  }
  const std::string frame = frame_of(rows_, names_.size());
  rows_.clear();
  return write_frame(frame);
}

Result<RowTable> read_row_table(const fs::path& folder) {
  RowTable table;
  std::error_code ignored;
  for (size_t number = 0; fs::exists(file_name(folder, number), ignored); ++number) {
    KCAST_OK(read_table_file(file_name(folder, number), table));
  }
  return table;
}

}  // namespace kcast::trees
