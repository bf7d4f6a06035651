#include "dataset/store.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <set>

#include "base/files.h"
#include "base/rng.h"
#include "dataset/sqlite.h"
#include "dataset/store_schema.h"

namespace kcast::dataset {
namespace {

namespace fs = std::filesystem;

RunInfo run_on(const std::string& gpu) {
  return {"fake", gpu, "A Fine GPU", "570.1", "12.9", "0.1.0", "2026-01-02T03:04:05Z", "{}"};
}

KernelKey kernel_named(const std::string& recipe) {
  return {recipe, "cuda", recipe + " family", std::string(64, 'a')};
}

// Numbers of every kind: counts, fractions, times in whole nanoseconds and other ones.
LaunchReading reading_number(int n) {
  Rng rng(static_cast<uint64_t>(n) + 1);
  LaunchReading out;
  for (const Metric& metric : metrics()) {
    if (metric.base != nullptr) out.values.*metric.base = static_cast<double>(rng.below(1U << 31));
  }
  out.values.l2_hit_rate_pct = 100 * rng.unit();
  out.values.time_us = 12.345;
  out.times_us = {12.345, 12.4, 11.999, 1e-3};
  if (n % 2 == 1) out.times_us.push_back(1.0 / 3);
  out.sm_clock_mhz = 1980.5;
  out.memory_clock_mhz = 3201;
  out.registers = 32;
  out.static_shared_bytes = 4096;
  out.local_bytes = n;
  out.raw = {{"ffma", 1e15}, {"bit", -3}, {"share", 0.1}, {"none", 0}};
  return out;
}

struct Contents {
  std::vector<Row> rows;
  std::vector<StoredFailure> failures;
};

Contents contents_of(const Store& store) {
  Contents out;
  EXPECT_TRUE(store.each_row([&](const Row& row) {
    out.rows.push_back(row);
    return true;
  }));
  EXPECT_TRUE(store.each_failure([&](const StoredFailure& failure) {
    out.failures.push_back(failure);
    return true;
  }));
  return out;
}

class StoreTest : public testing::Test {
 protected:
  fs::path file(const std::string& name) const { return dir->path() / name; }
  Store open(const std::string& name) const {
    auto store = Store::open(file(name));
    if (!store) throw std::runtime_error(store.error().message);
    return *std::move(store);
  }
  // A store with readings by recipe, attempt and number of the reading.
  void fill(const std::string& name, const std::string& gpu,
            const std::vector<std::tuple<std::string, int64_t, int>>& readings) const {
    Store store = open(name);
    auto run = store.begin_run(run_on(gpu));
    ASSERT_TRUE(run) << run.error().message;
    std::vector<StoredReading> stored;
    for (const auto& [recipe, attempt, number] : readings) {
      stored.push_back(
          {kernel_named(recipe), "n=1 .block=32 .seed=1", attempt, reading_number(number)});
    }
    const Status added = store.add(*run, stored, {});
    ASSERT_TRUE(added) << added.error().message;
  }

  Result<TempDir> dir = TempDir::make("store");
};

TEST_F(StoreTest, gives_back_what_was_put_in) {
  Store store = open("a.db");
  const auto run = store.begin_run(run_on("h200"));
  const StoredReading stored[] = {
      {kernel_named("syn-1:2"), "n=5 .block=32 .seed=1", 0, reading_number(0)},
      {kernel_named("syn-1:2"), "n=5 .block=32 .seed=1", 1, reading_number(1)},
      {{"auth-1:a/b", "hip", "auth:a/b", std::string(64, 'b')}, "host:0", 0, LaunchReading{}}};
  const StoredFailure failed = {kernel_named("syn-1:3"), "n=7", {"timeout", "after 10 s"}};
  ASSERT_TRUE(store.add(*run, stored, {&failed, 1}));
  ASSERT_TRUE(store.end_run(*run, R"({"seconds": 3})"));

  auto reader = Store::open_to_read(file("a.db"));
  ASSERT_TRUE(reader) << reader.error().message;
  const Contents found = contents_of(*reader);
  ASSERT_EQ(found.rows.size(), 3U);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found.rows[i].kernel, stored[i].kernel);
    EXPECT_EQ(found.rows[i].launch, stored[i].launch);
    EXPECT_EQ(found.rows[i].attempt, stored[i].attempt);
    EXPECT_EQ(found.rows[i].reading, stored[i].reading);
    EXPECT_EQ(found.rows[i].gpu, "h200");
    EXPECT_EQ(found.rows[i].collector, "fake");
  }
  EXPECT_EQ(found.rows[0].launch_id, found.rows[1].launch_id);
  ASSERT_EQ(found.failures.size(), 1U);
  EXPECT_EQ(found.failures[0].kernel, failed.kernel);
  EXPECT_EQ(found.failures[0].failure, failed.failure);
  EXPECT_EQ(found.failures[0].gpu, "h200");
  const auto runs = reader->runs();
  ASSERT_EQ(runs->size(), 1U);
  RunInfo ended = runs->front();
  EXPECT_EQ(ended.summary, R"({"seconds": 3})");
  EXPECT_EQ(ended.ended.size(), 20U);
  ended.summary = ended.ended = "";
  EXPECT_EQ(ended, run_on("h200"));
}

