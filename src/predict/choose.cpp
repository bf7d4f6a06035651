#include "predict/choose.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "launch/complete_draft.h"
#include "launch/draft.h"
#include "schema/gpu/l2_contents.h"

namespace kcast::predict {

namespace {

using Dims = std::array<int64_t, 3>;

bool product_exceeds(const Dims& dims, int64_t limit) {
  int64_t left = limit;
  for (const int64_t size : dims) {
    if (size > left) return true;
    left /= size;
  }
  return false;
}

// What the GPU would refuse.
Status check_launch(const Launch& launch, const Kernel& kernel, const Gpu& gpu) {
  const auto refuse = [&](const std::string& why) { return Error{ErrorCode::InvalidInput, why}; };
  for (size_t i = 0; i < 3; ++i) {
    const std::string axis(1, "xyz"[i]);
    if (launch.grid[i] < 1 || launch.grid[i] > gpu.occupancy.grid_dim_max[i]) {
      return refuse("grid." + axis + " is " + std::to_string(launch.grid[i]) + ", but " + gpu.id +
                    " takes 1 to " + std::to_string(gpu.occupancy.grid_dim_max[i]) + " blocks");
    }
    if (launch.block[i] < 1 || launch.block[i] > gpu.occupancy.block_dim_max[i]) {
      return refuse("block." + axis + " is " + std::to_string(launch.block[i]) + ", but " + gpu.id +
                    " takes 1 to " + std::to_string(gpu.occupancy.block_dim_max[i]) + " threads");
    }
  }
  const int64_t bound = kernel.launch_bounds.max_threads;
  const int64_t limit = bound > 0 ? std::min(bound, gpu.occupancy.threads_per_block)
                                  : gpu.occupancy.threads_per_block;
  if (product_exceeds(launch.block, limit)) {
    return refuse("a block may have at most " + std::to_string(limit) + " threads" +
                  (bound == limit ? " by the kernel's launch bounds" : " on " + gpu.id));
  }
  const int64_t shared = launch.shared_bytes + kernel.static_shared_bytes;
  if (launch.shared_bytes < 0 || shared > gpu.shared_memory.per_block_max_bytes) {
    return refuse("a block may have at most " +
                  std::to_string(gpu.shared_memory.per_block_max_bytes) +
                  " bytes of shared memory on " + gpu.id + ", not " + std::to_string(shared));
  }
  return Unit{};
}

std::optional<Dims> all(const std::array<std::optional<int64_t>, 3>& dims) {
  if (!dims[0] || !dims[1] || !dims[2]) return std::nullopt;
  return Dims{*dims[0], *dims[1], *dims[2]};
}

std::array<std::optional<int64_t>, 3> known(const Dims& dims) {
  return {dims[0], dims[1], dims[2]};
}

void override_block(const LaunchOverrides& overrides, launch::LaunchDraft& draft) {
  const auto grid = all(draft.grid);
  const auto block = all(draft.block);
  if (overrides.block && !overrides.grid && grid && block) {
    for (size_t i = 0; i < 3; ++i) {
      const int64_t threads = launch::bounded_product((*grid)[i], (*block)[i]);
      draft.grid[i] = (threads + (*overrides.block)[i] - 1) / (*overrides.block)[i];
    }
  }
  if (overrides.block || overrides.grid) draft.is_likely = false;
  if (overrides.block) draft.block = known(*overrides.block);
  if (overrides.grid) draft.grid = known(*overrides.grid);
  if (overrides.shared_bytes) draft.shared_bytes = overrides.shared_bytes;
}

Status override_argument(const Number& number, const Parameter& parameter,
                         launch::DraftArgument& out) {
  if (!parameter.is_pointer) {
    if (!launch::set_scalar(out.value, number.integer, number.real)) {
      return Error{ErrorCode::InvalidInput, "argument '" + parameter.name + "' is a " +
                                                parameter.type + " and takes no fraction"};
    }
  } else {
    if (!number.integer || *number.integer < 0) {
      return Error{ErrorCode::InvalidInput,
                   "argument '" + parameter.name + "' is a buffer; give its number of elements"};
    }
    out.value.elements = *number.integer;
    out.value.integer = *number.integer == 0 ? std::optional<int64_t>(0) : std::nullopt;
    out.value.offset_bytes = 0;
  }
  out.known = true;
  out.is_likely = false;
  return Unit{};
}

// A number or pointer in a struct, by its path: "p.n".
Status override_member(const std::string& name, const Number& number,
                       launch::DraftArgument& argument) {
  for (size_t i = 0; i < argument.value.members.size(); ++i) {
    LaunchArgument& member = argument.value.members[i];
    if (member.name != name) continue;
    if (member.element_bytes > 0) {
      if (!number.integer || *number.integer < 0) {
        return Error{ErrorCode::InvalidInput,
                     "argument '" + name + "' is a buffer; give its number of elements"};
      }
      member.elements = *number.integer;
      member.offset_bytes = 0;
    } else if (!launch::set_scalar(member, number.integer, number.real)) {
      return Error{ErrorCode::InvalidInput, "argument '" + name + "' is a " + member.element_type +
                                                " and takes no fraction"};
    }
    std::erase(argument.open_members, i);
    argument.known |= argument.open_members.empty();
    argument.is_likely = false;
  }
  return Unit{};
}

void override_fill(const LaunchOverrides& overrides, LaunchArgument& argument) {
  for (const auto& [name, fill] : overrides.fills) {
    if (argument.name != name) continue;
    argument.fill = fill;
    argument.fill_given = true;
    argument.fill_from_host = false;
    argument.fields.clear();
  }
}

Status apply(const LaunchOverrides& overrides, const Kernel& kernel, launch::LaunchDraft& draft) {
  override_block(overrides, draft);
  for (const auto& [name, number] : overrides.arguments) {
    for (size_t i = 0; i < draft.arguments.size(); ++i) {
      if (kernel.parameters[i].name != name) continue;
      KCAST_OK(override_argument(number, kernel.parameters[i], draft.arguments[i]));
    }
    for (launch::DraftArgument& argument : draft.arguments) {
      KCAST_OK(override_member(name, number, argument));
    }
  }
  // Buffers that the user lengthened need a number of their own.
  int64_t next = 0;
  for (const launch::DraftArgument& argument : draft.arguments) {
    next = std::max(next, argument.value.buffer + 1);
    for (const LaunchArgument& member : argument.value.members)
      next = std::max(next, member.buffer + 1);
  }
  for (launch::DraftArgument& argument : draft.arguments) {
    if (argument.known && argument.value.elements > 0 && argument.value.buffer < 0) {
      argument.value.buffer = next++;
    }
    override_fill(overrides, argument.value);
    for (LaunchArgument& member : argument.value.members) {
      if (member.elements > 0 && member.buffer < 0) member.buffer = next++;
      override_fill(overrides, member);
    }
  }
  return Unit{};
}

// Every name that the user gave must mean something.
Status check_names(const Inspection& inspection, const LaunchOverrides& overrides) {
  std::set<std::string> names;
  std::set<std::string> members;
  for (const Kernel& kernel : inspection.kernels) {
    for (const Parameter& parameter : kernel.parameters) {
      names.insert(parameter.name);
      for (const ParameterMember& member : parameter.members)
        members.insert(member.name);
    }
  }
  const std::vector<std::string> list(names.begin(), names.end());
  const auto check = [&](const std::string& name) -> Status {
    if (names.contains(name)) return Unit{};
    const auto guess = nearest(name, list);
    return Error{ErrorCode::InvalidInput,
                 "no kernel has an argument '" + name + "'" +
                     (guess ? "; did you mean '" + *guess + "'?"
                            : (list.empty() ? "" : "; there are " + join(list, ", ")))};
  };
  for (const auto& [name, number] : overrides.arguments) {
    if (!members.contains(name)) {
      KCAST_OK(check(name));
    }
  }
  for (const auto& [name, fill] : overrides.fills) {
    if (!members.contains(name)) {
      KCAST_OK(check(name));
    }
    if (!fill.target.empty()) {
      KCAST_OK(check(fill.target));
    }
  }
  return Unit{};
}

// Instances of one template that are predicted although nobody launches them on the path that was
// followed: a library that serves a hundred types would keep its reader waiting for minutes. Beside
// those that a program does launch, or in a file without launches.
constexpr size_t kMostUnlaunchedBesideOthers = 4;
constexpr size_t kMostUnlaunched = 16;

// The allocation that a buffer of the launch is in; -1: host code does not say.
int64_t allocation_of(const HostLaunch& host, const Launch& launch, const LaunchArgument* buffer) {
  for (size_t i = 0; i < std::min(host.arguments.size(), launch.arguments.size()); ++i) {
    const HostArgument& given = host.arguments[i];
    if (buffer == &launch.arguments[i]) {
      return given.kind == ArgumentKind::Buffer ? given.buffer : -1;
    }
    for (const LaunchArgument& member : launch.arguments[i].members) {
      if (buffer != &member) continue;
      for (const HostArgument& field : given.members)
        if (field.name == member.name) return field.buffer;
    }
  }
  return -1;
}

class Chooser {
 public:
  Chooser(const Inspection& inspection, const LaunchOverrides& overrides, const Gpu& gpu)
      : inspection_(inspection), overrides_(overrides), gpu_(gpu) {}

