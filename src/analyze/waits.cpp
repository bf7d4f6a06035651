#include "analyze/waits.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "analyze/ptx/predicated.h"

namespace kcast::analyze {

namespace {

constexpr double kWorthSaying = 0.25;  // of the warps' time

// Something comes from beyond the unit's shared memory.
bool is_far(const ptx::Instruction& instruction) {
  const ptx::Space memory = ptx::memory_of(instruction);
  return memory == ptx::Space::Global || memory == ptx::Space::Local;
}

WarpState state_of(const ptx::Instruction& instruction) {
  if (ptx::is_barrier(instruction)) return WarpState::Barrier;
  if (is_far(instruction)) return WarpState::Memory;
  const bool is_shared = ptx::memory_of(instruction) == ptx::Space::Shared;
  return is_shared ? WarpState::Shared : WarpState::Arithmetic;
}

}  // namespace

void add_waits(const ptx::Function& kernel, const std::vector<double>& waited,
               ControlFeatures& control) {
  for (size_t i = 0; i < waited.size() && i < kernel.instructions.size(); ++i) {
    const ptx::Instruction& instruction = kernel.instructions[i];
    if (ptx::is_barrier(instruction)) {
      control.barrier_wait_share += waited[i];
    } else if (is_far(instruction)) {
      control.memory_wait_share += waited[i];
    }
  }
}

std::vector<WarpTime> warp_time(const ptx::Function& kernel, const sim::SimulatedUnit& unit) {
  if (unit.cycles <= 0) return {};
  std::map<WarpState, double> shares = {{WarpState::Issuing, unit.issued},
                                        {WarpState::NotSelected, unit.not_selected},
                                        {WarpState::Throttled, unit.throttled}};
  for (size_t i = 0; i < unit.waited.size() && i < kernel.instructions.size(); ++i)
    shares[state_of(kernel.instructions[i])] += unit.waited[i];
  double known = 0;
  for (const auto& [state, share] : shares)
    known += share;
  shares[WarpState::Other] = std::max(0.0, 1 - known);
  std::vector<WarpTime> out;
  for (const auto& [state, share] : shares)
    if (share > 0) out.push_back({state, share / std::max(1.0, known)});
  std::stable_sort(out.begin(), out.end(),
                   [](const WarpTime& a, const WarpTime& b) { return a.share > b.share; });
  return out;
}

void add_wait_reason(const ptx::Module& module, const ptx::Function& kernel,
                     const std::vector<double>& waited, std::vector<Reason>& reasons) {
  std::map<std::tuple<bool, int32_t, int32_t>, double> lines;  // barrier or not, file, line
  for (size_t i = 0; i < waited.size() && i < kernel.instructions.size(); ++i) {
    const ptx::Instruction& instruction = kernel.instructions[i];
    const bool barrier = ptx::is_barrier(instruction);
    if (instruction.line <= 0 || (!barrier && !is_far(instruction))) continue;
    lines[{barrier, instruction.file, instruction.line}] += waited[i];
  }
  const auto most = std::max_element(
      lines.begin(), lines.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most == lines.end() || most->second < kWorthSaying) return;
  const auto& [barrier, file, line] = most->first;
  const std::string share =
      std::to_string(std::lround(100 * std::min(1.0, most->second))) + " % of the warps' time";
  const auto at = static_cast<size_t>(file);
  reasons.push_back({at < module.files.size() ? module.files[at] : "", line,
                     barrier ? "warps wait here for others of their block: " + share
                             : "what is loaded here is waited for: " + share +
                                   "; more loads under way at once, or more warps, would hide it",
                     std::min(1.0, most->second)});
}

}  // namespace kcast::analyze