TEST_F(StoreTest, what_is_no_number_stays_so) {
  Store store = open("a.db");
  const auto run = store.begin_run(run_on("h200"));
  StoredReading stored = {kernel_named("k"), "l", 0, reading_number(0)};
  stored.reading.values.hbm_read_bytes = std::numeric_limits<double>::quiet_NaN();
  stored.reading.values.l2_bytes = std::numeric_limits<double>::infinity();
  ASSERT_TRUE(store.add(*run, {&stored, 1}, {}));
  const Contents found = contents_of(store);
  EXPECT_TRUE(std::isnan(found.rows.at(0).reading.values.hbm_read_bytes));
  EXPECT_TRUE(std::isinf(found.rows.at(0).reading.values.l2_bytes));
}

TEST_F(StoreTest, replaces_a_reading_and_forgets_a_failure) {
  Store store = open("a.db");
  const auto run = store.begin_run(run_on("h200"));
  const StoredReading first = {kernel_named("k"), "l", 0, reading_number(0)};
  const StoredReading second = {kernel_named("k"), "l", 0, reading_number(1)};
  const StoredFailure failed = {kernel_named("k"), "l", {"crash", "signal 11"}};
  ASSERT_TRUE(store.add(*run, {}, {&failed, 1}));
  EXPECT_EQ(contents_of(store).failures.size(), 1U);
  ASSERT_TRUE(store.add(*run, {&first, 1}, {}));
  EXPECT_EQ(contents_of(store).failures.size(), 0U);
  ASSERT_TRUE(store.add(*run, {&second, 1}, {&failed, 1}));
  const Contents found = contents_of(store);
  ASSERT_EQ(found.rows.size(), 1U);
  EXPECT_EQ(found.rows[0].reading, second.reading);
  EXPECT_EQ(found.failures.size(), 0U);
}

TEST_F(StoreTest, a_kernel_of_another_text_is_refused_and_nothing_is_kept) {
  fill("a.db", "h200", {{"k", 0, 0}});
  Store store = open("a.db");
  const auto run = store.begin_run(run_on("h200"));
  StoredReading stored[] = {{kernel_named("new"), "l", 0, reading_number(0)},
                            {kernel_named("k"), "l", 0, reading_number(0)}};
  stored[1].kernel.text_sha256 = std::string(64, 'c');
  const Status added = store.add(*run, stored, {});
  ASSERT_FALSE(added);
  EXPECT_NE(added.error().message.find("has k in cuda with another text"), std::string::npos);
  EXPECT_EQ(contents_of(store).rows.size(), 1U);
}

TEST_F(StoreTest, knows_what_need_not_be_measured_again) {
  fill("a.db", "h200", {{"k", 0, 0}, {"k", 1, 1}});
  fill("a.db", "mi300x", {{"other", 0, 0}});
  Store store = open("a.db");
  const auto run = store.begin_run(run_on("h200"));
  const StoredFailure failed = {kernel_named("bad"), "l", {"fault", ""}};
  ASSERT_TRUE(store.add(*run, {}, {&failed, 1}));
  std::set<std::string> known;
  ASSERT_TRUE(store.each_known(
      "fake", "h200", [&](const auto& recipe, const auto& language, const auto& launch, int64_t n) {
        known.insert(recipe + "|" + language + "|" + launch + "|" + std::to_string(n));
      }));
  EXPECT_EQ(known, (std::set<std::string>{"k|cuda|n=1 .block=32 .seed=1|0",
                                          "k|cuda|n=1 .block=32 .seed=1|1", "bad|cuda|l|-1"}));
  ASSERT_TRUE(store.each_known("cuda", "h200", [](const auto&, const auto&, const auto&, int64_t) {
    ADD_FAILURE() << "another collector's";
  }));
}

