// Addresses of a launch's blocks as affine functions of the block's coordinates.
//
// A template is a sampled block that stands for blocks at the same place of the grid
// (first, inner or last in each dimension) whose nearest sample there runs as it does.
// Each of its accesses is fitted on
// the other sampled blocks; one that does not fit is placed among what the samples
// touched.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "analyze/exec/trace.h"
#include "analyze/memory/footprint.h"
#include "analyze/memory/steps.h"

namespace kcast::memory {

inline constexpr int32_t kIrregular = -1;

struct Template {
  const exec::BlockTrace* trace = nullptr;
  double weight = 0;  // blocks of the grid that it stands for
  int n_samples = 0;
  std::vector<int32_t> steps;   // per access: index into Fit::steps, or kIrregular
  std::vector<double> sectors;  // per site and block, mean over its samples
  std::vector<double> requests;
};

// What the irregular accesses of the samples touched in one buffer. Other blocks are
// taken to touch it as their template did, elsewhere: all their lines move together,
// but for those that most samples touch.
struct BufferDraw {
  struct Window {
    int64_t block = 0;  // linear number of the sampled block
    uint64_t low = 0;   // lines
    uint64_t high = 0;
  };
  std::vector<Window> windows;  // by block
  uint64_t low = UINT64_MAX;    // of all windows
  uint64_t high = 0;
  bool moves = false;            // windows are narrow and differ from block to block
  std::vector<uint64_t> shared;  // sectors where most samples begin a line; sorted
};

// How the lines of a template's buffer move for another block.
struct Shift {
  uint64_t lines = 0;                // forward; what passes the end comes in at the start
  uint64_t wrap_above = UINT64_MAX;  // the last line that does not
  uint64_t span = 0;

  uint64_t apply(uint64_t line) const { return line + lines - (line > wrap_above ? span : 0); }
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
  Coordinates coordinates = plain_coordinates();
  std::vector<BlockSteps> steps;
  bool by_lanes = false;          // blocks of a kind have the same lanes active
  int32_t fixed_steps = 0;        // index of the steps of what does not move
  std::vector<BufferDraw> draws;  // of buffers with irregular accesses
  std::vector<int32_t> draw_of;   // per site: index into draws, -1 where all is affine
  std::vector<uint8_t> site_affine;
  double affine_share = 1;  // of the sectors
  double data_share = 0;    // of the sectors: irregular because they follow data
};

Fit fit_launch(const exec::TraceSet& traces, Footprints& footprints);

// Coordinates of a block by its linear number, x fastest.
std::array<int64_t, 3> block_at(const Fit& fit, int64_t number);
int64_t number_of(const Fit& fit, const std::array<int64_t, 3>& block);
int32_t template_of(const Fit& fit, const std::array<int64_t, 3>& block);

// How far an access of `from`'s template lies from the template's own, in bytes.
int64_t displacement(const Fit& fit, int32_t steps, const std::array<int64_t, 3>& block,
                     const std::array<int64_t, 3>& from);

// Where the template's block `from` touched a buffer, `block` touches it this far on.
Shift draw_shift(const BufferDraw& draw, int64_t block, int64_t from);

}  // namespace kcast::memory