  LaunchChoice run(bool even_without_ptx) {
    for (size_t i = 0; i < inspection_.kernels.size(); ++i) {
      const Kernel& kernel = inspection_.kernels[i];
      if (!kernel.lowered && !even_without_ptx) {
        skip(kernel,
             kernel.not_lowered_reason.empty() ? "it has no PTX" : kernel.not_lowered_reason);
        continue;
      }
      const std::vector<const HostLaunch*> launches = launches_of(kernel);
      const bool reached = !launches.empty() && launches[0]->reached;
      if (!reached && is_one_too_many(kernel)) continue;
      reading_ = launch::read_kernel(inspection_, kernel);
      for (const HostLaunch* launch : launches)
        add(i, launch::draft_of(kernel, *launch), launch);
      if (launches.empty()) add(i, launch::empty_draft(kernel), nullptr);
    }
    say_left_out();
    // A kernel that was asked for by name is all there is.
    const auto in_program = [](const ChosenLaunch& chosen) { return chosen.in_program; };
    if (std::none_of(choice_.launches.begin(), choice_.launches.end(), in_program)) {
      for (ChosenLaunch& chosen : choice_.launches)
        chosen.in_program = true;
    }
    // What the program does comes before what it does not.
    std::stable_partition(choice_.launches.begin(), choice_.launches.end(), in_program);
    return std::move(choice_);
  }

