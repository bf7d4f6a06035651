#include "launch/complete_draft.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "launch/parameter_role.h"
#include "schema/default_sizes.h"
#include "schema/ptx_text.h"

namespace kcast::launch {

namespace {

using Role = ParameterRole;

bool is_extent(Role role) {
  return is_size(role) && role != Role::Length;
}

std::string dims_text(const std::array<int64_t, 3>& dims) {
  std::string out = std::to_string(dims[0]);
  if (dims[1] != 1 || dims[2] != 1) out += " x " + std::to_string(dims[1]);
  if (dims[2] != 1) out += " x " + std::to_string(dims[2]);
  return out;
}

int64_t volume(const std::array<int64_t, 3>& dims) {
  return bounded_product(bounded_product(dims[0], dims[1]), dims[2]);
}

// A number without a value: an argument, or a member of a struct.
struct OpenScalar {
  LaunchArgument* value = nullptr;
  ParameterUse use;
};

bool is_pointer_member(const LaunchArgument& member) {
  return member.element_bytes > 0;
}

class Completion {
 public:
  Completion(LaunchDraft& draft, const Kernel& kernel, const KernelReading& reading, const Gpu& gpu,
             int64_t smaller)
      : draft_(draft),
        kernel_(kernel),
        axes_(reading.axes),
        uses_(reading.uses),
        gpu_(gpu),
        length_(reduced(reading.usual, smaller).length),
        extent_(reduced(reading.usual, smaller).extent),
        extent3_(reduced(reading.usual, smaller).extent3),
        side_(std::max(kDefaultSide / smaller, kSmallestExtent)) {}

  Launch run() {
    say_likely();
    choose_block();
    // A grid that is known says how large the problem is; otherwise the problem says
    // how large the grid must be.
    if (draft_.grid_known()) {
      launch_.grid = {*draft_.grid[0], *draft_.grid[1], *draft_.grid[2]};
      set_threads();
      choose_sizes();
    } else {
      choose_sizes();
      choose_grid();
    }
    choose_buffers();
    choose_shared();
    launch_.kernel = kernel_.mangled;
    for (const DraftArgument& argument : draft_.arguments)
      launch_.arguments.push_back(argument.value);
    count_contents();
    return launch_;
  }

 private:
  bool plane() const { return axes_.grid_y || axes_.block_y; }
  bool space() const { return axes_.grid_z || axes_.block_z; }

  void note(std::string text) { draft_.notes.push_back(std::move(text)); }

  // Numbers that host code does not settle, but makes likely.
  void say_likely() {
    std::vector<std::string> likely;
    for (const DraftArgument& argument : draft_.arguments) {
      if (!argument.is_likely) continue;
      const LaunchArgument& value = argument.value;
      std::string text = value.name;
      if (value.elements > 0) text += " of " + std::to_string(value.elements) + " elements";
      if (value.integer) text += "=" + std::to_string(*value.integer);
      likely.push_back(std::move(text));
    }
    if (draft_.is_likely) likely.emplace_back("the grid and block");
    if (!draft_.assumed.empty()) {
      const std::string& first = draft_.assumed[0];
      std::string option = first.substr(0, first.find('=')) + "=VALUE";
      if (option.find('[') != std::string::npos) option = "'" + option + "'";
      note("assumed in host code: " + join(draft_.assumed, ", ") + "; give them with -D " + option);
      launch_.assumed.host = static_cast<int64_t>(draft_.assumed.size());
      launch_.assumed.grid |= draft_.is_likely;
    } else if (!likely.empty()) {
      note("estimated from host code: " + join(likely, ", "));
      launch_.assumed.estimates = static_cast<int64_t>(likely.size());
    }
  }