TEST_F(StoreTest, keeps_features_of_a_version) {
  Store store = open("a.db");
  const std::vector<std::string> names = {"warps", "sectors"};
  const StoredFeatures rows[] = {{"k", "cuda", "l", {1.5F, -2}}, {"j", "cuda", "l", {0, 1e30F}}};
  ASSERT_TRUE(store.add_features("3", "h200", names, rows));
  const auto run = store.begin_run(run_on("h200"));
  const StoredReading stored = {kernel_named("k"), "l", 0, reading_number(0)};
  ASSERT_TRUE(store.add(*run, {&stored, 1}, {}));
  EXPECT_EQ(*store.feature_names("3"), names);
  EXPECT_FALSE(store.feature_names("4"));
  std::map<int64_t, std::vector<float>> found;
  ASSERT_TRUE(store.each_features("3", [&](int64_t launch, std::span<const float> values) {
    found[launch].assign(values.begin(), values.end());
    return true;
  }));
  EXPECT_EQ(found.size(), 2U);
  const Contents contents = contents_of(store);
  EXPECT_EQ(found.at(contents.rows.at(0).launch_id), rows[0].values);
  EXPECT_EQ(contents.rows[0].kernel, stored.kernel);
  const std::vector<std::string> others = {"warps", "bytes"};
  EXPECT_FALSE(store.add_features("3", "h200", others, rows));
}

TEST_F(StoreTest, merges_without_loss_or_duplicates) {
  fill("a.db", "h200", {{"x", 0, 0}, {"y", 0, 1}});
  fill("b.db", "h200", {{"z", 0, 2}, {"y", 0, 3}, {"y", 1, 4}});
  fill("c.db", "mi300x", {{"y", 0, 5}});
  {
    Store c = open("c.db");
    const auto run = c.begin_run(run_on("h200"));
    const StoredFailure failures[] = {
        {kernel_named("x"), "n=1 .block=32 .seed=1", {"crash", "a label says otherwise"}},
        {kernel_named("w"), "l", {"compile", "no"}}};
    ASSERT_TRUE(c.add(*run, {}, failures));
    const std::vector<std::string> names = {"warps"};
    const StoredFeatures row = {"y", "cuda", "n=1 .block=32 .seed=1", {7}};
    ASSERT_TRUE(c.add_features("1", "h200", names, {&row, 1}));
  }
  Store a = open("a.db");
  for (const char* name : {"b.db", "c.db", "b.db", "c.db"}) {
    const Status merged = a.merge(file(name));
    ASSERT_TRUE(merged) << merged.error().message;
  }
  std::map<std::string, LaunchReading> found;
  const Contents contents = contents_of(a);
  for (const Row& row : contents.rows)
    found[row.kernel.recipe + row.gpu + std::to_string(row.attempt)] = row.reading;
  EXPECT_EQ(contents.rows.size(), 5U);
  const std::map<std::string, LaunchReading> wanted = {{"xh2000", reading_number(0)},
                                                       {"yh2000", reading_number(1)},
                                                       {"zh2000", reading_number(2)},
                                                       {"yh2001", reading_number(4)},
                                                       {"ymi300x0", reading_number(5)}};
  EXPECT_EQ(found, wanted);
  ASSERT_EQ(contents.failures.size(), 1U);
  EXPECT_EQ(contents.failures[0].kernel.recipe, "w");
  EXPECT_EQ(a.runs()->size(), 4U);
  EXPECT_EQ(*a.feature_names("1"), std::vector<std::string>{"warps"});
  EXPECT_FALSE(a.merge(file("a.db")));
  EXPECT_FALSE(a.merge(file("missing.db")));
}

TEST_F(StoreTest, merging_refuses_kernels_of_other_texts) {
  fill("a.db", "h200", {{"x", 0, 0}});
  Store b = open("b.db");
  const auto run = b.begin_run(run_on("h200"));
  StoredReading stored = {kernel_named("x"), "l", 0, reading_number(0)};
  stored.kernel.text_sha256 = std::string(64, 'd');
  ASSERT_TRUE(b.add(*run, {&stored, 1}, {}));
  Store a = open("a.db");
  const Status merged = a.merge(file("b.db"));
  ASSERT_FALSE(merged);
  EXPECT_NE(merged.error().message.find("different texts or families of x"), std::string::npos);
  EXPECT_EQ(contents_of(a).rows.size(), 1U);
  EXPECT_TRUE(a.merge(file("b.db")).error().message == merged.error().message);
}

void run_sql(const fs::path& path, const char* sql) {
  auto database = Database::open(path, Database::Mode::ReadWrite);
  ASSERT_TRUE(database) << database.error().message;
  const Status done = database->run(sql);
  ASSERT_TRUE(done) << done.error().message;
}

