// Generated kernels as target regions of OpenMP: our front end reads them, launches them as
// libomptarget would, and they leave in their buffers what CUDA's kernels leave there.
//
//   KCAST_OPENMP_COUNT=500   so many recipes instead of 60
//   KCAST_OPENMP_FIRST=1000  from this one on
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <map>

#include "analyze/exec/prepared_kernel.h"
#include "analyze/exec/run_launch.h"
#include "base/text.h"
#include "buffer_compare.h"
#include "corpus/kernel_maker.h"
#include "frontend_fixture.h"
#include "launch/contract_launch.h"
#include "launch/draw_point.h"
#include "launch/ready_kernel.h"
#include "plan/draw_recipes.h"
#include "plan/plan_job.h"
#include "schema/openmp/offload_geometry.h"

namespace kcast {
namespace {

using corpus::Language;

int64_t setting(const char* name, int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : parse_int(text).value_or(otherwise);
}

// A kernel in one language with the launch of a point.
struct Side {
  KernelSource source;
  launch::ReadyKernel ready;
  Launch launch;
};

int64_t elements_of(const Launch& launch, const std::string& name) {
  for (const LaunchArgument& argument : launch.arguments)
    if (argument.name == name) return argument.elements;
  return 1;
}

// Random contents depend on an argument's place, which differs between the languages: sequences
// over the same range instead.
Fill in_order(const Fill& fill, int64_t elements, const Launch& launch) {
  const auto count = static_cast<double>(elements_of(launch, fill.target));
  Fill out;
  out.kind = FillKind::Iota;
  out.low = 0;
  switch (fill.kind) {
    case FillKind::Uniform:
      out.low = fill.low;
      out.step = (fill.high - fill.low) / static_cast<double>(elements);
      return out;
    case FillKind::UniformInt:
      out.low = fill.low;
      out.step = 7;
      out.modulus = fill.high - fill.low;
      return out;
    case FillKind::IndexInto:
      out.step = 7;
      out.modulus = count;
      return out;
    case FillKind::OffsetsInto:
      out.step = std::floor(count / static_cast<double>(std::max<int64_t>(elements - 1, 1)));
      return out;
    case FillKind::Permutation:
      return out;
    default:
      return fill;
  }
}

class OpenMpAgreement : public FrontendTest {
 protected:
  static Result<Inspection> inspect(const frontend::InspectRequest& request) {
    return the_frontend->inspect(request);
  }

  static Result<Side> side_of(const corpus::MadeKernel& made, Language language,
                              LaunchPoint point) {
    Side side;
    KCAST_TRY(side.source, corpus::print_kernel(made, language));
    // Both compilers round each operation by itself.
    side.source.flags = {language == Language::Cuda ? "-fmad=false" : "-ffp-contract=off"};
    KCAST_TRY(side.ready, launch::ready_kernel(inspect, side.source, *the_gpu));
    KCAST_TRY(const KernelContract contract, corpus::contract_of(made, language));
    if (contract.warp_multiples_up_to == 0) point.block = contract.blocks.at(0);
    KCAST_TRY(side.launch, launch::launch_of(contract, side.ready.kernel, point));
    for (LaunchArgument& argument : side.launch.arguments) {
      argument.fill = in_order(argument.fill, argument.elements, side.launch);
      for (FillField& field : argument.fields)
        field.fill = in_order(field.fill, argument.elements, side.launch);
    }
    return side;
  }

