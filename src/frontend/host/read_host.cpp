#include "frontend/host/read_host.h"

#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "frontend/host/machine.h"
#include "frontend/host/state/assumptions.h"
#include "schema/default_sizes.h"

namespace kcast::host {

using namespace clang;  // NOLINT: this file is about Clang's nodes and nothing else

namespace {

bool defines_main(const HostUnit& unit) {
  const auto found = unit.ast->getTranslationUnitDecl()->lookup(&unit.ast->Idents.get("main"));
  return std::any_of(found.begin(), found.end(), [](const clang::NamedDecl* declaration) {
    const auto* function = llvm::dyn_cast<FunctionDecl>(declaration);
    return function != nullptr && function->isMain() && function->isDefined();
  });
}

// Adds what one more program does. A launch that no program reaches stays once.
void add_program(HostReading program, HostReading& all) {
  const auto same_site = [](const HostLaunch& a, const HostLaunch& b) {
    return a.file == b.file && a.line == b.line && a.kernel == b.kernel;
  };
  for (HostLaunch& launch : program.launches) {
    const auto known =
        std::find_if(all.launches.begin(), all.launches.end(), [&](const HostLaunch& other) {
          return same_site(launch, other) && (!launch.reached || !other.reached);
        });
    if (known == all.launches.end()) {
      all.launches.push_back(std::move(launch));
    } else if (launch.reached) {
      *known = std::move(launch);
    }
  }
  all.launches_left_out += program.launches_left_out;
  all.has_main |= program.has_main;
  for (Unresolved& what : program.unresolved) {
    const auto same = [&](const Unresolved& other) {
      return other.name == what.name && other.file == what.file && other.line == what.line;
    };
    if (std::none_of(all.unresolved.begin(), all.unresolved.end(), same)) {
      all.unresolved.push_back(std::move(what));
    }
  }
  std::move(program.programs.begin(), program.programs.end(), std::back_inserter(all.programs));
  std::move(program.build_options.begin(), program.build_options.end(),
            std::back_inserter(all.build_options));
  for (std::string& name : program.used_bindings) {
    if (std::find(all.used_bindings.begin(), all.used_bindings.end(), name) ==
        all.used_bindings.end()) {
      all.used_bindings.push_back(std::move(name));
    }
  }
}

HostReading read_once(ProgramIndex& index, const HostOptions& options) {
  const FunctionDecl* main = index.main_function();
  if (main == nullptr) {
    HostMachine machine(index, options);
    machine.run_globals();
    for (const FunctionDecl* entry : index.launching_entries())
      machine.run_entry(entry);
    machine.add_unreached();
    return machine.result();
  }
  HostMachine machine(index, options);
  machine.run_globals();
  machine.run_main(main, options.argv ? *options.argv : std::vector<std::string>());
  bool launches =
      index.effects(main).launches || !index.launch_sites().empty() || !index.regions().empty();
  if (!options.argv && !machine.made_launches() && launches && main->getNumParams() > 0) {
    // Without arguments it only says how to use it: read it as if it had some.
    HostMachine second(index, options);
    second.run_globals();
    second.run_main(main, std::nullopt);
    second.add_unreached();
    return second.result();
  }
  machine.add_unreached();
  return machine.result();
}

// Reached, and with nothing in it that says that sizes went wrong before.
bool is_sound(const HostLaunch& launch) {
  const auto none = [](const HostValue& size) { return size.integer && *size.integer <= 0; };
  return launch.reached && std::ranges::none_of(launch.grid, none) &&
         std::ranges::none_of(launch.block, none) &&
         std::ranges::none_of(launch.arguments, [&](const HostArgument& argument) {
           return argument.kind == ArgumentKind::Buffer && none(argument.buffer_bytes);
         });
}

// A file that is not there may be one that the program can do without, or one that the user has
// elsewhere: the program is read as one that does not find it where it then comes as far.
HostReading read_with_files(ProgramIndex& index, HostOptions& options) {
  HostReading reading = read_once(index, options);
  if (!reading.missed_file) return reading;
  options.files_may_miss = true;
  HostReading without = read_once(index, options);
  const auto as_far = std::ranges::count_if(without.launches, is_sound);
  if (as_far > 0 && as_far >= std::ranges::count_if(reading.launches, is_sound)) return without;
  options.files_may_miss = false;
  return reading;
}

HostReading read_program(std::span<const HostUnit> units, const HostOptions& options) {
  ProgramIndex index(units);
  HostOptions further = options;
  HostReading reading = read_with_files(index, further);
  reading.has_main = index.main_function() != nullptr;
  if (!options.assume) return reading;
  const DefaultSizes usual =
      reduced(reading.has_main ? kProgramSizes : DefaultSizes(), options.assume_smaller);
  // Behind a value that is assumed there may be others.
  constexpr int kMostRounds = 3;
  std::optional<HostReading> assumed;
  for (int round = 0; round < kMostRounds; ++round) {
    const AssumedValues more =
        further_assumptions(assumed ? *assumed : reading, further.assumed, usual);
    const bool lowered = assumed && lower_overflowing(assumed->overflowing, further.assumed);
    if (more.empty() && !lowered) break;
    further.assumed.insert(further.assumed.end(), more.begin(), more.end());
    assumed = read_once(index, further);
  }
  if (!assumed) return reading;
  return with_assumptions(std::move(reading), *std::move(assumed), further.assumed);
}

}  // namespace

HostReading read_host(std::span<const HostUnit> units, const HostOptions& options) {
  std::vector<HostUnit> shared;
  std::vector<HostUnit> mains;
  for (const HostUnit& unit : units) {
    (defines_main(unit) ? mains : shared).push_back(unit);
  }
  if (mains.size() < 2) return read_program(units, options);
  HostReading all;
  for (const HostUnit& main : mains) {
    std::vector<HostUnit> program{main};
    program.insert(program.end(), shared.begin(), shared.end());
    add_program(read_program(program, options), all);
  }
  return all;
}

}  // namespace kcast::host
