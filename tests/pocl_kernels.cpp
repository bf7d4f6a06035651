#include "pocl_kernels.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyze/exec/prepared_kernel.h"
#include "base/rng.h"
#include "buffer_compare.h"
#include "collect/element_types.h"
#include "corpus/kernel_maker.h"
#include "launch/check_launch.h"
#include "launch/contract_launch.h"
#include "launch/draw_point.h"

namespace kcast {
namespace {

constexpr int64_t kMostThreads = 4096;
constexpr int64_t kMostBytes = 1 << 20;
constexpr int64_t kMostInstructions = 400'000;  // of warps
constexpr int kDraws = 6;

DrawnKernel not_taken(NotTaken why, std::string detail) {
  DrawnKernel out;
  out.why = why;
  out.detail = std::move(detail);
  return out;
}

Result<KernelSource> opencl_source(const corpus::MadeKernel& made) {
  KCAST_TRY(KernelSource source, corpus::print_kernel(made, corpus::Language::OpenCl));
  source.source = "#pragma OPENCL FP_CONTRACT OFF\n" + source.source;
  // Flags that trade exactness for speed are dropped.
  source.flags = {"-cl-fp32-correctly-rounded-divide-sqrt", "-ffp-contract=off"};
  return source;
}

bool is_small(const Launch& launch) {
  const int64_t threads = launch::block_count(launch.grid) * launch::block_count(launch.block);
  return threads <= kMostThreads && launch::footprint_bytes(launch) <= kMostBytes;
}

// Plain integers are all filled with ones, which a kernel may well copy to the wrong place.
void spread_integers(Launch& launch) {
  for (LaunchArgument& argument : launch.arguments) {
    const auto type = collect::element_type_named(argument.element_type);
    if (argument.elements == 0 || !argument.fields.empty() || !type ||
        !collect::is_integer_type(type->scalar) || argument.fill != Fill{}) {
      continue;
    }
    argument.fill.kind = FillKind::UniformInt;
    argument.fill.high = 51;
  }
}

// Drawn as launches of a plan are, only smaller; else the smallest that the contract allows.
class SmallLaunch {
 public:
  SmallLaunch(const KernelContract& contract, const launch::ReadyKernel& kernel, const Gpu& gpu,
              uint64_t seed)
      : contract_(contract),
        kernel_(kernel),
        gpu_(gpu),
        drawer_(contract, kernel.kernel),
        rng_(Rng::for_name(seed, "small launch")) {}

  std::optional<Launch> find() {
    for (int i = 0; i < kDraws; ++i) {
      const launch::PointTarget target = {{1, 1 + static_cast<int64_t>(rng_.below(16))},
                                          static_cast<double>(4096 << rng_.below(7))};
      const auto point = drawer_.draw(target, rng_);
      if (point && try_point(*point)) return std::move(launch_);
    }
    for (size_t block = 0; block < drawer_.blocks(); ++block)
      if (try_point(drawer_.at(0, block))) return std::move(launch_);
    return std::nullopt;
  }
  const std::string& point() const { return point_; }
  const std::string& refusal() const { return refusal_; }

 private:
  bool try_point(const LaunchPoint& point) {
    auto made = launch::launch_of(contract_, kernel_.kernel, point);
    if (!made || !is_small(*made)) return false;
    spread_integers(*made);
    launch::CheckLimits limits;
    limits.analysis = {.exec_budget = 160'000, .memory_budget = 20'000};
    const auto checked =
        launch::check_launch(*kernel_.prepared, kernel_.kernel, *made, gpu_, limits);
    if (!checked.valid()) {
      refusal_ = checked.reason;
      return false;
    }
    if (checked.analysis.features.operations.warp_instructions > kMostInstructions) return false;
    launch_ = *std::move(made);
    point_ = point_text(point);
    return true;
  }