  void choose_block() {
    if (draft_.block_known()) {
      launch_.block = {*draft_.block[0], *draft_.block[1], *draft_.block[2]};
      return;
    }
    const LaunchBounds& bounds = kernel_.launch_bounds;
    if (bounds.required_block[0] > 0) {
      launch_.block = bounds.required_block;
      for (int64_t& size : launch_.block)
        size = std::max<int64_t>(size, 1);
      return;
    }
    const int64_t limit = bounds.max_threads > 0 ? bounds.max_threads : int64_t{1024};
    if (axes_.block_z) {
      launch_.block = {8, 8, limit >= 256 ? 4 : 1};
    } else if (axes_.block_y) {
      // Square tiles of 32 in shared memory betray a block of 32 x 32.
      constexpr int64_t kTile = 4096;        // 32 x 32 floats
      constexpr int64_t kPaddedTile = 4224;  // 32 x 33
      const int64_t shared = kernel_.static_shared_bytes;
      const bool wide =
          limit >= 1024 && shared > 0 && (shared % kTile == 0 || shared % kPaddedTile == 0);
      launch_.block = wide           ? std::array<int64_t, 3>{32, 32, 1}
                      : limit >= 256 ? std::array<int64_t, 3>{16, 16, 1}
                                     : std::array<int64_t, 3>{8, 8, 1};
    } else {
      // Launch bounds are usually the block that the author had in mind.
      launch_.block = {bounds.max_threads > 0 ? bounds.max_threads : kDefaultBlockThreads, 1, 1};
    }
    launch_.assumed.block = true;
    note("assumed block of " + dims_text(launch_.block) + " threads; give it with --block");
  }

  void set_threads() {
    for (size_t i = 0; i < 3; ++i)
      threads_[i] = bounded_product(launch_.grid[i], launch_.block[i]);
  }

  // One of several numbers whose product is the number of threads.
  int64_t factor_of_threads(int factors) const {
    const int64_t threads = draft_.grid_known() ? volume(threads_) : length_;
    const double root = std::pow(static_cast<double>(threads), 1.0 / factors);
    return std::max<int64_t>(std::llround(root), 1);
  }

  // A value for one open integer.
  int64_t guess(Role role, const ParameterUse& use, std::string_view name, bool extents) const {
    if (use.factors > 1 && (is_size(role) || role == Role::Other)) {
      return factor_of_threads(use.factors);
    }
    const bool by_grid = draft_.grid_known();
    const int64_t side = space() ? extent3_ : extent_;
    switch (role) {
      case Role::Length:
        if (by_grid) return plane() ? std::max(threads_[0], threads_[1]) : threads_[0];
        return plane() || space() || extents ? side : length_;
      case Role::Width:
        return by_grid ? threads_[0] : side;
      case Role::Height:
        return by_grid && threads_[1] > 1 ? threads_[1] : side;
      case Role::Depth:
        return by_grid && threads_[2] > 1 ? threads_[2] : side;
      case Role::Extent:
        return by_grid ? std::max(threads_[0], threads_[1]) : side;
      case Role::Pitch:
        return plane() || extents ? (by_grid ? threads_[0] : side) : 1;
      case Role::Bins:
        return kDefaultBins;
      case Role::Rounds:
        return kDefaultRounds;
      case Role::Radius:
        return kDefaultRadius;
      case Role::Offset:
      case Role::Flag:
        return 0;
      case Role::Increment:
      case Role::Seed:
        return 1;
      case Role::Mask:
        return guess(Role::Length, use, name, extents) - 1;
      case Role::Batch:
        return kDefaultBatch;
      case Role::Part:
        return side_;
      case Role::Threads:
        return launch_.block[0];
      case Role::Blocks:
        return by_grid ? launch_.grid[0] : side_;
      case Role::ByteStride:
        return byte_stride(axis_of(name), by_grid ? threads_[0] : side, side);
      case Role::Other:
        return by_use(use, extents);
    }
    return 1;
  }

  // Of four-byte elements; what lies beyond a plane lies one behind the other.
  static int64_t byte_stride(int64_t axis, int64_t width, int64_t height) {
    constexpr int64_t kElement = 4;
    if (axis == 0) return kElement;
    return axis == 1 ? kElement * width : kElement * bounded_product(width, height);
  }

