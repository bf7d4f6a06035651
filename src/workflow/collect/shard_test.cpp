#include "workflow/collect/shard.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>

namespace kcast::workflow {
namespace {

using Variables = std::map<std::string, std::string>;

Environment with(const Variables& variables) {
  return [variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  };
}

// "part/of local", as the variables say.
std::string rank_text(const Variables& variables) {
  const auto rank = rank_of(with(variables));
  if (!rank) return rank.error().message;
  return std::to_string(rank->part) + "/" + std::to_string(rank->of) + " " +
         (rank->local ? std::to_string(*rank->local) : "-");
}

std::string devices_text(const Variables& variables, std::optional<uint64_t> local) {
  const auto devices = visible_devices(with(variables), {.part = 0, .of = 8, .local = local});
  if (!devices) return devices.error().message;
  return devices->value_or("as it is");
}

// What Slurm 22.05 sets in the script of an array job.
const Variables kScript = {{"SLURM_ARRAY_TASK_ID", "5"},   {"SLURM_ARRAY_TASK_COUNT", "3"},
                           {"SLURM_ARRAY_TASK_MIN", "3"},  {"SLURM_ARRAY_TASK_MAX", "7"},
                           {"SLURM_ARRAY_TASK_STEP", "2"}, {"SLURM_PROCID", "0"},
                           {"SLURM_LOCALID", "0"},         {"SLURM_NTASKS", "1"}};

Variables with_more(Variables base, const Variables& more) {
  for (const auto& [name, value] : more)
    base[name] = value;
  return base;
}

TEST(Shard, ArrayTasksAreNumberedFromTheirFirst) {
  EXPECT_EQ(rank_text(kScript), "1/3 -");
  EXPECT_EQ(rank_text({{"SLURM_ARRAY_TASK_ID", "16"},
                       {"SLURM_ARRAY_TASK_COUNT", "16"},
                       {"SLURM_ARRAY_TASK_MIN", "1"}}),
            "15/16 -");
  // --array=3,4,9
  EXPECT_NE(rank_text({{"SLURM_ARRAY_TASK_ID", "9"},
                       {"SLURM_ARRAY_TASK_COUNT", "3"},
                       {"SLURM_ARRAY_TASK_MIN", "3"}})
                .find("no regular range"),
            std::string::npos);
}

TEST(Shard, TasksOfAStepAreRanksOfTheirArrayTask) {
  const Variables step = {
      {"SLURM_STEP_ID", "0"}, {"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "4"}, {"SLURM_LOCALID", "1"}};
  EXPECT_EQ(rank_text(step), "3/4 1");
  EXPECT_EQ(rank_text(with_more(kScript, step)), "7/12 1");
}

TEST(Shard, AScriptThatRunsOnceIsNoRank) {
  const Variables script = {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}, {"SLURM_LOCALID", "0"}};
  EXPECT_NE(rank_text(script).find("start kcast with srun"), std::string::npos);
  EXPECT_NE(rank_text({}).find("give --shard i/n"), std::string::npos);
}

TEST(Shard, MpiComesBeforeTheDaemonsOfSlurm) {
  const Variables mpi = {{"OMPI_COMM_WORLD_RANK", "5"},
                         {"OMPI_COMM_WORLD_SIZE", "8"},
                         {"OMPI_COMM_WORLD_LOCAL_RANK", "1"},
                         {"SLURM_PROCID", "1"},
                         {"SLURM_NTASKS", "2"},
                         {"SLURM_LOCALID", "0"},
                         {"SLURM_STEP_ID", "0"}};
  EXPECT_EQ(rank_text(mpi), "5/8 1");
  EXPECT_EQ(rank_text({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}}), "2/3 -");
  EXPECT_EQ(rank_text({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}, {"MPI_LOCALRANKID", "0"}}), "2/3 0");
  EXPECT_NE(rank_text({{"PMI_RANK", "3"}, {"PMI_SIZE", "3"}}).find("PMI_RANK is 3 of 3"),
            std::string::npos);
  EXPECT_NE(rank_text({{"PMI_RANK", "x"}, {"PMI_SIZE", "3"}}).find("no number"), std::string::npos);
}

TEST(Shard, EachLocalRankHasAGpu) {
  EXPECT_EQ(devices_text({}, 2), "2");
  EXPECT_EQ(devices_text({}, std::nullopt), "as it is");
  EXPECT_EQ(devices_text({{"CUDA_VISIBLE_DEVICES", "6"}}, 2), "as it is");
  EXPECT_EQ(devices_text({{"CUDA_VISIBLE_DEVICES", "4,5,GPU-0a,7"}}, 2), "GPU-0a");
  EXPECT_NE(devices_text({{"CUDA_VISIBLE_DEVICES", "4,5"}}, 2).find("none of the 2 GPUs"),
            std::string::npos);
}

TEST(Shard, RanksDoNotWriteOneStore) {
  const Environment rank = with({{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}});
  EXPECT_EQ(*resolved_shard("auto", "stores/{part}.db", rank), "2/3");
  EXPECT_EQ(*resolved_shard("1/4", "one.db", rank), "1/4");
  EXPECT_FALSE(resolved_shard("4/4", "one.db", rank));
  const auto shared = resolved_shard("auto", "one.db", rank);
  ASSERT_FALSE(shared);
  EXPECT_NE(shared.error().message.find("put {part} into its name"), std::string::npos);
  EXPECT_TRUE(resolved_shard("auto", "one.db", with({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}})));
  EXPECT_EQ(with_part("a{part}/{part}.db", 12), "a12/12.db");
}

}  // namespace
}  // namespace kcast::workflow
