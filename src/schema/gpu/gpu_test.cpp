#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/files.h"
#include "schema/gpu/gpu_json.h"

namespace kcast {
namespace {

using Json = nlohmann::ordered_json;

std::filesystem::path data_folder() {
  return std::filesystem::path(KCAST_SOURCE_DIR) / "data" / "gpus";
}

// The repository's files, as the binary embeds them.
std::vector<NamedText> data_files() {
  static std::vector<std::pair<std::string, std::string>> files;
  if (files.empty()) {
    for (const auto& entry : std::filesystem::directory_iterator(data_folder())) {
      files.emplace_back(entry.path().filename().string(), *read_file(entry.path()));
    }
  }
  std::vector<NamedText> result;
  result.reserve(files.size());
  for (const auto& [name, text] : files)
    result.push_back({name, text});
  return result;
}

const std::vector<Gpu>& data_gpus() {
  static const std::vector<Gpu> gpus = *load_gpus(data_files());
  return gpus;
}

const Gpu& gpu_named(std::string_view name) {
  return *find_gpu(data_gpus(), name);
}

std::string h200_text() {
  return *read_file(data_folder() / "h200.json");
}

// What the reader says to the H200's file after `change`.
std::string complaint(const std::function<void(Json&)>& change) {
  Json json = Json::parse(h200_text());
  change(json);
  const auto gpu = gpu_from_json("h200.json", json.dump());
  return gpu ? "accepted" : gpu.error().message;
}

void expect_near_share(double value, double expected, double share, const std::string& what) {
  EXPECT_NEAR(value, expected, expected * share) << what;
}

TEST(GpuData, every_file_is_read_and_named_after_its_id) {
  const auto gpus = load_gpus(data_files());
  ASSERT_TRUE(gpus) << gpus.error().message;
  EXPECT_GE(gpus->size(), 8U);
  for (const NamedText& file : data_files()) {
    const auto gpu = gpu_from_json(file.name, file.text);
    ASSERT_TRUE(gpu) << gpu.error().message;
    EXPECT_EQ(std::string(file.name), gpu->id + ".json");
  }
  for (const char* id : {"h200", "h100-sxm", "a100-80gb", "v100s-pcie", "rtx-3080", "rtx-4090",
                         "mi250x-gcd", "mi300x"}) {
    EXPECT_NE(find_gpu(*gpus, id), nullptr) << id;
  }
}

TEST(GpuData, peaks_are_units_times_rate_times_clock) {
  for (const Gpu& gpu : data_gpus()) {
    const double per_clock = static_cast<double>(gpu.units.count) * gpu.clocks.boost_mhz / 1000;
    const double tensor_share =
        gpu.clocks.tensor_mhz.value_or(gpu.clocks.boost_mhz) / gpu.clocks.boost_mhz;
    const auto check = [&](double peak, double rate, double flops, const std::string& what) {
      expect_near_share(peak, per_clock * rate * flops, 0.02, gpu.id + " " + what);
    };
    check(gpu.peaks.fp32_gflops, gpu.rates.fp32, 2, "fp32");
    check(gpu.peaks.fp64_gflops, gpu.rates.fp64, 2, "fp64");
    check(gpu.peaks.fp16_gflops, gpu.rates.fp16, 2, "fp16");
    check(gpu.peaks.int32_gops, gpu.rates.int32_add, 1, "int32");
    check(gpu.peaks.tensor_fp16_gflops, gpu.rates.tensor_fp16_fma * tensor_share, 2, "tensor");
    EXPECT_EQ(gpu.peaks.fp32_packed_gflops.has_value(), gpu.rates.fp32_packed.has_value());
    if (gpu.rates.fp32_packed) {
      check(gpu.peaks.fp32_packed_gflops.value_or(0), *gpu.rates.fp32_packed, 2, "packed fp32");
    }
  }
}

TEST(GpuData, bandwidths_are_width_times_clock) {
  for (const Gpu& gpu : data_gpus()) {
    const double dram = static_cast<double>(gpu.dram.bus_bits) / 8 * 2 * gpu.clocks.memory_mhz;
    expect_near_share(gpu.bandwidth.dram_gbs, dram / 1000, 0.02, gpu.id + " DRAM");
    const double units = static_cast<double>(gpu.units.count);
    const double ghz = gpu.clocks.boost_mhz / 1000;
    expect_near_share(gpu.bandwidth.l1_gbs, units * gpu.l1.bytes_per_clock * ghz, 0.02,
                      gpu.id + " L1");
    const auto banks = static_cast<double>(gpu.shared_memory.banks * gpu.shared_memory.bank_bytes);
    expect_near_share(gpu.bandwidth.shared_gbs, units * banks * ghz, 0.02, gpu.id + " shared");
    // Every level is faster than the next one.
    const double l2_gbs = gpu.bandwidth.l2_gbs.value_or(0);
    EXPECT_GT(gpu.bandwidth.l1_gbs, l2_gbs) << gpu.id;
    EXPECT_GT(l2_gbs, gpu.bandwidth.dram_gbs) << gpu.id;
    if (gpu.bandwidth.last_level_gbs) {
      EXPECT_GT(l2_gbs, *gpu.bandwidth.last_level_gbs) << gpu.id;
      EXPECT_GT(*gpu.bandwidth.last_level_gbs, gpu.bandwidth.dram_gbs) << gpu.id;
    }
  }
}

TEST(GpuData, limits_fit_together) {
  for (const Gpu& gpu : data_gpus()) {
    const auto& occupancy = gpu.occupancy;
    EXPECT_EQ(occupancy.warps_per_unit * gpu.units.warp_width, occupancy.threads_per_unit)
        << gpu.id;
    EXPECT_EQ(occupancy.warps_per_unit % gpu.units.partitions, 0) << gpu.id;
    EXPECT_EQ(gpu.registers.allocation_unit % gpu.units.warp_width, 0) << gpu.id;
    EXPECT_GE(gpu.registers.per_unit, gpu.registers.per_block_max) << gpu.id;
    EXPECT_GE(gpu.shared_memory.per_unit_bytes,
              gpu.shared_memory.per_block_max_bytes + gpu.shared_memory.reserved_per_block_bytes)
        << gpu.id;
    if (gpu.l1.shares_with_shared) {
      EXPECT_GT(gpu.l1.size_bytes, gpu.shared_memory.per_unit_bytes) << gpu.id;
    }
    EXPECT_GE(gpu.clocks.boost_mhz, gpu.clocks.base_mhz.value_or(0)) << gpu.id;
  }
}

TEST(GpuData, h200_has_the_figures_of_its_data_sheet_and_driver) {
  const Gpu& gpu = gpu_named("h200");
  EXPECT_EQ(gpu.target, "sm_90");
  EXPECT_EQ(gpu.units.count, 132);
  EXPECT_EQ(gpu.units.warp_width, 32);
  EXPECT_EQ(gpu.registers.per_unit, 65536);
  EXPECT_EQ(gpu.registers.per_thread_max, 255);
  EXPECT_EQ(gpu.shared_memory.per_unit_bytes, 228 * 1024);
  EXPECT_EQ(gpu.shared_memory.per_block_max_bytes, 227 * 1024);
  EXPECT_EQ(gpu.occupancy.warps_per_unit, 64);
  EXPECT_EQ(gpu.occupancy.blocks_per_unit, 32);
  EXPECT_EQ(gpu.l1.size_bytes, 256 * 1024);
  EXPECT_EQ(gpu.l2.size_bytes, 60 * 1024 * 1024);
  EXPECT_EQ(gpu.l2.partitions, 2);
  EXPECT_DOUBLE_EQ(gpu.bandwidth.dram_gbs, 4800);
  expect_near_share(gpu.peaks.fp32_gflops, 67000, 0.01, "fp32");
  expect_near_share(gpu.peaks.fp64_gflops, 34000, 0.02, "fp64");
  expect_near_share(gpu.peaks.tensor_fp16_gflops, 989000, 0.01, "tensor");
  const Measured measured = gpu.measured.value_or(Measured{});
  EXPECT_DOUBLE_EQ(measured.launch_us.value_or(0), 1.63);
  EXPECT_NEAR(measured.instructions.at("fma.f64").per_clock.value_or(0), 64, 0.5);
  EXPECT_LT(measured.l2_gbs.value_or(0), gpu.bandwidth.l2_gbs.value_or(0));
  EXPECT_LT(measured.dram_read_gbs.value_or(0), gpu.bandwidth.dram_gbs);
  EXPECT_FALSE(measured.instructions.at("st.shared").latency_cycles);
  EXPECT_TRUE(gpu.validated);
}

TEST(GpuData, other_gpus_have_the_peaks_of_their_data_sheets) {
  const auto check = [](const char* name, double fp32, double fp64, double tensor, double dram) {
    const Gpu& gpu = gpu_named(name);
    expect_near_share(gpu.peaks.fp32_gflops, fp32 * 1000, 0.01, name);
    expect_near_share(gpu.peaks.fp64_gflops, fp64 * 1000, 0.01, name);
    expect_near_share(gpu.peaks.tensor_fp16_gflops, tensor * 1000, 0.01, name);
    expect_near_share(gpu.bandwidth.dram_gbs, dram, 0.001, name);
  };
  check("h100-sxm", 66.9, 33.5, 989.4, 3350);
  check("a100-80gb", 19.5, 9.75, 312, 2039);
  check("v100s-pcie", 16.4, 8.2, 130, 1134);
  check("rtx-3080", 29.8, 0.465, 59.5, 760);
  check("rtx-4090", 82.6, 1.29, 165.2, 1008);
  check("mi250x-gcd", 47.9 / 2, 47.9 / 2, 383.0 / 2, 3276.8 / 2);
  check("mi300x", 163.4 / 2, 81.7, 1307.4, 5325);
}

TEST(GpuData, every_figure_names_a_source_with_a_title) {
  for (const Gpu& gpu : data_gpus()) {
    EXPECT_GT(gpu.figure_sources.size(), 50U) << gpu.id;
    for (const auto& [field, from] : gpu.figure_sources) {
      ASSERT_TRUE(gpu.sources.contains(from.source)) << gpu.id << " " << field;
      const SourceKind kind = gpu.sources.at(from.source).kind;
      // Arithmetic and assumptions are written down.
      if (kind == SourceKind::Derived || kind == SourceKind::Estimate) {
        EXPECT_FALSE(from.note.empty()) << gpu.id << " " << field;
      }
    }
  }
}

TEST(GpuJson, writing_and_reading_again_changes_nothing) {
  for (const Gpu& gpu : data_gpus()) {
    const std::string text = gpu_to_json(gpu);
    const auto reread = gpu_from_json(gpu.id, text);
    ASSERT_TRUE(reread) << reread.error().message;
    EXPECT_EQ(gpu_to_json(*reread), text);
    EXPECT_EQ(reread->measured, gpu.measured);
  }
}

TEST(GpuJson, refuses_what_is_not_json_or_no_object) {
  EXPECT_NE(gpu_from_json("x.json", "{").error().message.find("gpu file x.json: not JSON"),
            std::string::npos);
  EXPECT_EQ(gpu_from_json("x.json", "[]").error().message,
            "gpu file x.json: file: must be one JSON object");
  EXPECT_EQ(gpu_from_json("x.json", "{}").error().message, "gpu file x.json: id: missing");
}

TEST(GpuJson, refuses_unknown_keys) {
  EXPECT_EQ(complaint([](Json& j) { j["colour"] = "green"; }),
            "gpu file h200.json: colour: unknown key");
  EXPECT_EQ(complaint([](Json& j) { j["clocks"]["turbo_mhz"] = j["clocks"]["boost_mhz"]; }),
            "gpu file h200.json: clocks.turbo_mhz: unknown key");
  EXPECT_EQ(complaint([](Json& j) { j["clocks"]["boost_mhz"]["unit"] = "MHz"; }),
            "gpu file h200.json: clocks.boost_mhz.unit: unknown key");
  EXPECT_EQ(complaint([](Json& j) { j["measured"]["luck"] = 1; }),
            "gpu file h200.json: measured.luck: unknown key");
  EXPECT_EQ(complaint([](Json& j) { j["sources"]["derived"]["author"] = "me"; }),
            "gpu file h200.json: sources.derived.author: unknown key");
}

TEST(GpuJson, refuses_missing_figures_but_not_optional_ones) {
  EXPECT_EQ(complaint([](Json& j) { j["units"].erase("count"); }),
            "gpu file h200.json: units.count: missing");
  EXPECT_EQ(complaint([](Json& j) { j["dram"] = nullptr; }),
            "gpu file h200.json: dram.type: missing");
  EXPECT_EQ(complaint([](Json& j) { j.erase("validated"); }),
            "gpu file h200.json: validated: missing");
  EXPECT_EQ(complaint([](Json& j) { j.erase("launch"); }), "accepted");
  EXPECT_EQ(complaint([](Json& j) { j["bandwidth"].erase("l2_gbs"); }), "accepted");
}

TEST(GpuJson, refuses_wrong_types_and_signs) {
  const auto with = [](const char* section, const char* key, Json value) {
    return complaint([&](Json& j) { j[section][key]["value"] = value; });
  };
  EXPECT_EQ(with("units", "count", "132"), "gpu file h200.json: units.count: must be an integer");
  EXPECT_EQ(with("units", "count", 132.5), "gpu file h200.json: units.count: must be an integer");
  EXPECT_EQ(with("units", "count", -1), "gpu file h200.json: units.count: must not be negative");
  EXPECT_EQ(with("units", "count", 0), "gpu file h200.json: units.count: must not be zero");
  EXPECT_EQ(with("units", "count", 18446744073709551615U),
            "gpu file h200.json: units.count: is too large");
  // 64 times this is no number of 64 bits.
  EXPECT_EQ(with("occupancy", "warps_per_unit", 9223372036854775807),
            "gpu file h200.json: occupancy.warps_per_unit: is too large");
  EXPECT_EQ(with("dram", "size_bytes", int64_t{1} << 60),
            "gpu file h200.json: dram.size_bytes: is too large");
  EXPECT_EQ(with("clocks", "boost_mhz", 1e300),
            "gpu file h200.json: clocks.boost_mhz: is too large");
  EXPECT_EQ(with("clocks", "boost_mhz", true),
            "gpu file h200.json: clocks.boost_mhz: must be a number");
  EXPECT_EQ(with("dram", "type", 3), "gpu file h200.json: dram.type: must be a text");
  EXPECT_EQ(with("l1", "shares_with_shared", 1),
            "gpu file h200.json: l1.shares_with_shared: must be true or false");
  EXPECT_EQ(with("occupancy", "grid_dim_max", Json::array({1, 2})),
            "gpu file h200.json: occupancy.grid_dim_max: must be three integers");
  EXPECT_EQ(with("shared_memory", "carveout_bytes", Json::array()),
            "gpu file h200.json: shared_memory.carveout_bytes: must be a list of integers");
  EXPECT_EQ(complaint([](Json& j) { j["units"] = 3; }),
            "gpu file h200.json: units: must be an object");
  EXPECT_EQ(complaint([](Json& j) { j["id"] = "H 200"; }),
            "gpu file h200.json: id: must be lower-case letters, digits and '-'");
  EXPECT_EQ(complaint([](Json& j) { j["aliases"] = "h200"; }),
            "gpu file h200.json: aliases: must be a list of texts");
}

TEST(GpuJson, refuses_figures_without_a_source) {
  const std::string no_source = R"(: has no source; write {"value": ..., "source": "key"})";
  EXPECT_EQ(complaint([](Json& j) { j["units"]["count"] = 132; }),
            "gpu file h200.json: units.count" + no_source);
  EXPECT_EQ(complaint([](Json& j) { j["units"]["count"].erase("source"); }),
            "gpu file h200.json: units.count" + no_source);
  EXPECT_EQ(complaint([](Json& j) { j["units"]["count"]["source"] = "hearsay"; }),
            "gpu file h200.json: units.count: names the source 'hearsay', which \"sources\" does "
            "not hold");
  EXPECT_EQ(complaint([](Json& j) { j["measured"]["instructions"]["popc"].erase("source"); }),
            "gpu file h200.json: measured.instructions.popc.source: missing");
  EXPECT_EQ(complaint([](Json& j) { j["sources"]["spare"] = j["sources"]["derived"]; }),
            "gpu file h200.json: sources.spare: is not used");
  EXPECT_EQ(complaint([](Json& j) { j["sources"]["derived"]["kind"] = "rumour"; }),
            "gpu file h200.json: sources.derived.kind: must be vendor, driver, measured, "
            "third-party, derived or estimate");
}

TEST(GpuJson, refuses_figures_that_contradict_each_other) {
  const auto with = [](const char* section, const char* key, Json value) {
    return complaint([&](Json& j) { j[section][key]["value"] = value; });
  };
  EXPECT_EQ(with("occupancy", "warps_per_unit", 32),
            "gpu file h200.json: occupancy.threads_per_unit: is more than warps_per_unit can hold");
  EXPECT_EQ(with("shared_memory", "carveout_bytes", Json::array({0, 1024})),
            "gpu file h200.json: shared_memory.carveout_bytes: must ascend and end with "
            "per_unit_bytes");
  EXPECT_EQ(with("l2", "line_bytes", 48),
            "gpu file h200.json: l2.line_bytes: is no multiple of sector_bytes");
  EXPECT_EQ(with("l2", "sector_bytes", 48),
            "gpu file h200.json: l2.sector_bytes: must be 32, 64 or 128");
}

TEST(GpuCatalog, finds_by_id_name_and_alias_however_it_is_spelled) {
  for (const char* name : {"h200", "H200", "H 200", "nvidia_h200", "NVIDIA H200 SXM 141GB"}) {
    const Gpu* gpu = find_gpu(data_gpus(), name);
    ASSERT_NE(gpu, nullptr) << name;
    EXPECT_EQ(gpu->id, "h200");
  }
  EXPECT_EQ(gpu_named("A100_80GB").id, "a100-80gb");
  EXPECT_EQ(gpu_named("RTX 4090").id, "rtx-4090");
  EXPECT_EQ(find_gpu(data_gpus(), "voodoo"), nullptr);
  EXPECT_EQ(find_gpu(data_gpus(), ""), nullptr);
}

TEST(GpuCatalog, names_the_known_and_the_nearest_when_there_is_none) {
  const auto gpu = select_gpu(data_gpus(), "rtx3090");
  ASSERT_FALSE(gpu);
  EXPECT_EQ(gpu.error().code, ErrorCode::NotFound);
  EXPECT_NE(gpu.error().message.find("unknown gpu 'rtx3090', did you mean 'rtx-"),
            std::string::npos);
  EXPECT_NE(gpu.error().message.find("known: a100-80gb, h100-sxm, h200"), std::string::npos);
  EXPECT_EQ(select_gpu(data_gpus(), "voodoo").error().message.find("did you mean"),
            std::string::npos);
}

TEST(GpuCatalog, takes_a_file_of_the_users_own) {
  const auto dir = TempDir::make();
  ASSERT_TRUE(dir);
  const auto path = dir->path() / "mine.json";
  Json json = Json::parse(h200_text());
  json["id"] = "mine";
  ASSERT_TRUE(write_file(path, json.dump()));
  const auto gpu = select_gpu(data_gpus(), path.string());
  ASSERT_TRUE(gpu) << gpu.error().message;
  EXPECT_EQ(gpu->id, "mine");
  EXPECT_FALSE(select_gpu(data_gpus(), (dir->path() / "none.json").string()));
}

TEST(GpuCatalog, refuses_two_gpus_of_one_name) {
  const std::string first = h200_text();
  Json json = Json::parse(first);
  json["id"] = "other";
  json["name"] = "Other";
  const std::string second = json.dump();
  const NamedText files[] = {{"h200.json", first}, {"other.json", second}};
  EXPECT_EQ(load_gpus(files).error().message,
            "gpu file other.json: the name 'h200-sxm' already means h200");
  const NamedText twice[] = {{"h200.json", first}, {"copy.json", first}};
  EXPECT_EQ(load_gpus(twice).error().message, "gpu file copy.json: the id 'h200' is taken");
}

}  // namespace
}  // namespace kcast