TEST_F(StoreTest, refuses_files_that_are_no_stores) {
  const std::string text(8192, 'x');
  ASSERT_TRUE(write_file(file("text.db"), text));
  run_sql(file("other.db"), "CREATE TABLE songs(name)");
  for (const char* name : {"text.db", "other.db"}) {
    const auto store = Store::open(file(name));
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().message, file(name).string() + " is not a store of readings");
    EXPECT_FALSE(Store::open_to_read(file(name)));
  }
  EXPECT_EQ(*read_file(file("text.db")), text);
  EXPECT_FALSE(Store::open_to_read(file("missing.db")));
  EXPECT_FALSE(fs::exists(file("missing.db")));
  EXPECT_FALSE(Store::open(file("no/folder.db")));
  EXPECT_FALSE(Store::open(dir->path()));
}

TEST_F(StoreTest, refuses_a_newer_version) {
  fill("a.db", "h200", {{"x", 0, 0}});
  run_sql(file("a.db"), "UPDATE meta SET value = '7' WHERE key = 'schema_version'");
  for (const auto& store : {Store::open(file("a.db")), Store::open_to_read(file("a.db"))}) {
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().message.find("version 7, this kcast reads version 1: use a newer"),
              std::string::npos);
  }
  fill("b.db", "h200", {{"x", 0, 0}});
  Store b = open("b.db");
  EXPECT_FALSE(b.merge(file("a.db")));
}

TEST_F(StoreTest, a_store_that_was_cut_off_is_an_error) {
  std::vector<std::tuple<std::string, int64_t, int>> many;
  for (int i = 0; i < 300; ++i)
    many.emplace_back("k" + std::to_string(i), 0, i);
  fill("a.db", "h200", many);
  fs::resize_file(file("a.db"), fs::file_size(file("a.db")) / 2);
  auto store = Store::open_to_read(file("a.db"));
  size_t rows = 0;
  EXPECT_FALSE(store && store->each_row([&](const Row&) { return ++rows < 1000; }));
}

// Adds `batches` of ten readings, a byte into the pipe for each that is safe.
[[noreturn]] void write_batches(const fs::path& path, const std::string& name, int batches,
                                int acknowledge) {
  auto store = Store::open(path);
  if (!store) ::_exit(2);
  const auto run = store->begin_run(run_on("h200"));
  if (!run) ::_exit(3);
  for (int batch = 0; batch < batches; ++batch) {
    std::vector<StoredReading> stored;
    for (int i = 0; i < 10; ++i) {
      stored.push_back({kernel_named(name + std::to_string(batch)), "n=" + std::to_string(i), 0,
                        reading_number(i)});
    }
    if (!store->add(*run, stored, {})) ::_exit(4);
    if (acknowledge >= 0 && ::write(acknowledge, "+", 1) != 1) ::_exit(5);
  }
  ::_exit(0);
}

TEST_F(StoreTest, processes_write_at_once) {
  std::vector<pid_t> children;
  for (const char* name : {"a", "b", "c"}) {
    const pid_t child = ::fork();
    if (child == 0) write_batches(file("a.db"), name, 40, -1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const Store store = open("a.db");
  EXPECT_EQ(contents_of(store).rows.size(), 3U * 40 * 10);
  EXPECT_EQ(store.runs()->size(), 3U);
}

TEST_F(StoreTest, a_killed_writer_leaves_a_readable_store) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) write_batches(file("a.db"), "a", 1'000'000, ends[1]);
  ::close(ends[1]);
  char byte = 0;
  size_t safe = 0;
  while (safe < 25 && ::read(ends[0], &byte, 1) == 1)
    ++safe;
  ::kill(child, SIGKILL);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status));
  while (::read(ends[0], &byte, 1) == 1)
    ++safe;
  ::close(ends[0]);

  auto reader = Store::open_to_read(file("a.db"));
  ASSERT_TRUE(reader) << reader.error().message;
  const size_t rows = contents_of(*reader).rows.size();
  EXPECT_GE(rows, safe * 10);
  EXPECT_EQ(rows % 10, 0U);
  fill("a.db", "h200", {{"x", 0, 0}});
  EXPECT_EQ(contents_of(open("a.db")).rows.size(), rows + 1);
}

// Everything that a store holds, as one text.
std::string all_of(const Contents& contents) {
  std::string out;
  for (const Row& row : contents.rows) {
    out += row.kernel.recipe + row.kernel.language + row.kernel.family + row.kernel.text_sha256 +
           row.launch + row.gpu + row.collector + std::to_string(row.attempt);
    for (const Metric& metric : metrics()) {
      if (metric.base != nullptr) out += std::to_string(row.reading.values.*metric.base) + " ";
    }
    for (const double time : row.reading.times_us)
      out += std::to_string(time) + " ";
    for (const auto& [name, value] : row.reading.raw)
      out += name + std::to_string(value) + " ";
  }
  return out;
}

