// Reads SQLite files, as much of it as profilers' databases need.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace kcast::collect {

// The row that a query is at; columns from 0.
class SqliteRow {
 public:
  explicit SqliteRow(sqlite3_stmt* statement) : statement_(statement) {}
  int64_t integer(int column) const;  // 0 for NULL
  double real(int column) const;
  std::string text(int column) const;

 private:
  sqlite3_stmt* statement_;
};

class SqliteReader {
 public:
  // A file that is missing or no database is an error that names it. Nothing is written.
  static Result<SqliteReader> open(const std::filesystem::path& file);

  // Names of the columns of a table or view; empty when there is no such.
  Result<std::set<std::string>> columns(const std::string& table) const;

  // Calls `each` for every row; its error ends the query.
  Status query(const std::string& sql, const std::function<Status(const SqliteRow&)>& each) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  SqliteReader(sqlite3* database, std::string name) : database_(database), name_(std::move(name)) {}
  Error error(std::string_view what) const;

  std::unique_ptr<sqlite3, Close> database_;
  std::string name_;
};

}  // namespace kcast::collect
