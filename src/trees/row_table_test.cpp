#include "trees/row_table.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/files.h"

namespace kcast::trees {
namespace {

TableRow row(int number) {
  const auto value = static_cast<float>(number);
  return {"key\t" + std::to_string(number), {value, -value / 3, 1e30F}, ""};
}

TEST(RowTable, HoldsWhatWasWrittenOverSeveralFiles) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  for (int part = 0; part < 2; ++part) {
    auto writer = RowTableWriter::open(folder->path(), {"a", "b", "c"});
    ASSERT_TRUE(writer) << writer.error().message;
    for (int i = 0; i < 3000; ++i)
      ASSERT_TRUE(writer->add(row(3000 * part + i)));
    ASSERT_TRUE(writer->add({"none " + std::to_string(part), {}, "does not compile"}));
    ASSERT_TRUE(writer->flush());
  }
  EXPECT_TRUE(std::filesystem::exists(folder->path() / "rows-1.bin"));
  const auto table = read_row_table(folder->path());
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->names, (std::vector<std::string>{"a", "b", "c"}));
  ASSERT_EQ(table->rows.size(), 6002U);
  EXPECT_EQ(table->rows.at("key\t4711").values, row(4711).values);
  EXPECT_TRUE(table->rows.at("none 1").values.empty());
  EXPECT_EQ(table->rows.at("none 1").problem, "no: does not compile");
}

TEST(RowTable, ReadsWhatAKilledWriterLeft) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  auto writer = RowTableWriter::open(folder->path(), {"a", "b", "c"});
  ASSERT_TRUE(writer);
  for (int i = 0; i < 4500; ++i)
    ASSERT_TRUE(writer->add(row(i)));
  ASSERT_TRUE(writer->flush());
  const auto file = folder->path() / "rows-0.bin";
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 1);
  const auto table = read_row_table(folder->path());
  ASSERT_TRUE(table) << table.error().message;
  EXPECT_EQ(table->rows.size(), 4000U);
}

TEST(RowTable, RefusesColumnsThatDoNotAgree) {
  const auto folder = TempDir::make();
  ASSERT_TRUE(folder);
  for (const char* name : {"a", "b"}) {
    auto writer = RowTableWriter::open(folder->path(), {name});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->add({"k", {1}, ""}));
    ASSERT_TRUE(writer->flush());
  }
  EXPECT_FALSE(read_row_table(folder->path()));
}

}  // namespace
}  // namespace kcast::trees