  // What the kernel does with a number whose name says nothing.
  int64_t by_use(const ParameterUse& use, bool extents) const {
    if (use.bounds_threads) return guess(Role::Length, use, "", extents);
    if (use.bounds_loop) return use.scales ? side_ : kDefaultInnerExtent;
    if (use.divides) return draft_.grid_known() ? threads_[0] : extent_;
    if (use.scales) return guess(Role::Pitch, use, "", extents);
    return use.is_added && !use.is_tested ? 0 : 1;
  }

  static double guess_real(std::string_view name) {
    const std::string word = to_lower(name);
    if (word == "beta" || word.ends_with(".beta")) return 0;
    if (word.find("eps") != std::string::npos || word.starts_with("tol")) return 1e-6;
    return 1;
  }

  // Arguments and members of structs that are numbers without a value.
  std::vector<OpenScalar> open_scalars() {
    std::vector<OpenScalar> out;
    const auto use_at = [&](size_t i, int64_t byte) {
      const auto found = uses_.find({i, byte});
      return found == uses_.end() ? ParameterUse{} : found->second;
    };
    for (size_t i = 0; i < draft_.arguments.size(); ++i) {
      DraftArgument& argument = draft_.arguments[i];
      if (argument.known || kernel_.parameters[i].is_pointer) continue;
      for (const size_t at : argument.open_members) {
        LaunchArgument& member = argument.value.members[at];
        if (is_pointer_member(member)) continue;
        out.push_back({&member, use_at(i, member.member_offset)});
      }
      if (argument.value.members.empty()) out.push_back({&argument.value, use_at(i, 0)});
      argument.known = true;
    }
    return out;
  }

  void choose_sizes() {
    bool extents = false;
    for (const Parameter& parameter : kernel_.parameters)
      extents |= !parameter.is_pointer && is_extent(role_of(parameter.name));
    std::vector<std::string> assumed;
    for (const OpenScalar& scalar : open_scalars()) {
      LaunchArgument& value = *scalar.value;
      constexpr int64_t kLargestNumber = 8;
      if (value.size_bytes > kLargestNumber) {  // a struct of which nothing is known
        assumed.push_back(value.name + "=?");
        continue;
      }
      if (is_real_type(value.element_type)) {
        value.real = guess_real(value.name);
        assumed.push_back(value.name + "=" + number_text(*value.real));
      } else {
        const Role role = likely_role(value.name, value.element_type);
        value.integer = guess(role, scalar.use, value.name, extents);
        assumed.push_back(value.name + "=" + std::to_string(*value.integer));
      }
    }
    launch_.assumed.scalars = static_cast<int64_t>(assumed.size());
    constexpr size_t kMostNamed = 12;
    if (assumed.size() > kMostNamed) {
      const std::string more = std::to_string(assumed.size() - kMostNamed) + " more";
      assumed.resize(kMostNamed);
      assumed.push_back(more);
    }
    if (!assumed.empty()) note("assumed " + join(assumed, ", ") + "; give them with --arg");
  }

  static std::string number_text(double value) {
    return value == 1 ? "1" : value == 0 ? "0" : "1e-6";
  }

  std::vector<const LaunchArgument*> integers() const {
    std::vector<const LaunchArgument*> out;
    for (const DraftArgument& argument : draft_.arguments) {
      if (argument.value.element_bytes == 0 && argument.value.integer) {
        out.push_back(&argument.value);
      }
      for (const LaunchArgument& member : argument.value.members) {
        if (member.element_bytes == 0 && member.integer) out.push_back(&member);
      }
    }
    return out;
  }

  // The value of the first argument that plays one of these roles, in order of liking.
  int64_t size_along(std::initializer_list<Role> roles) const {
    for (const Role role : roles) {
      for (const LaunchArgument* number : integers()) {
        if (*number->integer > 0 && likely_role(number->name, number->element_type) == role) {
          return *number->integer;
        }
      }
    }
    return 0;
  }

