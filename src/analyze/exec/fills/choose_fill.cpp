#include "analyze/exec/fills/choose_fill.h"

#include <algorithm>
#include <cmath>

#include "analyze/exec/memory.h"

namespace kcast::exec {
namespace {

constexpr int64_t kUsualRow = 16;          // elements of a row where lengths say nothing
constexpr double kMostCompared = 1 << 20;  // larger numbers are bit patterns, not values
constexpr double kSmallNumber = 8;         // enumerations and flags end here

bool is_integer_type(const std::string& name) {
  for (const char* word : {"int", "long", "short", "char", "unsigned", "bool"}) {
    if (name.find(word) != std::string::npos) return true;
  }
  return false;
}

std::string type_name(ptx::Type type) {
  switch (type) {
    case ptx::Type::F16:
      return "half";
    case ptx::Type::F32:
      return "float";
    case ptx::Type::F64:
      return "double";
    default:
      break;
  }
  switch (ptx::bits_of(type)) {
    case 8:
      return "unsigned char";
    case 16:
      return "short";
    case 64:
      return "long long";
    default:
      return "int";
  }
}

int64_t elements_of(const BufferUse& use, const Launch& launch) {
  const LaunchArgument* argument = argument_of(use, launch);
  return argument == nullptr ? 0 : argument->elements;
}

bool meet(const std::vector<int32_t>& a, const std::vector<int32_t>& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

class Chooser {
 public:
  Chooser(const LaunchArgument& argument, const std::vector<BufferUse>& uses, const Launch& launch)
      : argument_(argument), uses_(uses), launch_(launch) {}

  // `siblings`: all fields of the element.
  Fill choose(const FieldUse& field, const std::vector<FieldUse>& siblings, bool plain) const {
    if (field.is_real()) return real_fill(field);
    if (field.chases && !field.decides_control && plain)
      return {.kind = FillKind::IndexInto, .target = argument_.name};
    if (field.chases) return chain_fill(field, siblings);
    const LaunchArgument* target = target_of(field, uses_, launch_);
    if (field.is_offset) {
      if (plain && target != nullptr)
        return {.kind = FillKind::OffsetsInto, .target = target->name};
      const int64_t row = row_length(longest(field));
      const double begin = field.is_row_end ? static_cast<double>(row) : 0;
      return {.kind = FillKind::Iota, .low = begin, .high = 0, .step = static_cast<double>(row)};
    }
    if (field.ends_loop) return count_fill(field);
    if (field.counts_threads) return {.kind = FillKind::Constant, .low = working_threads()};
    if (target != nullptr) {
      if (begins_counted_row(field)) {
        const auto row = static_cast<double>(row_length(target->elements));
        return {.kind = FillKind::Iota, .low = 0, .high = 0, .step = row};
      }
      return index_fill(field, *target);
    }
    return compared_fill(field);
  }

 private:
  // Elements that each of this buffer's stands for.
  int64_t row_length(int64_t elements) const {
    const int64_t own = std::max<int64_t>(argument_.elements, 1);
    return std::max<int64_t>(elements / own, 1);
  }

  int64_t longest(const FieldUse& field) const {
    int64_t most = 0;
    for (const std::vector<int32_t>* list : {&field.loop_over, &field.index_into}) {
      for (const int32_t buffer : *list)
        most = std::max(most, elements_of(uses_[static_cast<size_t>(buffer)], launch_));
    }
    return most;
  }

  // All rows together fit into the longest buffer that the loop goes over.
  Fill count_fill(const FieldUse& field) const {
    const int64_t most = longest(field);
    int64_t mean = row_length(most);
    if (mean <= 1) mean = std::clamp<int64_t>(most, 1, kUsualRow);
    if (argument_.elements <= 1) mean = std::max<int64_t>(most, 1);
    const auto low = static_cast<double>(mean / 2);
    return {.kind = FillKind::UniformInt, .low = low, .high = low + static_cast<double>(mean) + 1};
  }

  // An index that counts rows of several elements stays below the number of rows.
  Fill index_fill(const FieldUse& field, const LaunchArgument& target) const {
    const Fill plain{.kind = FillKind::IndexInto, .target = target.name};
    const auto each = static_cast<double>(std::max<int64_t>(target.element_bytes, 1));
    double stride = field.stride.number;
    for (const int32_t scalar : field.stride.scalars) {
      if (static_cast<size_t>(scalar) >= launch_.arguments.size()) return plain;
      const auto value = launch_.arguments[static_cast<size_t>(scalar)].integer;
      if (!value || *value < 1) return plain;
      stride *= static_cast<double>(*value);
    }
    if (!field.stride.known || stride <= each) return plain;
    const double rows = std::floor(static_cast<double>(target.elements) * each / stride);
    return {.kind = FillKind::UniformInt, .low = 0, .high = std::max(rows, 1.0)};
  }

  // Towards an end that is reached: children below, or a chain to the first element.
  Fill chain_fill(const FieldUse& field, const std::vector<FieldUse>& siblings) const {
    std::vector<int64_t> chasing;
    for (const FieldUse& other : siblings) {
      if (other.chases && !other.is_real()) chasing.push_back(other.offset);
    }
    std::sort(chasing.begin(), chasing.end());
    chasing.erase(std::unique(chasing.begin(), chasing.end()), chasing.end());
    if (chasing.size() >= 2) {
      const auto place = std::find(chasing.begin(), chasing.end(), field.offset);
      const auto n = static_cast<double>(chasing.size());
      return {.kind = FillKind::Iota,
              .low = 1 + static_cast<double>(place - chasing.begin()),
              .high = 0,
              .step = n};
    }
    const bool negative = std::any_of(field.compared.begin(), field.compared.end(),
                                      [](double number) { return number < 0; });
    const bool sign = field.ends_loop || (!field.is_searched && !field.compared.empty());
    return {.kind = FillKind::Iota, .low = negative || sign ? -1.0 : 0.0, .high = 0, .step = 0.5};
  }

  // Whether another value says how long the row is that begins here.
  bool begins_counted_row(const FieldUse& field) const {
    for (const BufferUse& use : uses_) {
      if (elements_of(use, launch_) != argument_.elements) continue;
      for (const FieldUse& other : use.fields) {
        if (!other.ends_loop || &other == &field || other.chases) continue;
        // What is loaded in the row's own loop does not begin it.
        if (meet(field.loaded_in, other.end_loops)) continue;
        for (const int32_t buffer : field.index_into) {
          if (meet({buffer}, other.loop_over)) return true;
        }
      }
    }
    return false;
  }

  double working_threads() const {
    double threads = 1;
    for (int d = 0; d < 3; ++d)
      threads *= static_cast<double>(launch_.grid[d]) * static_cast<double>(launch_.block[d]);
    return std::min(threads, 2147483647.0);
  }

  std::vector<double> numbers_of(const FieldUse& field) const {
    std::vector<double> numbers = field.compared;
    for (const int32_t scalar : field.scalars) {
      if (static_cast<size_t>(scalar) >= launch_.arguments.size()) continue;
      const LaunchArgument& argument = launch_.arguments[static_cast<size_t>(scalar)];
      if (argument.real) numbers.push_back(*argument.real);
      if (argument.integer) numbers.push_back(static_cast<double>(*argument.integer));
    }
    std::erase_if(numbers, [](double n) { return !(std::abs(n) <= kMostCompared); });
    return numbers;
  }

  // Both sides of a comparison with a number are taken.
  Fill compared_fill(const FieldUse& field) const {
    const std::vector<double> numbers = numbers_of(field);
    if (numbers.empty() || field.drives_loop) return fill_by_type(argument_);
    double low = *std::min_element(numbers.begin(), numbers.end());
    double high = *std::max_element(numbers.begin(), numbers.end());
    high = high > kSmallNumber ? 2 * high : high + 1;
    low = std::min(low, 0.0);
    high = std::max(high, low + 2);
    const int bits = ptx::bits_of(field.type);
    if (bits == 8) high = std::min(high, 256.0);
    return {.kind = FillKind::UniformInt, .low = std::floor(low), .high = std::ceil(high)};
  }

  Fill real_fill(const FieldUse& field) const {
    const std::vector<double> numbers = numbers_of(field);
    if (numbers.empty()) return {};
    const double low = *std::min_element(numbers.begin(), numbers.end());
    const double high = *std::max_element(numbers.begin(), numbers.end());
    const double room = std::max({1.0, high - low, std::abs(high)});
    // [1, 2) holds both sides already.
    if (low > 1.1 && high < 1.9) return {};
    return {.kind = FillKind::Uniform, .low = low - room, .high = high + room};
  }

  const LaunchArgument& argument_;
  const std::vector<BufferUse>& uses_;
  const Launch& launch_;
};

// Uses at the same place of an element are one.
void join(FieldUse& into, const FieldUse& other) {
  const auto add = [](auto& list, const auto& more) {
    for (const auto& value : more) {
      if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
    }
  };
  add(into.index_into, other.index_into);
  add(into.loop_over, other.loop_over);
  add(into.end_loops, other.end_loops);
  add(into.loaded_in, other.loaded_in);
  add(into.compared, other.compared);
  add(into.scalars, other.scalars);
  into.chases |= other.chases;
  into.is_pointer |= other.is_pointer;
  into.decides_control |= other.decides_control;
  into.is_offset |= other.is_offset;
  into.is_row_end &= other.is_row_end;
  into.ends_loop |= other.ends_loop;
  into.drives_loop |= other.drives_loop;
  into.is_searched |= other.is_searched;
  into.counts_threads &= other.counts_threads;
}

std::vector<FieldUse> fields_by_place(const BufferUse& use, int64_t element_bytes) {
  std::vector<FieldUse> out;
  const int64_t each = std::max<int64_t>(element_bytes, 1);
  for (FieldUse field : use.fields) {
    field.offset = (field.offset % each + each) % each;
    const auto same = std::find_if(out.begin(), out.end(), [&](const FieldUse& other) {
      return other.offset == field.offset;
    });
    if (same == out.end()) {
      out.push_back(std::move(field));
    } else {
      if (ptx::bits_of(same->type) < ptx::bits_of(field.type)) same->type = field.type;
      join(*same, field);
    }
  }
  std::sort(out.begin(), out.end(),
            [](const FieldUse& a, const FieldUse& b) { return a.offset < b.offset; });
  return out;
}

bool has_role(const FieldUse& field) {
  return field.chases || field.is_offset || field.ends_loop || field.counts_threads ||
         !field.index_into.empty() || !field.compared.empty();
}

// Nothing but values that are equal, or not, ends the loop that reads them.
bool is_open_search(const FieldUse& field) {
  return field.is_searched && !field.chases && !field.is_offset && !field.ends_loop &&
         !field.is_real();
}

}  // namespace

LaunchArgument* argument_of(const BufferUse& use, Launch& launch) {
  const auto p = static_cast<size_t>(use.parameter);
  if (use.parameter < 0 || p >= launch.arguments.size()) return nullptr;
  LaunchArgument& argument = launch.arguments[p];
  if (argument.members.empty()) return use.member_offset == 0 ? &argument : nullptr;
  for (LaunchArgument& member : argument.members) {
    if (member.member_offset == use.member_offset) return &member;
  }
  return nullptr;
}

const LaunchArgument* argument_of(const BufferUse& use, const Launch& launch) {
  return argument_of(use, const_cast<Launch&>(launch));
}

const LaunchArgument* target_of(const FieldUse& field, const std::vector<BufferUse>& uses,
                                const Launch& launch) {
  if (field.index_into.empty()) return nullptr;
  // The first buffer that it addresses: later ones run beside it.
  const LaunchArgument* target =
      argument_of(uses[static_cast<size_t>(field.index_into.front())], launch);
  return target != nullptr && target->elements > 0 ? target : nullptr;
}

Fill fill_by_type(const LaunchArgument& argument) {
  Fill fill;
  if (is_integer_type(argument.element_type)) {
    fill.kind = FillKind::UniformInt;
    fill.low = 0;
    fill.high = argument.element_bytes == 1 ? 256 : 1024;
  }
  return fill;
}

ChosenFill choose_fill(const BufferUse& use, const LaunchArgument& argument,
                       const std::vector<BufferUse>& uses, const Launch& launch) {
  ChosenFill out;
  if (!use.loaded && use.stored) {
    out.fill = {.kind = FillKind::Zero};
    return out;
  }
  const bool is_struct = !has_known_values(argument);
  const std::vector<FieldUse> fields = fields_by_place(use, argument.element_bytes);
  const bool several = fields.size() > 1 && std::any_of(fields.begin(), fields.end(), has_role);
  const bool apart = argument.element_bytes > 0 && (is_struct || several) && !fields.empty();
  out.pointers = argument.element_bytes == 8 && !fields.empty() && fields[0].is_pointer;
  const Chooser chooser(argument, uses, launch);
  out.unknown = std::any_of(fields.begin(), fields.end(), is_open_search);
  if (!apart) {
    out.fill = fields.empty() ? fill_by_type(argument) : chooser.choose(fields[0], fields, true);
    const bool as_typed = !fields.empty() && !has_role(fields[0]);
    if (as_typed && fields[0].scalars.empty()) out.fill = fill_by_type(argument);
    return out;
  }
  for (const FieldUse& field : fields) {
    Fill fill = chooser.choose(field, fields, false);
    if (!field.is_real() && !has_role(field) && field.scalars.empty())
      fill = {.kind = FillKind::UniformInt, .low = 0, .high = 1024};
    out.fields.push_back(
        {.offset_bytes = field.offset, .type = type_name(field.type), .fill = std::move(fill)});
  }
  return out;
}

}  // namespace kcast::exec