Result<Contents> read_all(const fs::path& file) {
  KCAST_TRY(const Store store, Store::open_to_read(file));
  Contents out;
  KCAST_OK(store.each_row([&](const Row& row) {
    out.rows.push_back(row);
    return true;
  }));
  return out;
}

// Before a store has its tables it is written with a journal that must be played back.
TEST_F(StoreTest, a_writer_killed_before_the_log_leaves_a_readable_store) {
  const fs::path killed = file("killed.db");
  ASSERT_TRUE(Store::open(killed));
  const pid_t child = ::fork();
  if (child == 0) {
    Result<Database> database = Database::open(killed, Database::Mode::ReadWrite);
    static_cast<void>(
        database->run("PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN; "
                      "CREATE TABLE more(x); "));
    for (int i = 0; i < 200; ++i)
      static_cast<void>(database->run("INSERT INTO more VALUES(randomblob(4000));"));
    ::kill(::getpid(), SIGKILL);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(fs::exists(killed.string() + "-journal"));
  const auto store = Store::open_to_read(killed);
  ASSERT_TRUE(store) << store.error().message;
  EXPECT_TRUE(contents_of(*store).rows.empty());
}

TEST_F(StoreTest, a_changed_bit_is_found_or_changes_nothing) {
  std::vector<std::tuple<std::string, int64_t, int>> readings;
  for (int i = 0; i < 60; ++i)
    readings.emplace_back("syn-1:" + std::to_string(i), 0, i);
  fill("a.db", "h200", readings);
  const std::string whole = *read_file(file("a.db"));
  const auto before = read_all(file("a.db"));
  ASSERT_TRUE(before) << before.error().message;
  const std::string expected = all_of(*before);
  Rng rng(11);
  size_t found = 0;
  constexpr size_t kFlips = 400;
  for (size_t i = 0; i < kFlips; ++i) {
    std::string changed = whole;
    changed[rng.below(changed.size())] ^= static_cast<char>(1U << rng.below(8));
    ASSERT_TRUE(write_file(file("b.db"), changed));
    const auto read = read_all(file("b.db"));
    if (read) {
      EXPECT_EQ(all_of(*read), expected);
    } else {
      ++found;
      EXPECT_NE(read.error().message.find("b.db"), std::string::npos) << read.error().message;
    }
  }
  // Half of the pages are indexes that this reader does not need.
  EXPECT_GT(found, kFlips / 3);
}

TEST_F(StoreTest, every_page_of_a_new_store_is_checked) {
  fill("a.db", "h200", {{"syn-1:1", 0, 1}});
  const std::string whole = *read_file(file("a.db"));
  constexpr size_t kPage = 4096;
  for (size_t at = 300; at < whole.size(); at += kPage) {
    std::string changed = whole;
    changed[at] ^= 0x10;
    ASSERT_TRUE(write_file(file("b.db"), changed));
    auto database = Database::open(file("b.db"), Database::Mode::ReadOnly);
    ASSERT_TRUE(database);
    auto check = database->prepare("PRAGMA integrity_check");
    if (!check) continue;  // the page that holds the schema
    const auto row = check->step();
    EXPECT_TRUE(!row || check->text(0) != "ok") << "page at " << at;
  }
}

// As stores were before.
TEST_F(StoreTest, a_store_without_checksums_is_read) {
  {
    auto database = Database::open(file("a.db"), Database::Mode::ReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE(make_tables(*database));
    ASSERT_TRUE(database->run("DELETE FROM meta WHERE key = 'page_checksums'"));
  }
  fill("a.db", "h200", {{"syn-1:1", 0, 1}, {"syn-1:2", 0, 2}});
  ASSERT_EQ((*read_file(file("a.db")))[20], '\0');
  const auto read = read_all(file("a.db"));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->rows.size(), 2U);
  fill("a.db", "h200", {{"syn-1:3", 0, 3}});
  EXPECT_EQ(contents_of(open("a.db")).rows.size(), 3U);
}

TEST(TimeSpread, is_relative_to_the_median) {
  LaunchReading reading;
  EXPECT_EQ(time_spread(reading), 0);
  reading.times_us = {12, 10, 11, 9, 30};
  EXPECT_DOUBLE_EQ(time_spread(reading), 21.0 / 11);
  reading.times_us = {0, 0};
  EXPECT_EQ(time_spread(reading), 0);
}

}  // namespace
}  // namespace kcast::dataset
