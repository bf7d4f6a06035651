#include "schema/gpu/machine_json.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/text.h"
#include "schema/gpu/gpu_json.h"
#include "schema/gpu/machine_constants.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

std::string data_text(const char* folder) {
  return *read_file(std::filesystem::path(KCAST_SOURCE_DIR) / "data" / folder / "h200.json");
}

// What the reader says to the H200's constants after `change`.
std::string complaint(const std::function<void(Json&)>& change) {
  Json json = Json::parse(data_text("machines"));
  change(json);
  const auto machine = machine_from_json("h200.json", json.dump());
  return machine ? "accepted" : machine.error().message;
}

// The same for the H200's file as a GPU.
Result<Gpu> changed_gpu(const std::function<void(Json&)>& change) {
  Json json = Json::parse(data_text("gpus"));
  change(json);
  return gpu_from_json("h200.json", json.dump());
}

TEST(MachineJson, reads_every_constant_with_its_source_and_scaling) {
  const auto file = machine_from_json("h200.json", data_text("machines"));
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->id, "h200");
  EXPECT_EQ(file->machine.time.sharpness, 2.5);
  EXPECT_EQ(file->machine.tlb.page_bytes, 2 << 20);
  size_t n_constants = 0;
  visit_machine(file->machine, [&](const MachineKey& at, const auto& value) {
    const std::string field = std::string(at.group) + "." + std::string(at.key);
    ++n_constants;
    EXPECT_GT(value, 0) << field;
    ASSERT_TRUE(file->constants.contains(field)) << field;
    EXPECT_TRUE(file->sources.contains(file->constants.at(field).from.source)) << field;
  });
  EXPECT_EQ(file->constants.size(), n_constants);
}

TEST(MachineJson, units_in_names_agree_with_scaling) {
  const auto file = machine_from_json("h200.json", data_text("machines"));
  ASSERT_TRUE(file) << file.error().message;
  for (const auto& [field, constant] : file->constants) {
    const bool clock =
        constant.scaling == Scaling::UnitClock || constant.scaling == Scaling::L2Clock;
    const bool size = constant.scaling == Scaling::L1Size || constant.scaling == Scaling::L2Size ||
                      constant.scaling == Scaling::DramBandwidth;
    if (clock) {
      EXPECT_FALSE(field.ends_with("_us") || field.ends_with("_ns")) << field;
    }
    if (size) {
      EXPECT_TRUE(field.ends_with("_share")) << field;
    }
    if (field.ends_with("_us") || field.ends_with("_ns")) {
      EXPECT_EQ(constant.scaling, Scaling::Same) << field;
    }
  }
}

// docs/time-model.md has a row for every constant, with what the file says of it.
TEST(MachineJson, documentation_has_every_constant) {
  const Json json = Json::parse(data_text("machines"));
  const std::string text =
      *read_file(std::filesystem::path(KCAST_SOURCE_DIR) / "docs" / "time-model.md");
  std::map<std::string, std::vector<std::string>> rows;
  for (const std::string& line : split(text, '\n')) {
    if (!line.starts_with("| `")) continue;
    const std::vector<std::string> cells = split(line, '|');
    if (cells.size() == 7) rows[cells[1]] = cells;
  }
  const Machine model;
  size_t n_constants = 0;
  visit_machine(model, [&](const MachineKey& at, const auto&) {
    ++n_constants;
    const std::string field = std::string(at.group) + "." + std::string(at.key);
    const auto row = rows.find(" `" + field + "` ");
    ASSERT_NE(row, rows.end()) << field;
    const Json& constant = json[std::string(at.group)][std::string(at.key)];
    std::string from = "`" + constant["source"].get<std::string>() + "`";
    if (constant.contains("note")) from += ": " + constant["note"].get<std::string>();
    EXPECT_EQ(row->second[2], " " + constant["value"].dump() + " ") << field;
    EXPECT_EQ(row->second[4], " " + from + " ") << field;
    EXPECT_EQ(row->second[5], " `" + constant["scaling"].get<std::string>() + "` ") << field;
  });
  EXPECT_EQ(rows.size(), n_constants);
}

