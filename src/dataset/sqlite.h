// SQLite with our results: a database and its statements.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace kcast::dataset {

// A prepared statement. Bind, step until there is no row, reset, bind again. What goes wrong in a
// binding is told by the next step.
class Statement {
 public:
  Statement& bind(int index, int64_t value);
  Statement& bind(int index, double value);  // not a number becomes NULL
  Statement& bind(int index, std::string_view text);
  Statement& bind_blob(int index, std::string_view bytes);

  // True: there is a row. False: done, and ready for the next binding.
  Result<bool> step();
  // For statements that give no rows.
  Status run();
  void reset();

  // Columns of the row, from 0. Texts and blobs are valid until the next step.
  int64_t integer(int column) const;
  double real(int column) const;  // NULL becomes not a number
  std::string_view text(int column) const;
  std::string_view blob(int column) const;

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  std::string name_;  // of the file
  int bind_status_ = 0;
};

class Database {
 public:
  enum class Mode { ReadWrite, ReadOnly, Immutable };
  // Waits up to a minute for locks of others. The name of a store that is only read may be that
  // of a file that nobody can write: Immutable reads it without the files that SQLite makes beside.
  static Result<Database> open(const std::filesystem::path& file, Mode mode);

  Status run(const std::string& sql);
  Result<Statement> prepare(std::string_view sql);
  // A single number of a query.
  Result<int64_t> integer(std::string_view sql);
  Status attach(const std::filesystem::path& file, Mode mode, std::string_view name);
  // Of its pages (page_checksums.h): for a new file, and whether one that was read has them.
  void want_checksums();
  bool has_checksums() const;
  int64_t last_id() const;
  int64_t changes() const;
  const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(sqlite3* handle) const;
  };
  std::unique_ptr<sqlite3, Close> handle_;
  std::string name_;
};

// BEGIN IMMEDIATE now, ROLLBACK at the end of the scope unless it was committed.
class Transaction {
 public:
  static Result<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept;
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Status commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;  // null: over
};

}  // namespace kcast::dataset