  // A small point of the contract, in the block that OpenMP's contract has.
  static LaunchPoint small_point(const corpus::MadeKernel& made) {
    const auto contract = corpus::contract_of(made, Language::OpenMp);
    const launch::PointDrawer drawer(*contract, Kernel());
    LaunchPoint point = drawer.at(0, 0);
    for (auto& [name, value] : point.sizes) {
      for (const ScalarContract& scalar : contract->scalars)
        if (scalar.name == name) value = allowed_value(scalar, value + 13);
    }
    return point;
  }
};

int64_t threads_of(const Launch& launch) {
  return launch::block_count(launch.grid) * launch::block_count(launch.block);
}

const exec::BufferBytes* buffer_named(const exec::LaunchOutput& output, const std::string& name) {
  for (const exec::BufferBytes& buffer : output.buffers)
    if (buffer.name == name) return &buffer;
  return nullptr;
}

// What differs between two runs; empty: nothing.
std::string difference(const Launch& launch, const exec::LaunchOutput& cuda,
                       const exec::LaunchOutput& openmp) {
  if (!cuda.lost.empty() || !openmp.lost.empty()) return "";
  if (cuda.fault.empty() != openmp.fault.empty()) return openmp.fault + cuda.fault;
  for (const LaunchArgument& argument : launch.arguments) {
    const exec::BufferBytes* mine = buffer_named(openmp, argument.name);
    const exec::BufferBytes* theirs = buffer_named(cuda, argument.name);
    if (argument.elements == 0 || mine == nullptr || theirs == nullptr) continue;
    std::vector<uint8_t> known = mine->known;
    for (size_t i = 0; i < known.size() && i < theirs->known.size(); ++i)
      known[i] = known[i] != 0 && theirs->known[i] != 0 ? 1 : 0;
    const auto compared = compare_buffer(argument, mine->bytes, known, theirs->bytes);
    if (!compared) continue;  // structs
    if (compared->worst == Agreement::Wrong) return compared->where;
  }
  return "";
}

TEST_F(OpenMpAgreement, regions_compute_what_kernels_compute) {
  const auto recipes = plan::RecipeSource::make(5);
  ASSERT_TRUE(recipes);
  const auto first = static_cast<uint64_t>(setting("KCAST_OPENMP_FIRST", 0));
  const auto count = static_cast<uint64_t>(setting("KCAST_OPENMP_COUNT", 60));
  size_t granted = 0;
  size_t compared = 0;
  size_t broken = 0;
  std::map<std::string, int> missing;
  for (uint64_t n = first; n < first + count; ++n) {
    const corpus::KernelRecipe recipe = recipes->at(n);
    const auto made = corpus::make_kernel(recipe);
    ASSERT_TRUE(made);
    const std::string lacks = corpus::missing_capability(made->program, Language::OpenMp);
    if (!lacks.empty()) {
      ++missing[lacks];
      continue;
    }
    ++granted;
    const std::string name = corpus::recipe_text(recipe);
    const LaunchPoint point = small_point(*made);
    const auto openmp = side_of(*made, Language::OpenMp, point);
    // LLVM 19 dies on a few, in every language (docs/corpus.md).
    if (!openmp && openmp.error().message == "the compiler's back end fails on it") {
      ++broken;
      continue;
    }
    ASSERT_TRUE(openmp) << name << ": " << openmp.error().message;
    const auto cuda = side_of(*made, Language::Cuda, point);
    ASSERT_TRUE(cuda) << name << ": " << cuda.error().message;
    if (threads_of(cuda->launch) > 20'000 || threads_of(openmp->launch) > 200'000) continue;
    const auto mine = exec::run_whole_launch(*openmp->ready.prepared, openmp->launch);
    const auto theirs = exec::run_whole_launch(*cuda->ready.prepared, cuda->launch);
    if (!mine || !theirs) continue;  // larger than the limits of the interpreter
    ++compared;
    const std::string differs = difference(openmp->launch, *theirs, *mine);
    EXPECT_EQ(differs, "") << name << "\n" << openmp->source.source;
  }
  for (const auto& [what, kernels] : missing)
    std::cout << kernels << " kernels: " << what << "\n";
  std::cout << granted << " of " << count << " kernels are available, " << compared
            << " were compared, LLVM fails on " << broken << "\n";
  EXPECT_GE(granted * 4, count);
  EXPECT_GE(compared * 2, granted);
  EXPECT_LE(broken * 50, granted);
}

// The grid and block that the contract says are those that host code reading finds.
TEST_F(OpenMpAgreement, programs_launch_what_contracts_say) {
  for (const char* recipe : {"motif-1:activation/naive:1", "motif-1:vector_update/naive:3",
                             "motif-1:heat3d/naive:1", "motif-1:matrix_vector/naive:2"}) {
    const auto parsed = corpus::parse_recipe(recipe);
    const auto made = corpus::make_kernel(*parsed);
    if (!made || !corpus::missing_capability(made->program, Language::OpenMp).empty()) continue;
    const auto source = corpus::print_kernel_with_host(*made, Language::OpenMp);
    ASSERT_TRUE(source) << source.error().message;
    const Inspection inspection = *inspect(launch::request_for(*source, *the_gpu));
    ASSERT_EQ(inspection.launches.size(), 1U) << source->source;
    const HostLaunch& found = inspection.launches[0];
    ASSERT_TRUE(found.grid[0].integer && found.block[0].integer) << source->source;
    const auto contract = corpus::contract_of(*made, Language::OpenMp);
    ASSERT_TRUE(contract);
    LaunchPoint point;
    point.block = contract->blocks.at(0);
    for (const HostArgument& argument : found.arguments)
      if (argument.value.integer) point.sizes.emplace_back(argument.name, *argument.value.integer);
    const auto shape = shape_of(*contract, point);
    ASSERT_TRUE(shape) << shape.error().message;
    EXPECT_EQ(shape->grid[0], *found.grid[0].integer) << source->source;
    EXPECT_EQ(shape->block[0], *found.block[0].integer) << source->source;
  }
}

TEST_F(OpenMpAgreement, a_job_has_the_region_as_libomptarget_launches_it) {
  plan::PlannedLaunch row;
  row.recipe = "auth-1:openmp/reductions/dot_and_norms";
  row.language = "openmp";
  row.launch = "host:0";
  const auto job = plan::plan_job({row}, inspect, *the_gpu);
  ASSERT_TRUE(job) << job.error().message;
  ASSERT_EQ(job->kernels.size(), 1U);
  const plan::PlanKernel& kernel = job->kernels[0];
  EXPECT_EQ(job->family, "auth-1:openmp/reductions/dot_and_norms");
  EXPECT_NE(kernel.ptx.find(".entry " + kernel.kernel.name + "("), std::string::npos);
  // Its buffer comes from the first parameter and not from the module.
  EXPECT_NE(kernel.ptx.find(kernel.kernel.name + "_kernel_environment["), std::string::npos);
  EXPECT_EQ(kernel.ptx.find("_reduction_buffer"), std::string::npos);
  EXPECT_NE(kernel.ptx.find("ld.param.u64"), std::string::npos);
  ASSERT_FALSE(kernel.launches.empty());
  EXPECT_EQ(kernel.launches[0].second.arguments.at(0).name, kLaunchEnvironment);
}

}  // namespace
}  // namespace kcast