  // The product that thread indices are compared with; 0: there is none.
  int64_t product_of_bounds() const {
    int64_t product = 0;
    for (const auto& [place, use] : uses_) {
      if (use.factors < 2 || place.first >= draft_.arguments.size()) continue;
      const LaunchArgument& argument = draft_.arguments[place.first].value;
      std::optional<int64_t> value = argument.integer;
      for (const LaunchArgument& member : argument.members) {
        if (member.member_offset == place.second) value = member.integer;
      }
      if (!value || *value <= 0) return 0;
      product = bounded_product(std::max<int64_t>(product, 1), *value);
    }
    return product;
  }

  // 0: a side that was assumed beside a long one is no side of it.
  int64_t believed_product(int64_t a, int64_t b) const {
    constexpr int64_t kMostAssumed = int64_t{1} << 26;
    const int64_t product = bounded_product(a, b);
    return launch_.assumed.scalars == 0 || product <= kMostAssumed ? product : 0;
  }

  std::array<int64_t, 3> problem() const {
    if (space()) {
      const auto side = [&](Role role) {
        const int64_t n = size_along({role, Role::Length, Role::Extent});
        return n > 0 ? n : extent3_;
      };
      return {side(Role::Width), side(Role::Height), side(Role::Depth)};
    }
    if (plane()) {
      const int64_t x = size_along({Role::Width, Role::Length, Role::Extent});
      const int64_t y = size_along({Role::Height, Role::Extent, Role::Length});
      return {x > 0 ? x : extent_, y > 0 ? y : extent_, 1};
    }
    if (const int64_t product = product_of_bounds(); product > 0) return {product, 1, 1};
    const int64_t length = size_along({Role::Length});
    const int64_t width = size_along({Role::Width, Role::Extent});
    const int64_t height = size_along({Role::Height});
    if (const int64_t area = believed_product(width, height); area > 0) return {area, 1, 1};
    const int64_t any = std::max({length, width, height});
    return {any > 0 ? any : longest_buffer(), 1, 1};
  }

  int64_t longest_buffer() const {
    int64_t most = 0;
    for (const DraftArgument& argument : draft_.arguments) {
      if (argument.known) most = std::max(most, argument.value.elements);
    }
    return most > 0 ? most : length_;
  }

  void choose_grid() {
    const std::array<int64_t, 3> wanted = problem();
    for (size_t i = 0; i < 3; ++i) {
      const int64_t blocks =
          (wanted[i] + launch_.block[i] - 1) / std::max<int64_t>(launch_.block[i], 1);
      const int64_t most = std::max<int64_t>(gpu_.occupancy.grid_dim_max[i], 1);
      launch_.grid[i] = draft_.grid[i].value_or(std::clamp<int64_t>(blocks, 1, most));
    }
    set_threads();
    launch_.assumed.grid = true;
    note("assumed grid of " + dims_text(launch_.grid) + " blocks; give it with --grid");
  }

  // Long enough for one element per thread and for the two largest sizes multiplied.
  int64_t assumed_elements() const {
    int64_t largest = 0;
    int64_t second = 0;
    int64_t length = 0;
    for (const LaunchArgument* number : integers()) {
      const Role role = likely_role(number->name, number->element_type);
      const int64_t value = *number->integer;
      if (role == Role::Length) length = std::max(length, value);
      if (!is_extent(role)) continue;
      second = std::max(second, std::min(largest, value));
      largest = std::max(largest, value);
    }
    const int64_t threads = volume(threads_);
    return std::max({threads, length, largest, believed_product(largest, second), int64_t{1}});
  }

