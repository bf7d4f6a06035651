#include "schema/time_part.h"

#include <utility>

namespace kcast {
namespace {

constexpr std::pair<TimePart, std::string_view> kTimeParts[] = {
    {TimePart::Issue, "issue"},
    {TimePart::Fp32Pipe, "fp32 pipe"},
    {TimePart::IntegerPipe, "integer pipe"},
    {TimePart::Fp64Pipe, "fp64 pipe"},
    {TimePart::SpecialFunctions, "special functions"},
    {TimePart::LoadStoreUnit, "load/store unit"},
    {TimePart::SharedMemory, "shared memory"},
    {TimePart::L1, "L1"},
    {TimePart::TensorCores, "tensor cores"},
    {TimePart::Latency, "latency"},
    {TimePart::Dram, "DRAM"},
    {TimePart::L2, "L2"},
    {TimePart::Atomics, "atomics"},
    {TimePart::AtomicsOnAddress, "atomics on one address"},
    {TimePart::AtomicsOnLine, "atomics on one line"},
    {TimePart::BlockScheduling, "block scheduling"},
    {TimePart::Launch, "launch"},
};

}  // namespace

std::string to_text(TimePart part) {
  for (const auto& [known, text] : kTimeParts) {
    if (known == part) return std::string(text);
  }
  return "";
}

std::optional<TimePart> time_part(std::string_view text) {
  for (const auto& [part, known] : kTimeParts) {
    if (known == text) return part;
  }
  return std::nullopt;
}

std::string to_text(WarpState state) {
  switch (state) {
    case WarpState::Issuing:
      return "issuing";
    case WarpState::Memory:
      return "waiting for memory";
    case WarpState::Shared:
      return "waiting for shared memory";
    case WarpState::Arithmetic:
      return "waiting for arithmetic";
    case WarpState::Barrier:
      return "waiting at barriers";
    case WarpState::Throttled:
      return "waiting for a full pipe or queue";
    case WarpState::NotSelected:
      return "ready, others are issued";
    case WarpState::Other:
      break;
  }
  return "branches, start and end";
}

}  // namespace kcast
