#include "collect/rocm/sqlite_reader.h"

#include <sqlite3.h>

namespace kcast::collect {

namespace {

struct FinalizeStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

}  // namespace

int64_t SqliteRow::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

double SqliteRow::real(int column) const {
  return sqlite3_column_double(statement_, column);
}

std::string SqliteRow::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  return text == nullptr ? "" : std::string(text, sqlite3_column_bytes(statement_, column));
}

void SqliteReader::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Result<SqliteReader> SqliteReader::open(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) {
    return Error{ErrorCode::NotFound, "read " + file.string() + ": no such file"};
  }
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
  SqliteReader reader(database, file.string());
  if (status != SQLITE_OK) return reader.error("cannot be opened");
  return reader;
}

Result<std::set<std::string>> SqliteReader::columns(const std::string& table) const {
  std::set<std::string> names;
  const Status done = query("SELECT name FROM pragma_table_info('" + table + "')",
                            [&names](const SqliteRow& row) -> Status {
                              names.insert(row.text(0));
                              return Unit{};
                            });
  if (!done) return done.error();
  return names;
}

Status SqliteReader::query(const std::string& sql,
                           const std::function<Status(const SqliteRow&)>& each) const {
  sqlite3_stmt* prepared = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &prepared, nullptr) != SQLITE_OK) {
    return error("no query");
  }
  const std::unique_ptr<sqlite3_stmt, FinalizeStatement> statement(prepared);
  const SqliteRow row(prepared);
  for (;;) {
    const int status = sqlite3_step(prepared);
    if (status == SQLITE_DONE) return Unit{};
    if (status != SQLITE_ROW) return error("cannot be read");
    if (Status done = each(row); !done) return done;
  }
}

Error SqliteReader::error(std::string_view what) const {
  const char* reason = database_ ? sqlite3_errmsg(database_.get()) : "out of memory";
  return Error{ErrorCode::InvalidInput, name_ + ": " + std::string(what) + ": " + reason};
}

}  // namespace kcast::collect
