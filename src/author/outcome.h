// How a request to a model ended.
#pragma once

#include <array>
#include <string_view>

namespace kcast::author {

// In the order of the checks: an answer got past everything above its outcome.
enum class Outcome {
  NoAnswer,       // the request failed; it is asked again next time
  CutOff,         // the limit of tokens ended the answer before the program did
  NoCode,         // nothing in the answer is source
  NotCompiled,    // the front end reports errors
  NoKernel,       // it compiles, but defines no kernel
  NoLaunch,       // host code makes no launch that is known
  NotRun,         // the GPU would refuse the launch, or the interpreter cannot run it
  OutOfBounds,    // the kernel leaves its buffers
  Hangs,          // a barrier or a loop that never ends
  NoWork,         // the kernel writes nothing in the blocks that are sampled
  NearDuplicate,  // too much like a kernel that is there
  Kept,
};

struct OutcomeName {
  Outcome outcome;
  std::string_view name;  // in answers.jsonl
  std::string_view about;
};

inline constexpr std::array<OutcomeName, 12> kOutcomes = {{
    {Outcome::NoAnswer, "no_answer", "the request failed"},
    {Outcome::CutOff, "cut_off", "the answer was cut off by the limit of tokens"},
    {Outcome::NoCode, "no_code", "the answer holds no code"},
    {Outcome::NotCompiled, "not_compiled", "does not compile"},
    {Outcome::NoKernel, "no_kernel", "has no kernel"},
    {Outcome::NoLaunch, "no_launch", "has no launch that is known"},
    {Outcome::NotRun, "not_run", "cannot be run"},
    {Outcome::OutOfBounds, "out_of_bounds", "leaves its buffers"},
    {Outcome::Hangs, "hangs", "hangs at a barrier or in a loop"},
    {Outcome::NoWork, "no_work", "writes nothing, or next to nothing"},
    {Outcome::NearDuplicate, "near_duplicate", "is too much like another"},
    {Outcome::Kept, "kept", "kept"},
}};

std::string_view outcome_name(Outcome outcome);

}  // namespace kcast::author
