// kcast dataset merge: stores of several machines as one.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "cli/lab/subcommands.h"
#include "dataset/store.h"

namespace kcast::cli {
namespace {

struct MergeOptions {
  std::string out;
  std::vector<std::string> stores;
};

struct StoreSize {
  size_t labels = 0;
  size_t repeats = 0;
  size_t failures = 0;
};

Result<StoreSize> size_of_store(const dataset::Store& store) {
  StoreSize size;
  KCAST_OK(store.each_row([&size](const dataset::Row& row) {
    ++(row.attempt == 0 ? size.labels : size.repeats);
    return true;
  }));
  KCAST_OK(store.each_failure([&size](const dataset::StoredFailure&) {
    ++size.failures;
    return true;
  }));
  return size;
}

std::string store_size_text(const StoreSize& size) {
  return std::to_string(size.labels) + " launches, " + std::to_string(size.repeats) + " repeats, " +
         std::to_string(size.failures) + " failures";
}

// A name that was mistyped must not leave an empty store behind.
Status merge_stores(const MergeOptions& options) {
  for (const std::string& file : options.stores) {
    KCAST_TRY([[maybe_unused]] const dataset::Store checked, dataset::Store::open_to_read(file));
  }
  KCAST_TRY(dataset::Store store, dataset::Store::open(options.out));
  for (const std::string& file : options.stores) {
    KCAST_OK(store.merge(file));
    KCAST_TRY(const StoreSize size, size_of_store(store));
    std::cout << "with " << file << ": " << store_size_text(size) << "\n";
  }
  return Unit{};
}

}  // namespace

void add_dataset_merge(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("merge", "take over everything of other stores");
  const auto options = std::make_shared<MergeOptions>();
  command->add_option("OUT", options->out, "the store to add to; created if it does not exist")
      ->required();
  command
      ->add_option("IN", options->stores, "stores of kcast collect; what OUT already has is kept")
      ->required();
  command->callback([options, &action] { action = [options] { return merge_stores(*options); }; });
}

}  // namespace kcast::cli
