#include "analyze/exec/infer_fills.h"

#include <algorithm>

#include "analyze/exec/fills/choose_fill.h"

namespace kcast::exec {
namespace {

// The first of a buffer's fields whose values address something.
const LaunchArgument* target_of(const BufferUse& use, const std::vector<BufferUse>& uses,
                                const Launch& launch) {
  for (const FieldUse& field : use.fields) {
    if (const LaunchArgument* target = target_of(field, uses, launch)) return target;
  }
  return nullptr;
}

bool loads_integers(const BufferUse& use) {
  return std::any_of(use.fields.begin(), use.fields.end(),
                     [](const FieldUse& field) { return !field.is_real(); });
}

AssumedFill decided_by(const BufferUse* use) {
  AssumedFill out = AssumedFill::Nothing;
  if (use == nullptr) return out;
  for (const FieldUse& field : use->fields) {
    if (field.decides_control || field.chases) return AssumedFill::Control;
    if (!field.index_into.empty() || field.is_pointer) out = AssumedFill::Addresses;
  }
  return out;
}

// Host code says which numbers, the kernel what they mean.
Fill host_fill(const BufferUse* use, const LaunchArgument& argument,
               const std::vector<BufferUse>& uses, const Launch& launch) {
  Fill fill = argument.fill;
  const LaunchArgument* target = use != nullptr ? target_of(*use, uses, launch) : nullptr;
  if (fill.kind == FillKind::OffsetsInto && fill.target.empty()) {
    if (target != nullptr) {
      fill.target = target->name;
    } else {
      fill = {.kind = FillKind::Iota, .low = 0, .high = 0, .step = fill.degree};
    }
  }
  const bool is_index =
      fill.kind == FillKind::UniformInt && target != nullptr && loads_integers(*use);
  // A range that is the whole target, or that reaches beyond it and is cut by the kernel.
  if (is_index && fill.low == 0 && fill.high >= static_cast<double>(target->elements)) {
    fill = {.kind = FillKind::IndexInto, .target = target->name};
  }
  return fill;
}

std::string fields_text(const LaunchArgument& argument) {
  std::string text = "'" + argument.name + "' holds in each element";
  for (const FillField& field : argument.fields) {
    text += (&field == argument.fields.data() ? " " : ", ") + fill_text(field.fill) + " at byte " +
            std::to_string(field.offset_bytes);
  }
  return text;
}

std::string contents_text(const LaunchArgument& argument) {
  if (!argument.fields.empty()) return fields_text(argument);
  return "'" + argument.name + "' holds " + fill_text(argument.fill);
}

// Which buffer the offsets in a field point into is not followed: their steps are enough.
void settle_fields(LaunchArgument& argument) {
  for (FillField& field : argument.fields) {
    if (field.fill.kind != FillKind::OffsetsInto || !field.fill.target.empty()) continue;
    field.fill = {.kind = FillKind::Iota, .low = 0, .high = 0, .step = field.fill.degree};
  }
}

std::string assumed_text(const LaunchArgument& argument) {
  if (argument.holds_pointers) {
    return "assumed that the pointers in '" + argument.name +
           "' lead to memory as long as the longest buffer";
  }
  if (argument.fill_unknown) {
    return "when a search in '" + argument.name +
           "' ends is not known: a few rounds were assumed; give its contents with --fill " +
           argument.name + "=KIND";
  }
  return "assumed that " + contents_text(argument) + "; give its contents with --fill " +
         argument.name + "=KIND";
}

class Inference {
 public:
  Inference(const std::vector<BufferUse>& uses, Launch& launch) : uses_(uses), launch_(launch) {}

  std::vector<std::string> run() {
    for (size_t i = 0; i < launch_.arguments.size(); ++i) {
      LaunchArgument& argument = launch_.arguments[i];
      for (LaunchArgument& member : argument.members)
        settle(member, use_of(static_cast<int32_t>(i), member.member_offset));
      settle(argument, argument.members.empty() ? use_of(static_cast<int32_t>(i), 0) : nullptr);
    }
    return std::move(notes_);
  }

 private:
  const BufferUse* use_of(int32_t parameter, int64_t member_offset) const {
    for (const BufferUse& use : uses_) {
      if (use.parameter == parameter && use.member_offset == member_offset) return &use;
    }
    return nullptr;
  }

  void settle(LaunchArgument& argument, const BufferUse* use) {
    settle_fields(argument);
    if (argument.elements <= 0 || argument.fill_given) return;
    if (use != nullptr && choose_fill(*use, argument, uses_, launch_).pointers) {
      // Addresses are nothing that host code could tell.
      argument.holds_pointers = true;
      argument.assumed = decided_by(use);
      notes_.push_back(assumed_text(argument));
      return;
    }
    if (argument.fill_from_host ||
        (!argument.fields.empty() && argument.assumed == AssumedFill::Nothing)) {
      if (argument.fields.empty()) argument.fill = host_fill(use, argument, uses_, launch_);
      if (decided_by(use) != AssumedFill::Nothing)
        notes_.push_back(contents_text(argument) + ", as host code fills it");
      return;
    }
    if (use == nullptr) {
      argument.fill = fill_by_type(argument);
      return;
    }
    ChosenFill chosen = choose_fill(*use, argument, uses_, launch_);
    argument.fill = std::move(chosen.fill);
    argument.fields = std::move(chosen.fields);
    argument.fill_unknown = chosen.unknown;
    argument.assumed = decided_by(use);
    if (argument.assumed != AssumedFill::Nothing) notes_.push_back(assumed_text(argument));
  }

  const std::vector<BufferUse>& uses_;
  Launch& launch_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> infer_fills(const std::vector<BufferUse>& uses, Launch& launch) {
  return Inference(uses, launch).run();
}

}  // namespace kcast::exec