 private:
  void skip(const Kernel& kernel, std::string reason) {
    const SkippedKernel entry{kernel_title(kernel), std::move(reason)};
    if (std::find(choice_.skipped.begin(), choice_.skipped.end(), entry) == choice_.skipped.end()) {
      choice_.skipped.push_back(entry);
    }
  }

  // Whether enough of the same template's instances are predicted without this one.
  bool is_one_too_many(const Kernel& kernel) {
    if (kernel.template_arguments.empty()) return false;
    const size_t most = makes_launches() ? kMostUnlaunchedBesideOthers : kMostUnlaunched;
    const auto name = std::pair(kernel.file, kernel.name);
    if (predicted_.empty()) count_launched();
    if (predicted_[name]++ < most) return false;
    ++left_out_[name];
    return true;
  }

  void count_launched() {
    for (const Kernel& kernel : inspection_.kernels) {
      const std::vector<const HostLaunch*> launches = launches_of(kernel);
      if (launches.empty() || !launches[0]->reached || !kernel.lowered) continue;
      ++predicted_[{kernel.file, kernel.name}];
    }
  }

  void say_left_out() {
    for (const auto& [name, count] : left_out_) {
      choice_.notes.push_back(std::to_string(count) + " more instances of " + name.second +
                              ", which host code does not launch on the path that was followed, "
                              "are left out; --kernel '" +
                              name.second + "<...>' predicts one");
    }
  }

  // Those on the evaluated path; failing that, those that are only in the text.
  std::vector<const HostLaunch*> launches_of(const Kernel& kernel) const {
    std::vector<const HostLaunch*> reached;
    std::vector<const HostLaunch*> others;
    for (const HostLaunch& launch : inspection_.launches) {
      if (launch.kernel == kernel.mangled) (launch.reached ? reached : others).push_back(&launch);
    }
    return reached.empty() ? others : reached;
  }

