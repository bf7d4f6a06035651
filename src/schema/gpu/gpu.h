// A GPU as data: the figures of data/gpus/*.json as plain values.
//
// A "unit" is an NVIDIA SM or an AMD CU; a "warp" is also an AMD wave. Rates are
// results of lanes: an instruction of a full warp gives `warp_width` of them, one
// that works on a pair gives two per lane. GB/s and GFLOP/s are 10^9 per second.
// A multiply-add counts two FLOPs, and one integer operation.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "schema/gpu/gpu_measured.h"
#include "schema/gpu/machine.h"
#include "schema/gpu/source_kind.h"

namespace kcast {

struct GpuUnits {
  int64_t count = 0;       // SMs or CUs that are switched on
  int64_t partitions = 0;  // schedulers (SIMDs) in a unit, each with its share of the registers
  int64_t warp_width = 0;  // lanes
};

struct GpuClocks {
  std::optional<double> base_mhz;
  double boost_mhz = 0;              // the clock of the nominal peaks
  std::optional<double> tensor_mhz;  // of the tensor peaks, where it is another
  std::optional<double> l2_mhz;      // of the L2, where it has its own
  double memory_mhz = 0;             // two transfers per cycle and pin
};

struct GpuRegisters {
  int64_t per_unit = 0;         // 32-bit registers
  int64_t per_block_max = 0;    // 32-bit registers
  int64_t per_thread_max = 0;   // 32-bit registers
  int64_t allocation_unit = 0;  // registers; a warp's demand is rounded up to it
  int64_t warp_allocation = 0;  // warps; a block's warps are rounded up to it
};

struct GpuSharedMemory {
  int64_t per_unit_bytes = 0;
  int64_t per_block_max_bytes = 0;       // with the opt-in attribute where there is one
  int64_t per_block_default_bytes = 0;   // without it
  int64_t reserved_per_block_bytes = 0;  // taken by the system from each resident block
  int64_t granularity_bytes = 0;
  int64_t banks = 0;
  int64_t bank_bytes = 0;
  std::vector<int64_t> carveout_bytes;  // sizes the unit can set aside, ascending
};

struct GpuOccupancy {
  int64_t threads_per_unit = 0;
  int64_t warps_per_unit = 0;
  int64_t blocks_per_unit = 0;
  std::optional<int64_t> one_warp_blocks_per_unit;  // where blocks of one warp have another limit
  int64_t threads_per_block = 0;
  std::array<int64_t, 3> block_dim_max = {0, 0, 0};
  std::array<int64_t, 3> grid_dim_max = {0, 0, 0};
};

struct GpuL1 {
  int64_t size_bytes = 0;           // per unit; with shared memory if the two share it
  bool shares_with_shared = false;  // the carve-out is taken out of size_bytes
  int64_t line_bytes = 0;
  int64_t sector_bytes = 0;
  double bytes_per_clock = 0;  // per unit
};

struct GpuL2 {
  int64_t size_bytes = 0;  // whole GPU
  int64_t partitions = 0;
  bool private_partitions = false;  // a unit reaches only the partition of its own die
  std::optional<int64_t> slices;    // whole GPU
  int64_t line_bytes = 0;
  int64_t sector_bytes = 0;
  std::optional<double> bytes_per_clock;  // whole GPU, reads that hit
};

// A memory-side cache between L2 and DRAM; empty where there is none.
struct GpuLastLevel {
  std::optional<int64_t> size_bytes;
  std::optional<int64_t> slices;
  std::optional<double> bytes_per_clock;
};

struct GpuDram {
  std::string type;  // "HBM3e"
  int64_t size_bytes = 0;
  int64_t bus_bits = 0;
};

// Results per clock and unit.
struct GpuRates {
  double warp_instructions = 0;  // issued, vector instructions
  double fp16 = 0;               // with two-element instructions
  double fp32 = 0;
  std::optional<double> fp32_packed;  // with two-element instructions, where they exist
  double fp64 = 0;
  double int32_add = 0;
  double int32_mul = 0;
  double shift = 0;
  double sfu = 0;              // approximate reciprocal, root, exponential, sine
  double load_store = 0;       // lanes whose address is taken
  double tensor_fp16_fma = 0;  // multiply-adds, fp32 accumulation
};

// Nominal peaks at boost clock; tensor ones dense, fp32 accumulation unless named otherwise.
struct GpuPeaks {
  double fp16_gflops = 0;  // with two-element instructions
  std::optional<double> bf16_gflops;
  double fp32_gflops = 0;
  std::optional<double> fp32_packed_gflops;
  double fp64_gflops = 0;
  double int32_gops = 0;
  double tensor_fp16_gflops = 0;
  std::optional<double> tensor_fp16_acc16_gflops;  // fp16 accumulation, where it is faster
  std::optional<double> tensor_bf16_gflops;
  std::optional<double> tensor_tf32_gflops;
  std::optional<double> tensor_fp32_gflops;
  std::optional<double> tensor_fp64_gflops;
  std::optional<double> tensor_fp8_gflops;
  std::optional<double> tensor_int8_gops;
};

// Nominal peaks, GB/s over the whole GPU.
struct GpuBandwidth {
  double shared_gbs = 0;
  double l1_gbs = 0;
  std::optional<double> l2_gbs;
  std::optional<double> last_level_gbs;
  double dram_gbs = 0;
};

// No vendor states these; see Measured.
struct GpuLaunch {
  std::optional<double> overhead_us;
};

// Where figures come from.
struct GpuSource {
  std::string title;
  SourceKind kind = SourceKind::Vendor;
  std::string where;  // address or section; may be empty
  std::string note;   // may be empty
};

struct FigureSource {
  std::string source;  // key of Gpu::sources
  std::string note;    // arithmetic or reservation; may be empty
};

struct Gpu {
  std::string id;  // name of its file without .json
  std::string name;
  std::vector<std::string> aliases;
  std::string vendor;  // lower case: "nvidia", "amd"
  std::string architecture;
  std::string target;      // of the compiler: "sm_90", "gfx942"
  bool validated = false;  // predictions were compared with this hardware
  std::string note;        // what a reader must know; may be empty

  GpuUnits units;
  GpuClocks clocks;
  GpuRegisters registers;
  GpuSharedMemory shared_memory;
  GpuOccupancy occupancy;
  GpuL1 l1;
  GpuL2 l2;
  GpuLastLevel last_level;
  GpuDram dram;
  GpuRates rates;
  GpuPeaks peaks;
  GpuBandwidth bandwidth;
  GpuLaunch launch;
  std::optional<Measured> measured;
  Machine machine;  // what the models assume beyond all that

  std::map<std::string, GpuSource> sources;
  std::map<std::string, FigureSource> figure_sources;  // by "section.key"
};

}  // namespace kcast
