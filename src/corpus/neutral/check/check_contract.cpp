#include "corpus/neutral/check/check_contract.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace kcast::corpus {
namespace {

constexpr std::string_view kBlockNames[] = {"bx", "by", "bz"};
constexpr std::string_view kGridNames[] = {"gx", "gy", "gz"};

bool is_dimension(std::string_view name) {
  const auto is_name = [&](std::string_view known) { return known == name; };
  return std::any_of(std::begin(kBlockNames), std::end(kBlockNames), is_name) ||
         std::any_of(std::begin(kGridNames), std::end(kGridNames), is_name);
}

class ContractCheck {
 public:
  explicit ContractCheck(const Program& program)
      : program_(program), contract_(*program.contract) {}

  std::string error() {
    check_scalars();
    check_buffers();
    for (const std::string& grid : contract_.grid)
      check_expression(grid, "the grid", true, false);
    check_expression(contract_.shared_bytes, "shared memory", true, true);
    if (contract_.blocks.empty() == (contract_.warp_multiples_up_to == 0)) {
      fail("it wants a list of blocks or `block warps N`");
    }
    check_dynamic_memory();
    return error_.empty() ? "" : "contract: " + error_;
  }

 private:
  void fail(std::string message) {
    if (error_.empty()) error_ = std::move(message);
  }

  const Parameter* parameter(const std::string& name) const {
    for (const Parameter& parameter : program_.kernel.parameters) {
      if (parameter.variable.name == name) return &parameter;
    }
    return nullptr;
  }

  void check_scalars() {
    for (const ScalarContract& scalar : contract_.scalars) {
      const Parameter* known = parameter(scalar.name);
      if (known == nullptr || known->variable.type.pointer) {
        fail("'" + scalar.name + "' is no scalar of the kernel");
        return;
      }
      if (is_dimension(scalar.name)) fail("'" + scalar.name + "' is the name of a dimension");
      const bool wants_real = scalar.role == ScalarRole::Real;
      if (wants_real != is_real(known->variable.type.scalar)) {
        fail("'" + scalar.name + "' is " + (wants_real ? "no" : "a") + " real number");
      }
      if (scalar.role == ScalarRole::Derived) {
        check_expression(scalar.value, "'" + scalar.name + "'", false, false);
      }
    }
    for (const Parameter& known : program_.kernel.parameters) {
      if (!known.variable.type.pointer) expect_once(contract_.scalars, known.variable.name);
    }
  }

  void check_buffers() {
    for (const BufferContract& buffer : contract_.buffers) {
      const Parameter* known = parameter(buffer.name);
      if (known == nullptr || !known->variable.type.pointer) {
        fail("'" + buffer.name + "' is no buffer of the kernel");
        return;
      }
      check_expression(buffer.length, "'" + buffer.name + "'", true, true);
      const Parameter* target = parameter(buffer.fill.target);
      if (!buffer.fill.target.empty() && (target == nullptr || !target->variable.type.pointer)) {
        fail("'" + buffer.fill.target + "' is no buffer to point into");
      }
    }
    for (const Parameter& known : program_.kernel.parameters) {
      if (known.variable.type.pointer) expect_once(contract_.buffers, known.variable.name);
    }
  }

  template <typename Lines>
  void expect_once(const Lines& lines, const std::string& name) {
    const auto count = std::count_if(lines.begin(), lines.end(),
                                     [&](const auto& line) { return line.name == name; });
    if (count != 1) fail("it wants one line for '" + name + "'");
  }

  // The names must be known; that it can be read is tried with ones in their place.
  void check_expression(const std::string& text, const std::string& what, bool block, bool grid) {
    std::vector<NamedNumber> values;
    for (const ScalarContract& scalar : contract_.scalars) {
      if (scalar.role != ScalarRole::Real) values.emplace_back(scalar.name, 1);
    }
    for (const std::string_view name : kBlockNames) {
      if (block) values.emplace_back(name, 1);
    }
    for (const std::string_view name : kGridNames) {
      if (grid) values.emplace_back(name, 1);
    }
    const auto value = evaluate_size(text, values);
    // With ones a difference may well become a divisor of zero.
    if (!value && value.error().message.find("divides") == std::string::npos) {
      fail(what + ": " + value.error().message);
    }
  }

  void check_dynamic_memory() {
    const auto& body = program_.kernel.body;
    const bool uses = std::any_of(body.begin(), body.end(),
                                  [](const Stmt& stmt) { return stmt.op == "dynamic"; });
    if (uses != (contract_.shared_bytes != "0")) {
      fail(uses ? "it wants a line `shared` for shared_dyn" : "`shared` is for shared_dyn alone");
    }
  }

  const Program& program_;
  const KernelContract& contract_;
  std::string error_;
};

}  // namespace

std::string contract_error(const Program& program) {
  return ContractCheck(program).error();
}

}  // namespace kcast::corpus
