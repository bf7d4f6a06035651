#include "collect/rocm/dispatch_csv.h"

#include <span>
#include <tuple>

#include "base/csv.h"
#include "base/files.h"
#include "base/text.h"

namespace kcast::collect {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kKernel[] = {"Kernel_Name", "KernelName"};
constexpr std::string_view kDispatch[] = {"Dispatch_Id", "Dispatch_ID", "Index"};
constexpr std::string_view kAgent[] = {"Agent_Id", "GPU_ID", "gpu-id"};
constexpr std::string_view kProcess[] = {"Process_Id", "PID", "pid"};
constexpr std::string_view kGrid[] = {"Grid_Size", "GRD", "grd"};
constexpr std::string_view kWorkgroup[] = {"Workgroup_Size", "WGR", "wgr"};
constexpr std::string_view kLds[] = {"LDS_Block_Size", "LDS_Per_Workgroup", "LDS", "lds"};
constexpr std::string_view kScratch[] = {"Scratch_Size", "Scratch_Per_Workitem", "SCR", "scr"};
constexpr std::string_view kVector[] = {"VGPR_Count", "Arch_VGPR", "arch_vgpr"};
constexpr std::string_view kAccumulation[] = {"Accum_VGPR_Count", "Accum_VGPR", "ACCUM_VGPR",
                                              "accum_vgpr"};
constexpr std::string_view kStart[] = {"Start_Timestamp", "BeginNs"};
constexpr std::string_view kEnd[] = {"End_Timestamp", "EndNs"};

// Hardware blocks whose counters are kept.
constexpr std::string_view kBlocks[] = {"SQ_", "SQC_", "TCP_", "TCC_", "GRBM_"};

bool is_counter(std::string_view column) {
  if (column.find('[') != std::string_view::npos) return false;
  for (const std::string_view block : kBlocks) {
    if (column.starts_with(block)) return true;
  }
  return false;
}

std::optional<size_t> find_any(const CsvReader& table, Names names) {
  for (const std::string_view name : names) {
    if (const auto column = table.find(name)) return column;
  }
  return std::nullopt;
}

Result<size_t> need_any(const CsvReader& table, Names names) {
  if (const auto column = find_any(table, names)) return *column;
  return table.column(names.front());
}

struct DispatchColumns {
  size_t kernel = 0;
  size_t grid = 0;
  size_t workgroup = 0;
  std::optional<size_t> dispatch;
  std::optional<size_t> agent;
  std::optional<size_t> process;
  std::optional<size_t> lds;
  std::optional<size_t> scratch;
  std::optional<size_t> vector;
  std::optional<size_t> accumulation;
  std::optional<size_t> start;
  std::optional<size_t> end;
};

Result<DispatchColumns> find_dispatch_columns(const CsvReader& table) {
  DispatchColumns columns;
  KCAST_TRY(columns.kernel, need_any(table, kKernel));
  KCAST_TRY(columns.grid, need_any(table, kGrid));
  KCAST_TRY(columns.workgroup, need_any(table, kWorkgroup));
  columns.dispatch = find_any(table, kDispatch);
  columns.agent = find_any(table, kAgent);
  columns.process = find_any(table, kProcess);
  columns.lds = find_any(table, kLds);
  columns.scratch = find_any(table, kScratch);
  columns.vector = find_any(table, kVector);
  columns.accumulation = find_any(table, kAccumulation);
  columns.start = find_any(table, kStart);
  columns.end = find_any(table, kEnd);
  return columns;
}

// 0 where there is no such column, or nothing in it.
Result<int64_t> integer_or_zero(const CsvReader& table, std::optional<size_t> column) {
  if (!column || trim(table.text(*column)).empty()) return int64_t{0};
  return table.integer(*column);
}

Result<RocmDispatch> read_dispatch(const CsvReader& table, const DispatchColumns& columns) {
  RocmDispatch dispatch;
  dispatch.kernel = std::string(plain_kernel_name(table.text(columns.kernel)));
  if (dispatch.kernel.empty()) return table.error_at(columns.kernel, "no kernel is named");
  KCAST_TRY(dispatch.grid_size, table.integer(columns.grid));
  KCAST_TRY(dispatch.workgroup_size, table.integer(columns.workgroup));
  if (dispatch.grid_size < 1 || dispatch.grid_size > kMostWorkItems) {
    return table.error_at(columns.grid, "no size of a grid");
  }
  if (dispatch.workgroup_size < 1 || dispatch.workgroup_size > kMostInWorkgroup) {
    return table.error_at(columns.workgroup, "no size of a work-group");
  }
  KCAST_TRY(dispatch.lds_bytes, integer_or_zero(table, columns.lds));
  KCAST_TRY(dispatch.scratch_bytes, integer_or_zero(table, columns.scratch));
  KCAST_TRY(dispatch.vector_registers, integer_or_zero(table, columns.vector));
  KCAST_TRY(dispatch.accumulation_registers, integer_or_zero(table, columns.accumulation));
  if (columns.start && columns.end && !trim(table.text(*columns.end)).empty()) {
    KCAST_TRY(const int64_t start, table.integer(*columns.start));
    KCAST_TRY(const int64_t end, table.integer(*columns.end));
    if (start < 0) return table.error_at(*columns.start, "a time before the clock began");
    if (end < 0) return table.error_at(*columns.end, "a time before the clock began");
    dispatch.durations_ns.push_back(end - start);
  }
  return dispatch;
}

Result<std::vector<RocmDispatch>> read_wide(CsvReader& table, const DispatchColumns& columns) {
  std::vector<size_t> counters;
  for (size_t i = 0; i < table.header().size(); ++i) {
    if (is_counter(table.header()[i])) counters.push_back(i);
  }
  std::vector<RocmDispatch> dispatches;
  for (;;) {
    KCAST_TRY(const bool any, table.next());
    if (!any) return dispatches;
    KCAST_TRY(RocmDispatch dispatch, read_dispatch(table, columns));
    for (const size_t counter : counters) {
      if (trim(table.text(counter)).empty()) continue;
      KCAST_TRY(const double value, table.number(counter));
      dispatch.counters.emplace(table.header()[counter], value);
    }
    dispatches.push_back(std::move(dispatch));
  }
}

Result<std::vector<RocmDispatch>> read_long(CsvReader& table, const DispatchColumns& columns) {
  KCAST_TRY(const size_t name, table.column("Counter_Name"));
  KCAST_TRY(const size_t value, table.column("Counter_Value"));
  if (!columns.dispatch) return table.column(kDispatch[0]).error();
  const auto text_of = [&table](std::optional<size_t> column) {
    return column ? table.text(*column) : std::string();
  };
  std::vector<RocmDispatch> dispatches;
  std::map<std::tuple<std::string, std::string, std::string>, size_t> places;
  for (;;) {
    KCAST_TRY(const bool any, table.next());
    if (!any) return dispatches;
    KCAST_TRY(RocmDispatch dispatch, read_dispatch(table, columns));
    KCAST_TRY(const double count, table.number(value));
    const auto [place, is_new] = places.try_emplace(
        {text_of(columns.process), text_of(columns.agent), table.text(*columns.dispatch)},
        dispatches.size());
    if (is_new) dispatches.push_back(dispatch);
    RocmDispatch& target = dispatches[place->second];
    if (target.kernel != dispatch.kernel) {
      return table.error_at(columns.kernel, "the dispatch was '" + target.kernel + "' before");
    }
    target.counters[table.text(name)] += count;
  }
}

}  // namespace

Result<std::vector<RocmDispatch>> parse_dispatch_csv(std::string_view text,
                                                     const std::string& name) {
  KCAST_TRY(CsvReader table, CsvReader::open(text, name));
  KCAST_TRY(const DispatchColumns columns, find_dispatch_columns(table));
  KCAST_TRY(std::vector<RocmDispatch> dispatches,
            table.find("Counter_Name") ? read_long(table, columns) : read_wide(table, columns));
  if (dispatches.empty()) {
    return Error{ErrorCode::InvalidInput,
                 name + ": no dispatches: did the program launch any kernel on this GPU?"};
  }
  count_occurrences(dispatches);
  return dispatches;
}

Result<std::vector<RocmDispatch>> read_dispatch_csv(const std::filesystem::path& file) {
  KCAST_TRY(const std::string text, read_file(file));
  return parse_dispatch_csv(text, file.string());
}

}  // namespace kcast::collect
