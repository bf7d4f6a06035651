// The subcommands of `kcast dataset`. Each adds its options, and sets `action` when it is asked
// for.
#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace kcast::cli {

using DatasetAction = std::function<Status()>;

void add_dataset_datasheet(CLI::App& app, DatasetAction& action);
void add_dataset_export(CLI::App& app, DatasetAction& action);
void add_dataset_features(CLI::App& app, DatasetAction& action);
void add_dataset_merge(CLI::App& app, DatasetAction& action);
void add_dataset_noise(CLI::App& app, DatasetAction& action);
void add_dataset_stats(CLI::App& app, DatasetAction& action);
void add_dataset_verify(CLI::App& app, DatasetAction& action);

}  // namespace kcast::cli
