// Where the values in a kernel's registers come from: pointers among the parameters, values read
// through them, scalars, and the numbers of threads.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analyze/ptx/ptx.h"

namespace kcast::exec {

// More fields than bits are not told apart.
inline constexpr size_t kMaxFields = 64;

// What a value is multiplied with on its way: a number, and parameters whose values are not known
// here.
struct Factor {
  double number = 1;
  std::vector<int32_t> scalars;
  bool known = true;  // no other factor

  bool operator==(const Factor&) const = default;
};

// What one register holds.
struct ValueOrigin {
  int32_t buffer = -1;   // that it points into
  int64_t offset = 0;    // from some element of it
  uint64_t fields = 0;   // that its value was made of
  bool varies = false;   // with the thread, the block or the round of a loop
  bool changes = false;  // from round to round, or with the way that was taken
  bool counts = false;   // does so by arithmetic, not by a load
  bool thread = false;   // made of the number of a thread or block
  int32_t scalar = -1;   // parameter that it is a copy of
  std::optional<double> number;
  Factor factor;  // of the values that it was made of

  bool operator==(const ValueOrigin&) const = default;
};

// A pointer parameter: its number, and where in it the pointer lies.
using PointerPlace = std::pair<int32_t, int64_t>;

struct LoadedField {
  int32_t buffer = -1;
  int64_t offset = 0;
  ptx::Type type = ptx::Type::None;
  bool one_address = true;  // the same for all threads

  bool operator==(const LoadedField&) const = default;
};

class ValueOrigins {
 public:
  ValueOrigins(const ptx::Module& module, const ptx::Function& kernel);

  const std::vector<PointerPlace>& buffers() const { return buffers_; }
  const std::vector<LoadedField>& fields() const { return fields_; }
  ValueOrigin of(const ptx::Instruction& instruction, const ptx::Operand& operand) const;
  // Of the address that an access of global memory uses; null: it is none.
  const ptx::Operand* address_of(const ptx::Instruction& instruction) const;
  ValueOrigin of_address(const ptx::Operand& address) const;

 private:
  bool propagate();
  bool merge(int32_t to, const ValueOrigin& made);
  bool load(const ptx::Instruction& instruction, const ptx::Operand& address);
  bool keep(const ptx::Instruction& instruction);
  std::optional<ValueOrigin> parameter(const ptx::Instruction& instruction);
  Factor factor_of(const ptx::Instruction& instruction) const;
  ValueOrigin result_of(const ptx::Instruction& instruction) const;
  int32_t buffer_at(PointerPlace place);
  int32_t field_at(const LoadedField& field);

  const ptx::Module& module_;
  const ptx::Function& kernel_;
  std::vector<ValueOrigin> origins_;  // by register
  std::vector<bool> rewritten_;       // by register: several instructions write it
  uint64_t kept_ = 0;  // fields of which integers in shared or local memory were made
  std::vector<PointerPlace> buffers_;
  std::vector<LoadedField> fields_;
};

}  // namespace kcast::exec
