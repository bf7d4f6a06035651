// In which order loads are issued, how far ahead of their use, and how many at once: as the
// simulated unit has it from our own front end's PTX and from NVRTC's, beside the machine code that
// ptxas makes of the latter. KCAST_PRINT_LOADS=1 prints each kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyze/exec/prepared_kernel.h"
#include "analyze/ptx/predicated.h"
#include "analyze/sim/program.h"
#include "analyze/warp_latency.h"
#include "check_run.h"
#include "frontend/toolkit/toolkit_programs.h"

namespace kcast {
namespace {

constexpr double kRounds = 16;  // of every loop, so that inner ones weigh more

// Means over the loads from global memory of a kernel.
struct LoadFigures {
  double loads = 0;        // each as often as its loops say
  double ahead = 0;        // instructions from a load to the first use of its result
  double at_once = 0;      // loads that are on their way when a result is first used
  std::vector<int> lines;  // of the source, in the order of their first loads
};

bool is_load(const ptx::Instruction& instruction) {
  return instruction.op == ptx::Op::Ld &&
         (instruction.space == ptx::Space::Global || instruction.space == ptx::Space::Generic);
}

// Steps as the simulation has them, as far as the order of a piece depends on them.
std::vector<sim::Step> steps_of(const analyze::PreparedKernel& kernel) {
  const ptx::Function& function = kernel.kernel();
  const std::vector<cost::MachineCost>& costs = kernel.costs[kernel.index];
  std::vector<sim::Step> out(function.instructions.size());
  for (size_t i = 0; i < out.size(); ++i) {
    const ptx::Instruction& instruction = function.instructions[i];
    out[i].instruction = static_cast<int32_t>(i);
    out[i].slots = costs[i].slots;
    out[i].latency = costs[i].latency_cycles;
    out[i].waits = analyze::branches_inside(instruction, costs[i]);
    if (is_load(instruction)) {
      out[i].kind = sim::StepKind::Load;
    } else if (instruction.op == ptx::Op::Ld && instruction.space == ptx::Space::Shared) {
      out[i].kind = sim::StepKind::Shared;
    } else if (instruction.op == ptx::Op::St) {
      out[i].kind = sim::StepKind::Store;
    } else if (instruction.op == ptx::Op::Atom) {
      out[i].kind = sim::StepKind::Atomic;
    } else if (ptx::is_barrier(instruction)) {
      out[i].kind = sim::StepKind::Barrier;
    }
  }
  return out;
}

std::vector<double> nested_executions(const ptx::Function& function) {
  std::vector<double> out;
  for (const ptx::Block& block : function.blocks) {
    const int depth = block.loop < 0 ? 0 : function.loops[static_cast<size_t>(block.loop)].depth;
    out.push_back(std::pow(kRounds, depth));
  }
  return out;
}

class LoadReader {
 public:
  explicit LoadReader(const analyze::PreparedKernel& kernel)
      : function_(kernel.kernel()),
        program_(
            sim::make_program({function_, steps_of(kernel), {}, nested_executions(function_)})) {}

  LoadFigures read() {
    visit(program_.whole, 1);
    if (out_.loads > 0) {
      out_.ahead /= out_.loads;
      out_.at_once /= out_.loads;
    }
    return std::move(out_);
  }

 private:
  void visit(const sim::Node& node, double times) {
    if (node.piece >= 0) {
      add_piece(program_.pieces[static_cast<size_t>(node.piece)], times);
      return;
    }
    for (const sim::Node& part : node.body)
      visit(part, times * node.rounds * part.chance);
  }

  // What costs no slot (a copy into the registers of a result) hands loads on.
  void add_piece(const sim::Piece& piece, double times) {
    std::vector<std::set<size_t>> carried(piece.steps.size());
    std::vector<double> issued_at(piece.steps.size(), 0);
    std::set<size_t> waiting;
    double now = 0;
    const auto use = [&](const std::set<size_t>& loads) {
      const auto on_the_way = static_cast<double>(waiting.size());
      for (const size_t load : loads) {
        if (waiting.erase(load) == 0) continue;
        out_.ahead += times * (now - issued_at[load]);
        out_.at_once += times * on_the_way;
      }
    };
    for (size_t s = 0; s < piece.steps.size(); ++s) {
      const sim::Step& step = piece.steps[s];
      std::set<size_t> needed;
      for (const int32_t before : step.after) {
        needed.insert(carried[static_cast<size_t>(before)].begin(),
                      carried[static_cast<size_t>(before)].end());
      }
      if (step.kind == sim::StepKind::Load) {
        use(needed);
        note_line(step);
        carried[s] = {s};
        waiting.insert(s);
        issued_at[s] = now;
        out_.loads += times;
      } else if (step.slots > 0) {
        use(needed);
      } else {
        carried[s] = needed;
      }
      now += static_cast<double>(step.slots);
    }
    use(std::set<size_t>(waiting));
  }

  void note_line(const sim::Step& step) {
    const int line = function_.instructions[static_cast<size_t>(step.instruction)].line;
    if (line > 0 && std::find(out_.lines.begin(), out_.lines.end(), line) == out_.lines.end())
      out_.lines.push_back(line);
  }

