// Files of AMD's profilers: their layouts, what is joined, and what is wrong with them.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "base/files.h"
#include "collect/rocm/dispatch_csv.h"
#include "collect/rocm/rocm_folder.h"
#include "collect/rocm/rocm_run.h"
#include "collect/rocm/rocpd.h"

namespace kcast::collect {
namespace {

namespace fs = std::filesystem;

const std::string kFolder = KCAST_SOURCE_DIR "/tests/data/profilers/";

// A folder that disappears, and files in it.
class RocmFiles : public testing::Test {
 protected:
  fs::path path(const std::string& name) const { return folder.path() / name; }
  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories(path(name).parent_path());
    EXPECT_TRUE(write_file(path(name), text));
    return path(name);
  }
  fs::path copy(const std::string& fixture, const std::string& name) const {
    return write(name, *read_file(kFolder + fixture));
  }
  std::string error_of(const fs::path& what) const {
    const auto launches = read_rocm({.path = what, .arch = RocmArch::Gfx942});
    if (launches) return "no error";
    // Without the name of the folder, which is another each time.
    std::string message = launches.error().message;
    const std::string prefix = folder.path().string();
    for (size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.replace(at, prefix.size(), "F");
    return message;
  }

  TempDir folder = *TempDir::make("kcast-rocm-test");
};

constexpr const char* kLongHeader =
    "\"Dispatch_Id\",\"Agent_Id\",\"Process_Id\",\"Grid_Size\",\"Kernel_Name\",\"Workgroup_Size\","
    "\"Counter_Name\",\"Counter_Value\",\"Start_Timestamp\",\"End_Timestamp\"\n";

std::vector<RocmDispatch> parsed(const std::string& text) {
  auto dispatches = parse_dispatch_csv(text, "c.csv");
  EXPECT_TRUE(dispatches) << dispatches.error().message;
  return dispatches ? *dispatches : std::vector<RocmDispatch>{};
}

TEST(RocmDispatchCsv, values_of_one_counter_are_summed) {
  const auto dispatches = parsed(std::string(kLongHeader) +
                                 "1,\"Agent 1\",5,512,\"f(int, int)\",64,TCC_HIT,10,100,300\n"
                                 "2,\"Agent 1\",5,512,\"f(int, int)\",64,TCC_HIT,1,400,500\n"
                                 "1,\"Agent 1\",5,512,\"f(int, int)\",64,TCC_HIT,20.5,100,300\n"
                                 "1,\"Agent 1\",5,512,\"f(int, int)\",64,SQ_WAVES,8,100,300\n");
  ASSERT_EQ(dispatches.size(), 2U);
  EXPECT_EQ(dispatches[0].counters,
            (std::map<std::string, double>{{"TCC_HIT", 30.5}, {"SQ_WAVES", 8}}));
  EXPECT_EQ(dispatches[0].durations_ns, std::vector<int64_t>{200});
  EXPECT_EQ(dispatches[1].counters.at("TCC_HIT"), 1);
  EXPECT_EQ(dispatches[1].occurrence, 1);
}

TEST(RocmDispatchCsv, processes_and_gpus_number_their_own_dispatches) {
  const auto dispatches = parsed(std::string(kLongHeader) +
                                 "1,1,5,512,f,64,TCC_HIT,10,100,300\n"
                                 "1,1,6,512,f,64,TCC_HIT,20,100,300\n"
                                 "1,2,5,512,f,64,TCC_HIT,30,100,300\n");
  ASSERT_EQ(dispatches.size(), 3U);
  EXPECT_EQ(dispatches[2].counters.at("TCC_HIT"), 30);
  EXPECT_EQ(dispatches[2].occurrence, 2);
}

TEST(RocmDispatchCsv, empty_cells_and_columns_of_channels_are_no_counters) {
  const auto dispatches = parsed(
      "Kernel_Name,Grid_Size,Workgroup_Size,TCC_HIT_sum,TCC_MISS_sum,TCC_HIT[3],wave_size_3,"
      "Start_Timestamp,End_Timestamp\n"
      "f [clone .kd],1024.0,64,,7.0,99,64,10,30\n");
  ASSERT_EQ(dispatches.size(), 1U);
  EXPECT_EQ(dispatches[0].kernel, "f");
  EXPECT_EQ(dispatches[0].grid_size, 1024);
  EXPECT_EQ(dispatches[0].counters, (std::map<std::string, double>{{"TCC_MISS_sum", 7}}));
}

TEST(RocmDispatchCsv, endings_of_the_tools_are_dropped) {
  EXPECT_EQ(plain_kernel_name("f(int) [clone .kd]"), "f(int)");
  EXPECT_EQ(plain_kernel_name("f(int) (.kd)"), "f(int)");
  EXPECT_EQ(plain_kernel_name("_Z1fi.kd"), "_Z1fi");
  EXPECT_EQ(plain_kernel_name(" f(int) "), "f(int)");
}

TEST(RocmDispatchCsv, errors_name_line_and_column) {
  const auto error = [](const std::string& text) {
    const auto dispatches = parse_dispatch_csv(text, "c.csv");
    return dispatches ? "no error" : dispatches.error().message;
  };
  const std::string header = kLongHeader;
  EXPECT_EQ(error("a,b\n1,2\n"), "c.csv: no column 'Kernel_Name'");
  EXPECT_EQ(error("Kernel_Name,grd,Workgroup_Siz\nf,1,2\n"),
            "c.csv: no column 'Workgroup_Size'; is it 'Workgroup_Siz'?");
  EXPECT_EQ(error(header), "c.csv: no dispatches: did the program launch any kernel on this GPU?");
  EXPECT_EQ(error(header + "1,1,5,512,f,64,TCC_HIT,many,100,300\n"),
            "c.csv:2: column Counter_Value: 'many' is no number");
  EXPECT_EQ(error(header + "1,1,5,x,f,64,TCC_HIT,1,100,300\n"),
            "c.csv:2: column Grid_Size: 'x' is no whole number");
  EXPECT_EQ(error(header + "1,1,5,0,f,64,TCC_HIT,1,100,300\n"),
            "c.csv:2: column Grid_Size: no size of a grid");
  EXPECT_EQ(error(header + "1,1,5,512,f,9223372036854775807,TCC_HIT,1,100,300\n"),
            "c.csv:2: column Workgroup_Size: no size of a work-group");
  EXPECT_EQ(error(header + "1,1,5,512,f,64,A_B,1,1,3\n1,1,5,512,g,64,A_C,1,1,3\n"),
            "c.csv:3: column Kernel_Name: the dispatch was 'f' before");
  EXPECT_EQ(error("Grid_Size,Kernel_Name,Workgroup_Size,Counter_Name,Counter_Value\n"),
            "c.csv: no column 'Dispatch_Id'");
}

// Whatever is left of a file, it is read or refused.
TEST(RocmDispatchCsv, a_file_that_is_cut_off_is_refused_or_shorter) {
  for (const char* name : {"rocm_mi200/pmc_perf.csv", "rocprof_mi200/pass_3/results_rocprof.csv"}) {
    const std::string text = *read_file(kFolder + name);
    const size_t whole = parsed(text).size();
    for (size_t size = 0; size < text.size(); size += 7) {
      const auto dispatches = parse_dispatch_csv(text.substr(0, size), "c.csv");
      if (dispatches) {
        EXPECT_LE(dispatches->size(), whole);
        EXPECT_EQ(dispatches->front().kernel, "vecCopy(double*, double*, double*, int, int)");
      } else {
        EXPECT_TRUE(dispatches.error().message.starts_with("c.csv")) << size;
      }
    }
  }
}

RocmDispatch dispatch_of(const std::string& kernel, int64_t grid, const std::string& counter,
                         double value, int64_t duration) {
  RocmDispatch dispatch;
  dispatch.kernel = kernel;
  dispatch.grid_size = grid;
  dispatch.workgroup_size = 64;
  dispatch.counters[counter] = value;
  dispatch.durations_ns = {duration};
  return dispatch;
}

TEST(RocmJoin, runs_are_joined_by_kernel_grid_and_occurrence) {
  // The second run launched g earlier than the first; f(64) has another grid than f(128).
  const auto joined =
      join_passes({{"pmc_1",
                    {dispatch_of("f", 128, "A", 1, 10), dispatch_of("g", 128, "A", 2, 20),
                     dispatch_of("f", 64, "A", 3, 30), dispatch_of("f", 128, "A", 4, 40)}},
                   {"pmc_2",
                    {dispatch_of("g", 128, "B", 20, 21), dispatch_of("f", 128, "B", 10, 11),
                     dispatch_of("f", 64, "B", 30, 31), dispatch_of("f", 128, "B", 40, 41)}}});
  ASSERT_EQ(joined.size(), 4U);
  for (size_t i = 0; i < 4; ++i) {
    const double value = static_cast<double>(i) + 1;
    EXPECT_EQ(joined[i].counters, (std::map<std::string, double>{{"A", value}, {"B", 10 * value}}));
    EXPECT_TRUE(joined[i].notes.empty());
  }
  EXPECT_EQ(joined[3].durations_ns, (std::vector<int64_t>{40, 41}));
  EXPECT_EQ(joined[3].occurrence, 1);
}

TEST(RocmJoin, a_dispatch_that_a_run_lacks_is_marked) {
  const auto joined = join_passes(
      {{"pmc_1", {dispatch_of("f", 64, "A", 1, 10)}},
       {"pmc_2", {dispatch_of("f", 64, "B", 2, 10), dispatch_of("f", 64, "B", 3, 10)}}});
  ASSERT_EQ(joined.size(), 2U);
  EXPECT_TRUE(joined[0].notes.empty());
  EXPECT_EQ(joined[1].notes, std::vector<std::string>{"not in pmc_1"});
}

TEST(RocmJoin, the_first_run_that_has_a_counter_gives_it) {
  const auto joined = join_passes({{"pmc_1", {dispatch_of("f", 64, "A", 1, 10)}},
                                   {"pmc_2", {dispatch_of("f", 64, "A", 2, 12)}}});
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_EQ(joined[0].counters.at("A"), 1);
}

TEST_F(RocmFiles, without_timestamps_the_merged_file_has_its_own_times) {
  copy("rocm_mi200/pmc_perf.csv", "w/MI200/pmc_perf.csv");
  const auto launches = read_rocm({.path = path("w"), .arch = RocmArch::Gfx90a});
  ASSERT_TRUE(launches) << launches.error().message;
  EXPECT_EQ((*launches)[0].reading.values.time_us, 25);
  EXPECT_NE((*launches)[0].definition.find("timed while counting"), std::string::npos);
  EXPECT_NE((*launches)[0].definition.find("3.7.0"), std::string::npos);  // nothing says other
}

TEST_F(RocmFiles, a_dispatch_that_was_not_timed_alone_is_told) {
  copy("rocm_mi200/pmc_perf.csv", "pmc_perf.csv");
  std::string times = *read_file(kFolder + "rocm_mi200/timestamps.csv");
  times.erase(times.rfind('\n', times.size() - 2) + 1);
  write("timestamps.csv", times);
  const auto launches = read_rocm({.path = folder.path(), .arch = RocmArch::Gfx90a});
  ASSERT_TRUE(launches && launches->size() == 3);
  EXPECT_EQ((*launches)[1].reading.values.time_us, 15.52);
  EXPECT_EQ((*launches)[2].reading.values.time_us, 25);
  EXPECT_EQ((*launches)[2].notes,
            std::vector<std::string>{"not in timestamps.csv: timed while counting"});
}

TEST_F(RocmFiles, several_files_without_folders_are_a_run_each) {
  for (const char* number : {"1", "2", "3"}) {
    copy(std::string("rocprof_mi200/pass_") + number + "/results_rocprof.csv",
         std::string("pmc_perf_") + number + ".csv");
  }
  const auto launches = read_rocm({.path = folder.path() / "", .arch = RocmArch::Gfx90a});
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 2U);
  EXPECT_FALSE((*launches)[0].failure) << (*launches)[0].failure->detail;
  EXPECT_EQ((*launches)[0].reading.values.int_ops, 7340032);
}

TEST_F(RocmFiles, two_profiles_in_one_folder_are_refused) {
  copy("rocprof_mi200/pass_1/results_rocprof.csv", "results_a.csv");
  copy("rocprof_mi200/pass_1/results_rocprof.csv", "results_b.csv");
  EXPECT_EQ(error_of(folder.path()),
            "results_a.csv and results_b.csv hold the same counters: two processes or two "
            "profiles; read them one by one");
  copy("rocm_mi200/pmc_perf.csv", "a/pmc_perf.csv");
  copy("rocm_mi200/pmc_perf.csv", "b/pmc_perf.csv");
  EXPECT_EQ(error_of(folder.path()),
            "F: several profiles, among them F/a/pmc_perf.csv and F/b/pmc_perf.csv; name one");
}

TEST_F(RocmFiles, processes_of_one_run_are_put_one_after_the_other) {
  for (const char* process : {"11", "12"}) {
    for (const char* run : {"1", "2", "3"}) {
      copy("rocprofv3_mi300x/pmc_" + std::string(run) + "/node1/300" + run +
               "_counter_collection.csv",
           "pmc_" + std::string(run) + "/node1/" + process + "_counter_collection.csv");
    }
  }
  const auto launches = read_rocm({.path = folder.path(), .arch = RocmArch::Gfx942});
  ASSERT_TRUE(launches) << launches.error().message;
  ASSERT_EQ(launches->size(), 6U);
  EXPECT_FALSE((*launches)[5].failure);
  EXPECT_EQ((*launches)[5].occurrence, 3);
}

TEST_F(RocmFiles, folders_without_a_profile_are_errors) {
  EXPECT_EQ(error_of(path("nowhere")), "read F/nowhere: no such file or folder");
  write("notes.txt", "nothing");
  EXPECT_EQ(error_of(folder.path()),
            "F: no pmc_perf.csv, *_counter_collection.csv, results_*.csv or *.db of AMD's "
            "profilers here");
  write("pmc_perf.csv", "");
  EXPECT_EQ(error_of(folder.path()), "F/pmc_perf.csv: no header: the table is empty");
}

TEST_F(RocmFiles, the_gpu_has_to_be_known_and_the_same) {
  EXPECT_EQ(error_of(kFolder + "rocm_mi200"),
            kFolder + "rocm_mi200: measured on gfx90a, not gfx942");
  const auto launches = read_rocm({.path = kFolder + "rocprof_mi200"});
  ASSERT_FALSE(launches);
  EXPECT_EQ(launches.error().message,
            kFolder + "rocprof_mi200: no file says which GPU it was; give --arch");
}

TEST(RocmSysinfo, cells_are_found_by_name) {
  const auto system = parse_sysinfo(*read_file(kFolder + "rocm_mi300x/sysinfo.csv"), "sysinfo.csv");
  ASSERT_TRUE(system) << system.error().message;
  EXPECT_EQ(*system, (RocmSystem{"gfx942", "MI300X_A1", "6.3.0-39", "3"}));
  EXPECT_EQ(parse_sysinfo("a,b\n1,2\n", "s.csv").error().message, "s.csv: no column 'gpu_arch'");
  EXPECT_EQ(parse_sysinfo("gpu_arch\n", "s.csv").error().message, "s.csv: no row below the header");
}

TEST_F(RocmFiles, a_release_is_told_by_the_version_of_rocm) {
  copy("rocm_mi300x/pmc_perf.csv", "pmc_perf.csv");
  const auto definition_with = [this](const std::string& sysinfo) {
    write("sysinfo.csv", sysinfo);
    const auto launches = read_rocm({.path = folder.path()});
    return launches ? launches->front().definition : launches.error().message;
  };
  EXPECT_TRUE(definition_with("gpu_arch,rocm_version,version\ngfx942,7.13.0,3\n")
                  .starts_with("rocprofiler-compute 3.6.0 on gfx942"));
  EXPECT_TRUE(definition_with("gpu_arch,rocm_version,version\ngfx942,7.14.1,3\n")
                  .starts_with("rocprofiler-compute 3.7.0 on gfx942"));
  EXPECT_TRUE(definition_with("gpu_arch,rocm_version,version\ngfx942,7.14.1,3.1.0\n")
                  .starts_with("rocprofiler-compute 3.1.0 on gfx942"));
  EXPECT_TRUE(definition_with("gpu_arch\ngfx908\n").starts_with("no formulas for AMD's 'gfx908'"));
}

// A database as rocprofv3 writes it, as far as it is read: a table stands for the view.
class Rocpd : public RocmFiles {
 protected:
  fs::path make(const std::string& name, const std::string& sql) const {
    fs::create_directories(path(name).parent_path());
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(path(name).c_str(), &database), SQLITE_OK);
    char* error = nullptr;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &error), SQLITE_OK) << error;
    sqlite3_close(database);
    return path(name);
  }
};