  const KernelContract& contract_;
  const launch::ReadyKernel& kernel_;
  const Gpu& gpu_;
  launch::PointDrawer drawer_;
  Rng rng_;
  std::optional<Launch> launch_;
  std::string point_;
  std::string refusal_ = "every launch is too large";
};

bool same_bytes(const exec::LaunchOutput& a, const exec::LaunchOutput& b) {
  return std::equal(
      a.buffers.begin(), a.buffers.end(), b.buffers.begin(), b.buffers.end(),
      [](const exec::BufferBytes& x, const exec::BufferBytes& y) { return x.bytes == y.bytes; });
}

}  // namespace

DrawnKernel draw_small_kernel(const plan::RecipeSource& recipes, uint64_t n,
                              const launch::Inspect& inspect, const Gpu& gpu) {
  const corpus::KernelRecipe recipe = recipes.at(n);
  const auto made = corpus::make_kernel(recipe);
  if (!made) return not_taken(NotTaken::NotCompiled, made.error().message);
  if (const std::string missing =
          corpus::missing_capability(made->program, corpus::Language::OpenCl);
      !missing.empty()) {
    return not_taken(NotTaken::OtherLanguage, missing);
  }
  for (const corpus::Capability need : corpus::needed_capabilities(made->program)) {
    if (need == corpus::Capability::Half) return not_taken(NotTaken::NeedsHalf, "half");
  }
  SmallKernel kernel;
  kernel.recipe = corpus::recipe_text(recipe);
  auto source = opencl_source(*made);
  if (!source) return not_taken(NotTaken::NotCompiled, source.error().message);
  kernel.source = *std::move(source);
  auto ready = launch::ready_kernel(inspect, kernel.source, gpu);
  if (!ready) return not_taken(NotTaken::NotCompiled, kernel.recipe + ": " + ready.error().message);
  kernel.ready = *std::move(ready);
  SmallLaunch chosen(*made->program.contract, kernel.ready, gpu, n);
  auto launch = chosen.find();
  if (!launch) return not_taken(NotTaken::NoSmallLaunch, kernel.recipe + ": " + chosen.refusal());
  kernel.launch = *std::move(launch);
  kernel.point = chosen.point();
  DrawnKernel out;
  out.kernel = std::move(kernel);
  return out;
}

Result<InterpretedLaunch> interpret(const SmallKernel& kernel) {
  InterpretedLaunch out;
  KCAST_TRY(out.output, exec::run_whole_launch(*kernel.ready.prepared, kernel.launch));
  // Narrow warps show what lanes tell each other without a barrier.
  exec::RunLimits backwards;
  backwards.backwards = true;
  backwards.warp_width = 4;
  KCAST_TRY(const exec::LaunchOutput back,
            exec::run_whole_launch(*kernel.ready.prepared, kernel.launch, backwards));
  out.depends_on_order = !same_bytes(out.output, back);
  return out;
}

Status forget_free_numbers(const SmallKernel& kernel, uint64_t seed, exec::LaunchOutput& output) {
  exec::RunLimits limits;
  limits.free_ulps = 16;
  limits.free_seed = seed;
  KCAST_TRY(const exec::LaunchOutput other,
            exec::run_whole_launch(*kernel.ready.prepared, kernel.launch, limits));
  for (size_t i = 0; i < output.buffers.size(); ++i) {
    exec::BufferBytes& buffer = output.buffers[i];
    const LaunchArgument& argument = kernel.launch.arguments[static_cast<size_t>(buffer.argument)];
    KCAST_OK(forget_moved(argument, buffer.bytes, other.buffers[i].bytes, buffer.known));
  }
  return Unit{};
}

bool calls_math(const analyze::PreparedKernel& kernel) {
  for (const ptx::Function& function : kernel.module.functions) {
    if (ptx::is_canonical_math(function.name)) continue;
    for (const ptx::Instruction& instruction : function.instructions) {
      if (instruction.approx || instruction.full) return true;
      for (const ptx::Operand& operand : instruction.operands) {
        if (operand.kind == ptx::OperandKind::Function && operand.index >= 0 &&
            ptx::is_canonical_math(kernel.module.functions[operand.index].name))
          return true;
      }
    }
  }
  return false;
}

}  // namespace kcast
