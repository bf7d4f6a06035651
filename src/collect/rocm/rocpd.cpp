#include "collect/rocm/rocpd.h"

#include <tuple>

#include "collect/rocm/sqlite_reader.h"

namespace kcast::collect {

namespace {

constexpr const char* kView = "counters_collection";
constexpr const char* kNeeded[] = {"dispatch_id",    "kernel_name",  "grid_size",
                                   "workgroup_size", "start",        "end",
                                   "value",          "counter_name", "agent_id"};

// Columns of the query, in its order.
enum Column {
  Dispatch,
  Agent,
  Process,
  Kernel,
  Grid,
  Workgroup,
  Lds,
  Scratch,
  Vector,
  Accumulation,
  Start,
  End,
  Counter,
  Value,
  GridX,
  GridY,
  GridZ,
  WorkgroupX,
  WorkgroupY,
  WorkgroupZ,
};
constexpr const char* kColumns[] = {
    "dispatch_id",
    "agent_id",
    "guid",
    "kernel_name",
    "grid_size",
    "workgroup_size",
    "lds_block_size",
    "scratch_size",
    "vgpr_count",
    "accum_vgpr_count",
    "start",
    "end",
    "counter_name",
    "value",
    "grid_size_x",
    "grid_size_y",
    "grid_size_z",
    "workgroup_size_x",
    "workgroup_size_y",
    "workgroup_size_z",
};

// NULL for columns that a release does not have.
std::string query_of(const std::set<std::string>& columns) {
  std::string sql = "SELECT ";
  for (const char* name : kColumns) {
    if (name != kColumns[0]) sql += ", ";
    sql += columns.contains(name) ? "\"" + std::string(name) + "\"" : "NULL";
  }
  return sql + " FROM " + kView + " ORDER BY \"dispatch_id\", \"counter_name\"";
}

// Only where it fits what the dispatch has in all.
std::optional<std::array<int64_t, 3>> extent_of(const SqliteRow& row, int x, int64_t product) {
  int64_t left = product;
  for (int i = 0; i < 3; ++i) {
    const int64_t length = row.integer(x + i);  // 0 for NULL
    if (length < 1 || left % length != 0) return std::nullopt;
    left /= length;
  }
  if (left != 1) return std::nullopt;
  return std::array<int64_t, 3>{row.integer(x), row.integer(x + 1), row.integer(x + 2)};
}

RocmDispatch dispatch_in(const SqliteRow& row) {
  RocmDispatch dispatch;
  dispatch.kernel = std::string(plain_kernel_name(row.text(Kernel)));
  dispatch.grid_size = row.integer(Grid);
  dispatch.workgroup_size = row.integer(Workgroup);
  dispatch.grid_items = extent_of(row, GridX, dispatch.grid_size);
  dispatch.workgroup = extent_of(row, WorkgroupX, dispatch.workgroup_size);
  dispatch.lds_bytes = row.integer(Lds);
  dispatch.scratch_bytes = row.integer(Scratch);
  dispatch.vector_registers = row.integer(Vector);
  dispatch.accumulation_registers = row.integer(Accumulation);
  const bool sound = row.integer(Start) >= 0 && row.integer(End) >= 0;
  dispatch.durations_ns.push_back(sound ? row.integer(End) - row.integer(Start) : 0);
  return dispatch;
}

Status read_rows(const SqliteReader& database, const std::string& sql, const std::string& name,
                 std::vector<RocmDispatch>& dispatches) {
  std::map<std::tuple<std::string, int64_t, int64_t>, size_t> places;
  return database.query(sql, [&](const SqliteRow& row) -> Status {
    const auto [place, is_new] = places.try_emplace(
        {row.text(Process), row.integer(Agent), row.integer(Dispatch)}, dispatches.size());
    if (is_new) dispatches.push_back(dispatch_in(row));
    RocmDispatch& dispatch = dispatches[place->second];
    if (dispatch.grid_size < 1 || dispatch.grid_size > kMostWorkItems ||
        dispatch.workgroup_size < 1 || dispatch.workgroup_size > kMostInWorkgroup ||
        dispatch.kernel.empty()) {
      return Error{ErrorCode::InvalidInput,
                   name + ": dispatch " + row.text(Dispatch) + " has no kernel or no size"};
    }
    dispatch.counters[row.text(Counter)] += row.real(Value);
    return Unit{};
  });
}

// Files differ in where they name their GPUs; not knowing is no error.
std::set<std::string> gpus_of(const SqliteReader& database) {
  std::set<std::string> gpus;
  const Status ignored =
      database.query("SELECT DISTINCT name FROM rocpd_info_agent WHERE type = 'GPU'",
                     [&gpus](const SqliteRow& row) -> Status {
                       gpus.insert(row.text(0));
                       return Unit{};
                     });
  static_cast<void>(ignored);
  return gpus;
}

}  // namespace

Result<RocpdFile> read_rocpd(const std::filesystem::path& file) {
  KCAST_TRY(const SqliteReader database, SqliteReader::open(file));
  KCAST_TRY(const std::set<std::string> columns, database.columns(kView));
  if (columns.empty()) {
    return Error{ErrorCode::InvalidInput, file.string() + ": no view " + kView +
                                              ": was it made by rocprofv3 with counters (--pmc)?"};
  }
  for (const char* needed : kNeeded) {
    if (columns.contains(needed)) continue;
    return Error{ErrorCode::InvalidInput, file.string() + ": " + kView + " has no column '" +
                                              needed + "': a layout that is not known here"};
  }
  RocpdFile out;
  const Status rows = read_rows(database, query_of(columns), file.string(), out.dispatches);
  if (!rows) return rows.error();
  if (out.dispatches.empty()) {
    return Error{ErrorCode::InvalidInput,
                 file.string() + ": no dispatches: did the program launch any kernel?"};
  }
  count_occurrences(out.dispatches);
  out.gpus = gpus_of(database);
  return out;
}

}  // namespace kcast::collect