constexpr const char* kMakeView =
    "CREATE TABLE counters_collection(agent_id INTEGER, guid TEXT, stack_id INTEGER, dispatch_id "
    "INTEGER, pid INTEGER, grid_size INTEGER, workgroup_size INTEGER, lds_block_size INTEGER, "
    "scratch_size INTEGER, vgpr_count INTEGER, accum_vgpr_count INTEGER, sgpr_count INTEGER, "
    "kernel_name TEXT, start INTEGER, \"end\" INTEGER, kernel_id INTEGER, counter_name TEXT, value "
    "REAL);";

std::string insert(int dispatch, const std::string& kernel, const std::string& counter,
                   double value, int64_t start, int64_t end) {
  return "INSERT INTO counters_collection VALUES(4, 'g', 0, " + std::to_string(dispatch) +
         ", 77, 2048, 256, 512, 32, 20, 4, 16, '" + kernel + "', " + std::to_string(start) + ", " +
         std::to_string(end) + ", 9, '" + counter + "', " + std::to_string(value) + ");";
}

TEST_F(Rocpd, dispatches_are_read_with_their_counters) {
  const auto file = make("a.db", std::string(kMakeView) +
                                     insert(2, "f(int, int) [clone .kd]", "TCC_HIT_sum", 5, 9, 19) +
                                     insert(1, "f(int, int) [clone .kd]", "TCC_HIT_sum", 3,
                                            1700000000123456789, 1700000000123456799) +
                                     insert(1, "f(int, int) [clone .kd]", "SQ_WAVES", 32, 1, 2) +
                                     insert(1, "f(int, int) [clone .kd]", "SQ_WAVES", 32, 1, 2));
  const auto read = read_rocpd(file);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->dispatches.size(), 2U);
  const RocmDispatch& first = read->dispatches[0];
  EXPECT_EQ(first.kernel, "f(int, int)");
  EXPECT_EQ(first.counters, (std::map<std::string, double>{{"SQ_WAVES", 64}, {"TCC_HIT_sum", 3}}));
  EXPECT_EQ(first.grid_size, 2048);
  EXPECT_EQ(first.workgroup_size, 256);
  EXPECT_EQ(first.lds_bytes, 512);
  EXPECT_EQ(first.scratch_bytes, 32);
  EXPECT_EQ(first.vector_registers + first.accumulation_registers, 24);
  EXPECT_FALSE(first.grid_items);
  EXPECT_EQ(read->dispatches[1].durations_ns, std::vector<int64_t>{10});
  EXPECT_EQ(read->dispatches[1].occurrence, 1);
}

