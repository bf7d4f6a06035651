#include "dataset/sqlite.h"

#include <sqlite3.h>

#include <limits>
#include <utility>

#include "dataset/page_checksums.h"

namespace kcast::dataset {
namespace {

constexpr int kBusyTimeoutMs = 60'000;

// The message names the file, since SQLite's does not.
Error sqlite_error(sqlite3* handle, int status, const std::string& name) {
  if (handle != nullptr && sqlite3_extended_errcode(handle) == SQLITE_IOERR_DATA) {
    return Error{ErrorCode::InvalidInput,
                 name + " is damaged: a page has not the checksum that it was written with"};
  }
  const char* why = handle == nullptr ? sqlite3_errstr(status) : sqlite3_errmsg(handle);
  switch (status & 0xff) {
    case SQLITE_NOTADB:
      return Error{ErrorCode::InvalidInput, name + " is not a store of readings"};
    case SQLITE_CANTOPEN:
      return Error{ErrorCode::NotFound, "cannot open " + name + ": " + why};
    case SQLITE_CORRUPT:
      return Error{ErrorCode::InvalidInput, name + " is damaged: " + why};
    case SQLITE_BUSY:
      return Error{ErrorCode::Io,
                   name + " is locked: another process has been writing for a minute"};
    default:
      return Error{ErrorCode::Io, name + ": " + why};
  }
}

// Letters that mean something in a URI are escaped.
std::string uri_of(const std::filesystem::path& file, Database::Mode mode) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out = "file:";
  for (const char c : std::filesystem::absolute(file).string()) {
    if (c == '?' || c == '#' || c == '%') {
      const auto byte = static_cast<unsigned char>(c);
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    } else {
      out += c;
    }
  }
  switch (mode) {
    case Database::Mode::ReadWrite:
      return out + "?mode=rwc";
    case Database::Mode::ReadOnly:
      return out + "?mode=ro";
    case Database::Mode::Immutable:
      return out + "?mode=ro&immutable=1";
  }
  return out;
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement& Statement::bind(int index, int64_t value) {
  bind_status_ |= sqlite3_bind_int64(statement_.get(), index, value);
  return *this;
}

Statement& Statement::bind(int index, double value) {
  bind_status_ |= sqlite3_bind_double(statement_.get(), index, value);
  return *this;
}

Statement& Statement::bind(int index, std::string_view text) {
  bind_status_ |= sqlite3_bind_text64(statement_.get(), index, text.data(), text.size(),
                                      SQLITE_TRANSIENT, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_blob(int index, std::string_view bytes) {
  bind_status_ |=
      sqlite3_bind_blob64(statement_.get(), index, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
  return *this;
}

Result<bool> Statement::step() {
  if (bind_status_ != SQLITE_OK) {
    return Error{ErrorCode::Internal, name_ + ": a value could not be bound"};
  }
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  sqlite3* handle = sqlite3_db_handle(statement_.get());
  if (status == SQLITE_DONE) {
    reset();
    return false;
  }
  Error error = sqlite_error(handle, status, name_);
  reset();
  return error;
}

Status Statement::run() {
  KCAST_TRY(const bool row, step());
  if (row) reset();
  return Unit{};
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return sqlite3_column_double(statement_.get(), column);
}

std::string_view Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  if (text == nullptr) return {};
  return {text, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

std::string_view Statement::blob(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(statement_.get(), column));
  if (bytes == nullptr) return {};
  return {bytes, static_cast<size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

void Database::Close::operator()(sqlite3* handle) const {
  sqlite3_close_v2(handle);
}

Result<Database> Database::open(const std::filesystem::path& file, Mode mode) {
  Database database;
  database.name_ = file.string();
  const int flags =
      SQLITE_OPEN_URI |
      (mode == Mode::ReadWrite ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
  sqlite3* handle = nullptr;
  const int status = sqlite3_open_v2(uri_of(file, mode).c_str(), &handle, flags, checked_vfs());
  database.handle_.reset(handle);
  if (status != SQLITE_OK) return sqlite_error(handle, status, database.name_);
  sqlite3_busy_timeout(handle, kBusyTimeoutMs);
  return database;
}

Status Database::run(const std::string& sql) {
  const int status = sqlite3_exec(handle_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (status != SQLITE_OK) return sqlite_error(handle_.get(), status, name_);
  return Unit{};
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* prepared = nullptr;
  const int status = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                        &prepared, nullptr);
  if (status != SQLITE_OK) return sqlite_error(handle_.get(), status, name_);
  Statement statement;
  statement.statement_.reset(prepared);
  statement.name_ = name_;
  return statement;
}

Result<int64_t> Database::integer(std::string_view sql) {
  KCAST_TRY(Statement statement, prepare(sql));
  KCAST_TRY(const bool row, statement.step());
  return row ? statement.integer(0) : 0;
}

Status Database::attach(const std::filesystem::path& file, Mode mode, std::string_view name) {
  KCAST_TRY(Statement statement, prepare("ATTACH ? AS ?"));
  statement.bind(1, std::string_view(uri_of(file, mode))).bind(2, name);
  return statement.run();
}

void Database::want_checksums() {
  want_page_checksums(handle_.get());
}

bool Database::has_checksums() const {
  return has_page_checksums(handle_.get());
}

int64_t Database::last_id() const {
  return sqlite3_last_insert_rowid(handle_.get());
}

int64_t Database::changes() const {
  return sqlite3_changes64(handle_.get());
}

Result<Transaction> Transaction::begin(Database& database) {
  KCAST_TRY(const Unit begun, database.run("BEGIN IMMEDIATE"));
  static_cast<void>(begun);
  return Transaction(database);
}

Transaction::Transaction(Transaction&& other) noexcept
    : database_(std::exchange(other.database_, nullptr)) {}

Transaction::~Transaction() {
  if (database_ != nullptr) static_cast<void>(database_->run("ROLLBACK"));
}

Status Transaction::commit() {
  KCAST_TRY(const Unit committed, database_->run("COMMIT"));
  database_ = nullptr;
  return committed;
}

}  // namespace kcast::dataset