TEST(MachineJson, errors_name_the_field) {
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"].erase("source"); }),
            "machine file h200.json: l1.ways: has no source; write {\"value\": ..., \"source\": "
            "\"key\"}");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"] = 64; }),
            "machine file h200.json: l1.ways: has no source; write {\"value\": ..., \"source\": "
            "\"key\"}");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"].erase("scaling"); }),
            "machine file h200.json: l1.ways.scaling: missing");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"]["scaling"] = "somehow"; }),
            "machine file h200.json: l1.ways.scaling: must be one of same, units, unit_clock, "
            "l2_clock, l1_size, l2_size, dram_bandwidth");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"]["source"] = "nobody"; }),
            "machine file h200.json: l1.ways: names the source 'nobody', which \"sources\" does "
            "not hold");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["ways"]["value"] = -1; }),
            "machine file h200.json: l1.ways: must not be negative");
  EXPECT_EQ(complaint([](Json& json) { json["tlb"]["pages"]["value"] = 0.5; }),
            "machine file h200.json: tlb.pages: must be an integer");
  EXPECT_EQ(complaint([](Json& json) { json["l1"].erase("ways"); }),
            "machine file h200.json: l1.ways: missing");
  EXPECT_EQ(complaint([](Json& json) { json.erase("tlb"); }),
            "machine file h200.json: tlb: missing");
  EXPECT_EQ(complaint([](Json& json) { json["l1"]["colour"] = 1; }),
            "machine file h200.json: l1.colour: unknown key");
  EXPECT_EQ(complaint([](Json& json) { json["colour"] = 1; }),
            "machine file h200.json: colour: unknown key");
  EXPECT_EQ(complaint([](Json& json) {
              json["sources"]["unused"] = {{"title", "x"}, {"kind", "vendor"}};
            }),
            "machine file h200.json: sources.unused: is not used");
  EXPECT_EQ(machine_from_json("x.json", "[]").error().message,
            "machine file x.json: file: must be one JSON object");
  EXPECT_TRUE(machine_from_json("x.json", "{")
                  .error()
                  .message.starts_with("machine file x.json: not JSON"));
}

TEST(MachineJson, a_gpu_without_its_own_has_the_references) {
  const auto gpu = changed_gpu([](Json&) {});
  ASSERT_TRUE(gpu) << gpu.error().message;
  const auto reference = reference_machine();
  ASSERT_TRUE(reference) << reference.error().message;
  EXPECT_EQ(gpu->machine.l2.partial_store_cycles, reference->l2.partial_store_cycles);
  EXPECT_EQ(gpu_to_json(*gpu).find("\"machine\""), std::string::npos);
}

TEST(MachineJson, a_gpu_may_state_its_own) {
  const auto gpu = changed_gpu([](Json& json) {
    json["machine"]["l2"]["ways"] = {{"value", 16}, {"source", "derived"}, {"note", "guess"}};
  });
  ASSERT_TRUE(gpu) << gpu.error().message;
  EXPECT_EQ(gpu->machine.l2.ways, 16);
  EXPECT_EQ(gpu->machine.l1.ways, reference_machine()->l1.ways);
  EXPECT_EQ(gpu->figure_sources.at("machine.l2.ways").note, "guess");
  const auto again = gpu_from_json("h200.json", gpu_to_json(*gpu));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->machine.l2.ways, 16);

  const auto bare = changed_gpu([](Json& json) { json["machine"]["l2"]["ways"] = 16; });
  ASSERT_FALSE(bare);
  EXPECT_EQ(bare.error().message,
            "gpu file h200.json: machine.l2.ways: has no source; write {\"value\": ..., "
            "\"source\": \"key\"}");
  const auto unknown = changed_gpu([](Json& json) { json["machine"]["l2"]["way"] = 16; });
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "gpu file h200.json: machine.l2.way: unknown key");
}

}  // namespace
}  // namespace kcast
