// The memory that a launch sees: where everything lies in one flat address space, and
// what it holds before the kernel runs.
//
// Shared, parameter, constant and local memory have windows below 4 GiB, so that a
// 32-bit shared address is a generic address too and cvta changes nothing. Buffers and
// module variables lie above, each at a multiple of 2 MiB with a gap behind it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "analyze/exec/known.h"
#include "analyze/exec/trace.h"
#include "analyze/ptx/ptx.h"
#include "base/result.h"
#include "schema/sample.h"

namespace kcast::exec {

constexpr uint64_t kFunctionBase = 0x1000;  // addresses of functions, 16 apart
constexpr uint64_t kSharedBase = 0x01000000;
constexpr uint64_t kParamBase = 0x02000000;
constexpr uint64_t kCallBase = 0x03000000;  // parameters and results of calls, per lane
constexpr uint64_t kConstBase = 0x04000000;
constexpr uint64_t kLocalBase = 0x08000000;
constexpr uint64_t kLocalEnd = 0x48000000;
constexpr uint64_t kGlobalBase = uint64_t{1} << 36;
constexpr uint64_t kLocalTraceBase = uint64_t{1} << 48;    // where local memory really lies
constexpr uint64_t kUnknownTraceBase = uint64_t{3} << 48;  // requests to unknown addresses

// Where a function of the module begins: what its pointer holds.
constexpr uint64_t function_address(int32_t function) {
  return kFunctionBase + 16 * static_cast<uint64_t>(function);
}

// Which window a generic address lies in.
ptx::Space space_of_address(uint64_t address);

// Whether the argument's elements are numbers, or vectors of them, of a type that is known.
bool has_known_values(const LaunchArgument& argument);

// What a field of the elements of a buffer holds.
struct BufferField {
  uint64_t offset = 0;  // from the start of the element
  ptx::Type type = ptx::Type::U8;
  FillNumbers fill;
  uint64_t seed = 0;
};

// Memory that one argument, or several, points into.
struct Buffer {
  Extent extent;
  int32_t argument = -1;  // position of the first that points into it; -1: a module variable
  int32_t variable = -1;  // index into Module::variables
  std::string name;
  FillNumbers fill;
  uint64_t seed = 0;
  ptx::Type component = ptx::Type::U8;
  int component_bytes = 1;
  uint64_t element_bytes = 0;  // with `fields`: from one element to the next
  std::vector<BufferField> fields;
  std::vector<uint64_t> pointees;  // where its elements point, in turns; empty: they are numbers
  bool unknown = false;            // nothing is known of what it holds
};

class LaunchMemory {
 public:
  static Result<LaunchMemory> make(const ptx::Module& module, const ptx::Function& kernel,
                                   const Launch& launch);

  const std::vector<Buffer>& buffers() const { return buffers_; }
  // Index of the buffer that holds the whole range, or -1.
  int32_t find(uint64_t address, int64_t bytes) const;
  int32_t nearest(uint64_t address) const;  // for messages; -1 without buffers
  // What memory holds before the launch.
  Known initial(uint64_t address, int bytes) const;
  Known initial_in(const Buffer& buffer, uint64_t address, int bytes) const;
  // Kernel parameters and constant memory.
  Known parameter(int64_t offset, int bytes) const;
  Known constant(int64_t offset, int bytes) const;
  uint64_t variable_address(int32_t variable) const { return variable_addresses_[variable]; }
  const std::vector<std::string>& notes() const { return notes_; }

 private:
  Status add_arguments(const ptx::Function& kernel, const Launch& launch);
  Status add_argument(const LaunchArgument& argument, int position, int64_t at, int64_t size);
  Status place_buffers(const Launch& launch);
  void place_pointees(const std::vector<const LaunchArgument*>& tables);
  Status place_variables(const ptx::Module& module);
  uint64_t pointed_at(const ptx::AddressValue& pointer) const;
  void put_parameter(int64_t at, int64_t size, uint64_t value, bool known);

  const ptx::Module* module_ = nullptr;
  std::vector<Buffer> buffers_;  // ascending addresses
  std::vector<uint64_t> variable_addresses_;
  std::vector<int32_t> buffer_of_argument_;                      // of pointers, by position
  std::unordered_map<const LaunchArgument*, int32_t> pointers_;  // argument or member to buffer
  std::vector<uint8_t> parameters_, parameters_known_;
  std::vector<uint8_t> constants_;
  std::vector<std::string> notes_;
  uint64_t next_ = kGlobalBase;
};

}  // namespace kcast::exec