  void add(size_t index, launch::LaunchDraft draft, const HostLaunch* host) {
    const Kernel& kernel = inspection_.kernels[index];
    const auto where =
        host == nullptr ? "" : " (launch in line " + std::to_string(host->line) + ")";
    const Status applied = apply(overrides_, kernel, draft);
    if (!applied) return skip(kernel, applied.error().message + where);
    Launch launch = launch::complete(draft, kernel, reading_, gpu_, overrides_.smaller);
    const Status fine = check_launch(launch, kernel, gpu_);
    // What host code was assumed or expected to say does not go together.
    const bool is_guess = host != nullptr && (!host->assumed.empty() || draft.is_likely ||
                                              !kernel.assumed_macros.empty());
    if (!fine && is_guess) return add(index, launch::empty_draft(kernel), nullptr);
    if (!fine) return skip(kernel, fine.error().message + where);
    ChosenLaunch chosen;
    chosen.kernel = index;
    chosen.launch = std::move(launch);
    chosen.notes = std::move(draft.notes);
    if (host != nullptr) describe(*host, chosen);
    chosen.launch.assumed.launch = host == nullptr;
    if (host == nullptr && makes_launches()) {
      chosen.in_program = false;
      chosen.notes.emplace_back("host code never launches it: no part of the program's time");
    }
    say_guesses(kernel, chosen);
    merge(std::move(chosen));
  }

  bool makes_launches() const {
    return std::any_of(inspection_.launches.begin(), inspection_.launches.end(),
                       [](const HostLaunch& launch) { return launch.reached; });
  }

  // What the front end assumed to be able to read the kernel at all.
  static void say_guesses(const Kernel& kernel, ChosenLaunch& chosen) {
    if (kernel.assumed_templates) {
      chosen.launch.assumed.templates = true;
      chosen.notes.push_back("assumed template arguments: " + kernel_title(kernel) +
                             "; give others with --kernel '" + kernel.name + "<...>'");
    }
    if (!kernel.assumed_macros.empty()) {
      const std::string& first = kernel.assumed_macros[0];
      chosen.launch.assumed.macros = true;
      chosen.notes.push_back("assumed macros: " + join(kernel.assumed_macros, ", ") +
                             "; give them with -D " + first.substr(0, first.find('=')) + "=VALUE");
    }
  }

  void describe(const HostLaunch& host, ChosenLaunch& chosen) const {
    chosen.host_order = static_cast<size_t>(&host - inspection_.launches.data());
    for (const LaunchArgument* buffer : buffers_of(chosen.launch))
      chosen.allocations.push_back(allocation_of(host, chosen.launch, buffer));
    chosen.file = host.file;
    chosen.line = host.line;
    if (host.count.integer && *host.count.integer > 0) {
      chosen.count = *host.count.integer;
    } else if (!host.count.known()) {
      chosen.notes.emplace_back("how often the program makes this launch is not known");
    }
    if (!host.note.empty()) chosen.notes.push_back(host.note);
    if (!host.reached) {
      chosen.notes.emplace_back("the launch is not on the path that was followed");
      chosen.launch.assumed.off_path = true;
      chosen.in_program = !makes_launches();
    }
  }

  void merge(ChosenLaunch chosen) {
    for (ChosenLaunch& other : choice_.launches) {
      if (overrides_.apart) break;
      if (other.kernel == chosen.kernel && other.launch == chosen.launch) {
        other.count += chosen.count;
        return;
      }
    }
    choice_.launches.push_back(std::move(chosen));
  }

  const Inspection& inspection_;
  const LaunchOverrides& overrides_;
  const Gpu& gpu_;
  launch::KernelReading reading_;  // of the kernel whose launches are added
  using TemplateName = std::pair<std::string, std::string>;  // file and name
  std::map<TemplateName, size_t> predicted_;  // instances, those that are launched first
  std::map<TemplateName, size_t> left_out_;
  LaunchChoice choice_;
};

}  // namespace

Result<LaunchChoice> choose_launches(const Inspection& inspection, const LaunchOverrides& overrides,
                                     const Gpu& gpu, bool even_without_ptx) {
  KCAST_OK(check_names(inspection, overrides));
  return Chooser(inspection, overrides, gpu).run(even_without_ptx);
}

std::string kernel_title(const Kernel& kernel) {
  if (kernel.template_arguments.empty()) return kernel.name;
  return kernel.name + "<" + join(kernel.template_arguments, ", ") + ">";
}

}  // namespace kcast::predict