  void choose_buffers() {
    const int64_t elements = assumed_elements();
    int64_t next = 0;
    for (const DraftArgument& argument : draft_.arguments) {
      next = std::max(next, argument.value.buffer + 1);
      for (const LaunchArgument& member : argument.value.members)
        next = std::max(next, member.buffer + 1);
    }
    std::vector<std::string> assumed;
    const auto take = [&](LaunchArgument& value) {
      value.elements = elements;
      if (value.buffer < 0) value.buffer = next++;
      assumed.push_back(value.name);
    };
    for (size_t i = 0; i < draft_.arguments.size(); ++i) {
      DraftArgument& argument = draft_.arguments[i];
      for (const size_t at : argument.open_members) {
        LaunchArgument& member = argument.value.members[at];
        if (is_pointer_member(member)) take(member);
      }
      if (!kernel_.parameters[i].is_pointer) continue;
      if (is_local(kernel_.parameters[i])) {
        take_local(argument);
        continue;
      }
      if (argument.known) continue;
      argument.known = true;
      take(argument.value);
    }
    launch_.assumed.sizes += static_cast<int64_t>(assumed.size());
    if (!assumed.empty()) {
      note("assumed " + std::to_string(elements) + " elements in " + join(assumed, ", ") +
           "; give them with --arg " + assumed[0] + "=ELEMENTS");
    }
  }

  // A pointer to local memory points into the block's dynamic shared memory.
  void take_local(DraftArgument& draft) {
    LaunchArgument& argument = draft.value;
    if (!draft.known) {
      argument.elements = volume(launch_.block);
      ++launch_.assumed.sizes;
      note("assumed one element per thread in local memory '" + argument.name +
           "'; give them with --arg " + argument.name + "=ELEMENTS");
    }
    draft.known = true;
    argument.local_bytes = bounded_product(argument.elements, argument.element_bytes);
    local_bytes_ += room_in_shared(argument.local_bytes);
    // There is no buffer.
    argument.elements = 0;
    argument.element_bytes = 0;
    argument.buffer = -1;
  }

  void choose_shared() {
    launch_.shared_bytes = draft_.shared_bytes.value_or(0);
    if (local_bytes_ > 0) {
      launch_.shared_bytes = std::max(launch_.shared_bytes, local_bytes_);
    } else if (!draft_.shared_bytes) {
      launch_.shared_bytes = bounded_product(volume(launch_.block), kDefaultSharedBytesPerThread);
      launch_.assumed.shared = true;
      note("assumed " + std::to_string(launch_.shared_bytes) +
           " bytes of dynamic shared memory, four per thread; give them with --shared");
    }
  }

  void count_contents() {
    const auto count = [&](const LaunchArgument& argument) {
      const bool is_said = argument.fill_given || argument.fill_from_host;
      if (argument.buffer >= 0 && !is_said) ++launch_.assumed.contents;
    };
    for (const LaunchArgument& argument : launch_.arguments) {
      count(argument);
      for (const LaunchArgument& member : argument.members)
        count(member);
    }
  }

  LaunchDraft& draft_;
  const Kernel& kernel_;
  const UsedAxes& axes_;
  const ParameterUses& uses_;
  const Gpu& gpu_;
  // What is assumed of sizes that nothing is known of.
  const int64_t length_, extent_, extent3_, side_;
  Launch launch_;
  std::array<int64_t, 3> threads_ = {1, 1, 1};
  int64_t local_bytes_ = 0;
};

}  // namespace

UsedAxes used_axes(const Inspection& inspection, const Kernel& kernel) {
  const PtxModule* module = module_with(inspection, kernel.mangled);
  if (module == nullptr) return {};
  const std::string_view text = module->text;
  const size_t start = find_ptx_entry(text, kernel.mangled);
  const std::string_view body = text.substr(start, text.find("\n}", start) - start);
  const auto has = [&](std::string_view name) { return body.find(name) != std::string_view::npos; };
  return {has("%ctaid.y"), has("%ctaid.z"), has("%tid.y"), has("%tid.z")};
}

KernelReading read_kernel(const Inspection& inspection, const Kernel& kernel) {
  return {used_axes(inspection, kernel), parameter_uses(inspection, kernel),
          inspection.has_main ? kProgramSizes : DefaultSizes()};
}

Launch complete(LaunchDraft& draft, const Kernel& kernel, const KernelReading& reading,
                const Gpu& gpu, int64_t smaller) {
  return Completion(draft, kernel, reading, gpu, smaller).run();
}

}  // namespace kcast::launch