TEST_F(Rocpd, runs_in_folders_are_joined_and_name_the_gpu) {
  const std::string agents =
      "CREATE TABLE rocpd_info_agent(name TEXT, type TEXT);"
      "INSERT INTO rocpd_info_agent VALUES('AMD EPYC', 'CPU'), ('gfx942', 'GPU');";
  make("pass_1/node/1_results.db", kMakeView + agents + insert(1, "f", "SQ_WAVES", 8, 10, 110));
  make("pass_2/node/2_results.db", kMakeView + agents + insert(1, "f", "TCC_HIT_sum", 3, 10, 120));
  const auto read = read_rocm_folder(folder.path());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->arch, RocmArch::Gfx942);
  ASSERT_EQ(read->dispatches.size(), 1U);
  EXPECT_EQ(read->dispatches[0].durations_ns, (std::vector<int64_t>{100, 110}));
  EXPECT_EQ(read->dispatches[0].counters.size(), 2U);
}

TEST_F(Rocpd, newer_files_have_all_dimensions) {
  const auto file = make(
      "a.db",
      "CREATE TABLE counters_collection(guid TEXT, dispatch_id INTEGER, agent_id INTEGER, "
      "grid_size "
      "INTEGER, grid_size_x INTEGER, grid_size_y INTEGER, grid_size_z INTEGER, workgroup_size "
      "INTEGER, workgroup_size_x INTEGER, workgroup_size_y INTEGER, workgroup_size_z INTEGER, "
      "kernel_name TEXT, counter_name TEXT, value REAL, start INTEGER, \"end\" INTEGER);"
      "INSERT INTO counters_collection VALUES('g', 1, 4, 6400, 100, 64, 1, 256, 32, 8, 1, 'f', "
      "'SQ_WAVES', 1, 10, 30);");
  const auto launches = read_rocm({.path = file, .arch = RocmArch::Gfx90a});
  ASSERT_TRUE(launches) << launches.error().message;
  const ProfiledLaunch& launch = launches->front();
  EXPECT_EQ(launch.grid, (std::array<int64_t, 3>{4, 8, 1}));  // 100 / 32 is 4 groups
  EXPECT_EQ(launch.block, (std::array<int64_t, 3>{32, 8, 1}));
  EXPECT_EQ(launch.blocks, 32);
}

