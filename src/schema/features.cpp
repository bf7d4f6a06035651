#include "schema/features.h"

#include <utility>

namespace kcast {
namespace {

constexpr std::pair<OccupancyLimit, const char*> kOccupancyLimits[] = {
    {OccupancyLimit::Unknown, ""},
    {OccupancyLimit::Registers, "registers"},
    {OccupancyLimit::SharedMemory, "shared memory"},
    {OccupancyLimit::Warps, "warps"},
    {OccupancyLimit::Blocks, "blocks"},
    {OccupancyLimit::Grid, "grid"},
};

constexpr std::pair<LineAccess, const char*> kLineAccesses[] = {
    {LineAccess::Arithmetic, "arithmetic"},
    {LineAccess::Atomic, "atomic"},
    {LineAccess::Load, "load"},
    {LineAccess::Shared, "shared"},
    {LineAccess::Store, "store"},
};

}  // namespace

std::string to_text(OccupancyLimit limit) {
  for (const auto& [known, text] : kOccupancyLimits) {
    if (known == limit) return text;
  }
  return "";
}

std::string to_text(LineAccess access) {
  for (const auto& [known, text] : kLineAccesses) {
    if (known == access) return text;
  }
  return "";
}

}  // namespace kcast
