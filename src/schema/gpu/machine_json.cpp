#include "schema/gpu/machine_json.h"

#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "base/io/json_problem.h"
#include "base/named_text.h"
#include "schema/gpu/figure_reader.h"
#include "schema/gpu/machine_constants.h"

namespace kcast {

// Generated: the files of data/machines.
std::span<const NamedText> embedded_machines();

namespace {

using Json = FigureJson;

constexpr std::string_view kReference = "h200.json";

constexpr std::pair<Scaling, std::string_view> kScalings[] = {
    {Scaling::Same, "same"},
    {Scaling::Units, "units"},
    {Scaling::UnitClock, "unit_clock"},
    {Scaling::L2Clock, "l2_clock"},
    {Scaling::L1Size, "l1_size"},
    {Scaling::L2Size, "l2_size"},
    {Scaling::DramBandwidth, "dram_bandwidth"},
};

Scaling scaling_of(FigureReader& reader, const Json& constant, const std::string& field) {
  const std::string text = reader.text(constant, field, "scaling", true);
  std::string words;
  for (const auto& [scaling, word] : kScalings) {
    if (text == word) return scaling;
    words += (words.empty() ? "" : ", ") + std::string(word);
  }
  reader.fail(field + ".scaling", "must be one of " + words);
  return Scaling::Same;
}

// The groups' names, each with its keys.
std::map<std::string, std::set<std::string>> known_keys() {
  std::map<std::string, std::set<std::string>> known;
  const Machine model;
  visit_machine(model, [&](const MachineKey& at, const auto&) {
    known[std::string(at.group)].emplace(at.key);
  });
  return known;
}

Result<Machine> read_reference() {
  for (const NamedText& file : embedded_machines()) {
    if (file.name != kReference) continue;
    KCAST_TRY(const MachineFile machine, machine_from_json(file.name, file.text));
    return machine.machine;
  }
  return Error{ErrorCode::Internal, "no machine file " + std::string(kReference)};
}

}  // namespace

std::string_view to_text(Scaling scaling) {
  for (const auto& [value, word] : kScalings) {
    if (value == scaling) return word;
  }
  return "";
}

Result<MachineFile> machine_from_json(std::string_view file, std::string_view text) {
  Json root;
  try {
    root = Json::parse(text);
  } catch (const Json::exception& error) {
    return Error{ErrorCode::InvalidInput,
                 "machine file " + std::string(file) + ": " + json_problem(error.what())};
  }
  FigureReader reader("machine", file, root);
  if (!root.is_object()) {
    reader.fail("file", "must be one JSON object");
    return reader.take_error();
  }
  MachineFile out;
  out.id = reader.text(root, "", "id", true);
  out.note = reader.text(root, "", "note", false);
  out.sources = reader.sources();
  visit_machine(out.machine, [&](const MachineKey& at, auto& target) {
    const std::string field = std::string(at.group) + "." + std::string(at.key);
    const Json& group = reader.object(root, "", at.group, true);
    const Json* constant = FigureReader::member(group, at.key);
    if (constant == nullptr) return reader.fail(field, "missing");
    const auto from = reader.sourced(*constant, field, false, target, {"scaling"});
    if (from) out.constants[field] = {*from, scaling_of(reader, *constant, field)};
  });
  std::set<std::string> sections = {"id", "note", "sources"};
  for (const auto& [group, keys] : known_keys()) {
    sections.insert(group);
    reader.only_keys(reader.object(root, "", group, false), group, keys);
  }
  reader.only_keys(root, "", sections);
  if (!reader.failed()) reader.check_sources_used(out.sources);
  if (reader.failed()) return reader.take_error();
  return out;
}

Result<Machine> reference_machine() {
  // Every GPU's file asks for it.
  static const Result<Machine> machine = read_reference();
  return machine;
}

void read_own_constants(FigureReader& reader, Gpu& gpu) {
  const Json& section = reader.object(reader.root(), "", "machine", false);
  std::set<std::string> groups;
  for (const auto& [group, keys] : known_keys()) {
    groups.insert(group);
    const std::string path = "machine." + group;
    reader.only_keys(reader.object(section, "machine", group, false), path, keys);
  }
  reader.only_keys(section, "machine", groups);
  visit_machine(gpu.machine, [&](const MachineKey& at, auto& target) {
    const Json& group = reader.object(section, "machine", at.group, false);
    const Json* constant = FigureReader::member(group, at.key);
    if (constant == nullptr) return;
    const std::string field = "machine." + std::string(at.group) + "." + std::string(at.key);
    if (const auto from = reader.sourced(*constant, field, false, target))
      gpu.figure_sources[field] = *from;
  });
}

}  // namespace kcast