TEST_F(Rocpd, what_is_no_such_database_is_an_error) {
  const auto error = [this](const fs::path& file) {
    const auto read = read_rocpd(file);
    if (read) return std::string("no error");
    std::string message = read.error().message;
    const size_t at = message.find(folder.path().string());
    return at == std::string::npos ? message
                                   : message.replace(at, folder.path().string().size(), "F");
  };
  EXPECT_EQ(error(path("none.db")), "read F/none.db: no such file");
  EXPECT_EQ(error(write("text.db", "no database at all, and long enough to be read as one")),
            "F/text.db: no query: file is not a database");
  EXPECT_EQ(error(make("trace.db", "CREATE TABLE other(a);")),
            "F/trace.db: no view counters_collection: was it made by rocprofv3 with counters "
            "(--pmc)?");
  EXPECT_EQ(error(make("odd.db", "CREATE TABLE counters_collection(dispatch_id, kernel_name);")),
            "F/odd.db: counters_collection has no column 'grid_size': a layout that is not known "
            "here");
  EXPECT_EQ(error(make("empty.db", kMakeView)),
            "F/empty.db: no dispatches: did the program launch any kernel?");
  EXPECT_EQ(error(make("null.db", std::string(kMakeView) +
                                      "INSERT INTO counters_collection(dispatch_id) VALUES(3);")),
            "F/null.db: dispatch 3 has no kernel or no size");
}

}  // namespace
}  // namespace kcast::collect