  const ptx::Function& function_;
  sim::Program program_;
  LoadFigures out_;
};

// Pairs of lines that both have, and those of them whose first loads come in the same order.
struct Pairs {
  int all = 0;
  int alike = 0;
};

Pairs pairs_of(const LoadFigures& a, const LoadFigures& b) {
  std::map<int, size_t> place;
  for (size_t i = 0; i < b.lines.size(); ++i)
    place[b.lines[i]] = i;
  Pairs out;
  for (size_t i = 0; i < a.lines.size(); ++i) {
    for (size_t j = i + 1; j < a.lines.size(); ++j) {
      if (!place.contains(a.lines[i]) || !place.contains(a.lines[j])) continue;
      ++out.all;
      out.alike += place[a.lines[i]] < place[a.lines[j]] ? 1 : 0;
    }
  }
  return out;
}

struct Comparison {
  std::vector<double> ahead, at_once;  // ours over machine code's, of each kernel
  Pairs pairs;

  void add(const LoadFigures& own, const LoadFigures& machine) {
    ahead.push_back(std::max(1.0, own.ahead) / std::max(1.0, machine.ahead));
    at_once.push_back(own.at_once / machine.at_once);
    const Pairs more = pairs_of(own, machine);
    pairs.all += more.all;
    pairs.alike += more.alike;
  }
};

double share_within(const std::vector<double>& ratios, double factor) {
  const auto near = std::count_if(ratios.begin(), ratios.end(), [&](double ratio) {
    return ratio <= factor && ratio * factor >= 1;
  });
  return ratios.empty() ? 0 : static_cast<double>(near) / static_cast<double>(ratios.size());
}

double middle(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void print(const std::string& what, const Comparison& all) {
  std::printf(
      "%s: %zu kernels; loads at once: median ratio %.2f, within 1.25x %.0f %%, within 2x "
      "%.0f %%; instructions ahead: median ratio %.2f, within 1.25x %.0f %%, within 2x "
      "%.0f %%; order of %d pairs of lines: %.0f %% alike\n",
      what.c_str(), all.ahead.size(), middle(all.at_once), 100 * share_within(all.at_once, 1.25),
      100 * share_within(all.at_once, 2), middle(all.ahead), 100 * share_within(all.ahead, 1.25),
      100 * share_within(all.ahead, 2), all.pairs.all,
      100.0 * all.pairs.alike / std::max(1, all.pairs.all));
}

Result<std::shared_ptr<const analyze::PreparedKernel>> prepared(frontend::Frontend& frontend,
                                                                const collect::CheckCase& check,
                                                                const frontend::Toolkit* toolkit) {
  KCAST_TRY(const Inspection inspection,
            inspect_case(frontend, check, ".cu", toolkit, toolkit != nullptr));
  if (inspection.modules.empty()) return Error{ErrorCode::InvalidInput, "no PTX"};
  return analyze::prepare_kernel(inspection.modules[0].text, check.kernel);
}

TEST(load_order, is_near_that_of_machine_code) {
  const auto toolkit = frontend::find_toolkit("");
  if (!toolkit) GTEST_SKIP() << "there is no CUDA toolkit; `scripts/fetch cuda` gets one";
  const auto frontend = frontend::Frontend::start();
  ASSERT_TRUE(frontend) << frontend.error().message;
  const auto cases = load_check_cases(std::string(KCAST_SOURCE_DIR) + "/tests/checks");
  ASSERT_TRUE(cases) << cases.error().message;
  Comparison own_open;
  Comparison own_held_out;
  Comparison theirs;
  for (const collect::CheckCase& check : *cases) {
    if (!std::filesystem::exists(check.source(".cu"))) continue;
    const auto ours = prepared(**frontend, check, nullptr);
    const auto machine = prepared(**frontend, check, &*toolkit);
    if (!ours || !machine || !(*machine)->kernel().is_machine()) continue;
    const LoadFigures own = LoadReader(**ours).read();
    const LoadFigures real = LoadReader(**machine).read();
    if (own.loads <= 0 || real.loads <= 0) continue;
    const bool held_out = eval::is_held_out(check.name);
    (held_out ? own_held_out : own_open).add(own, real);
    LoadFigures ptx;
    if ((*machine)->otherwise != nullptr) {
      ptx = LoadReader(*(*machine)->otherwise).read();
      if (ptx.loads > 0) theirs.add(ptx, real);
    }
    if (held_out || std::getenv("KCAST_PRINT_LOADS") == nullptr) continue;
    std::printf("%s\tahead %.1f %.1f %.1f\tat once %.1f %.1f %.1f\n", check.name.c_str(), own.ahead,
                ptx.ahead, real.ahead, own.at_once, ptx.at_once, real.at_once);
  }
  print("own PTX, open", own_open);
  print("own PTX, held out", own_held_out);
  print("NVRTC's PTX", theirs);
  ASSERT_GE(own_open.ahead.size(), 90U);
  EXPECT_GE(share_within(own_open.at_once, 2), 0.88);
  EXPECT_GE(share_within(own_open.ahead, 2), 0.7);
  EXPECT_GE(own_open.pairs.alike, 0.9 * own_open.pairs.all);
  EXPECT_GE(share_within(theirs.at_once, 1.25), 0.75);
}

}  // namespace
}  // namespace kcast

// This program is also the process that NVRTC runs in.
int main(int argc, char** argv) {
  const std::vector<std::string_view> args(argv + 1, argv + argc);
  if (const auto status = kcast::frontend::run_as_nvrtc_worker(args)) return *status;
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
