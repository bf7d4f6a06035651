// Addresses of a launch's blocks as affine functions of the block's coordinates.
//
// A template is a sampled block that stands for blocks at the same place of the grid
// (first, inner or last in each dimension) whose nearest sample there runs as it does.
// Each of its accesses is fitted on
// the other sampled blocks; one that does not fit is drawn from what the samples
// touched.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/memory_footprint.h"
#include "analyze/trace.h"

namespace kcast {

inline constexpr int32_t kIrregular = -1;

// Bytes that an address moves per block in x, y and z.
using BlockSteps = std::array<int64_t, 3>;

struct Template {
  const BlockTrace* trace = nullptr;
  double weight = 0;            // blocks of the grid that it stands for
  std::vector<int32_t> steps;   // per access: index into Fit::steps, or kIrregular
  std::vector<double> sectors;  // per site and block, mean over its samples
  std::vector<double> requests;
};

// What the samples of an irregular site touched.
struct SiteDraw {
  struct Window {
    double block = 0;  // linear number of the sampled block
    uint64_t low = 0;  // lines
    uint64_t high = 0;
  };
  std::vector<uint64_t> lines;  // touched by the samples, in their order
  bool repeats = false;         // the same few lines come again: drawn from `lines`
  bool whole_requests = false;  // a request's lines lie together and move together
  std::vector<Window> windows;  // by block
};

struct PlacedSample {
  int64_t number = 0;  // of the block
  int32_t block_template = 0;
};

struct Fit {
  std::array<int64_t, 3> grid = {1, 1, 1};
  int64_t n_blocks = 0;
  std::vector<Template> templates;
  std::array<std::vector<PlacedSample>, 27> places;  // by number; none is empty
  std::vector<BlockSteps> steps;
  std::vector<SiteDraw> draws;  // per site; empty where all is affine
  std::vector<uint8_t> site_affine;
  double affine_share = 1;  // of the sectors
};

Fit fit_launch(const TraceSet& traces, Footprints& footprints);

// Coordinates of a block by its linear number, x fastest.
std::array<int64_t, 3> block_at(const Fit& fit, int64_t number);
int64_t number_of(const Fit& fit, const std::array<int64_t, 3>& block);
int32_t template_of(const Fit& fit, const std::array<int64_t, 3>& block);

// How far an access of `from`'s template lies from the template's own, in bytes.
int64_t displacement(const Fit& fit, int32_t steps, const std::array<int64_t, 3>& block,
                     const std::array<int64_t, 3>& from);

// A line for an irregular access; `key` makes it a function of its arguments only.
uint64_t draw_line(const SiteDraw& draw, double block, uint64_t key);

}  // namespace kcast
