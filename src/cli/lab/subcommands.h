// The subcommands of `kcast corpus` and `kcast dataset`. Each adds its options, and sets `action`
// when it is asked for.
#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace kcast::cli {

using Action = std::function<Status()>;

void add_corpus_author(CLI::App& app, Action& action);
void add_corpus_check(CLI::App& app, Action& action);
void add_corpus_generate(CLI::App& app, Action& action);
void add_corpus_dedupe(CLI::App& app, Action& action);
void add_corpus_job(CLI::App& app, Action& action);
void add_corpus_list(CLI::App& app, Action& action);
void add_corpus_stats(CLI::App& app, Action& action);
void add_corpus_show(CLI::App& app, Action& action);

void add_dataset_datasheet(CLI::App& app, Action& action);
void add_dataset_export(CLI::App& app, Action& action);
void add_dataset_features(CLI::App& app, Action& action);
void add_dataset_merge(CLI::App& app, Action& action);
void add_dataset_noise(CLI::App& app, Action& action);
void add_dataset_stats(CLI::App& app, Action& action);
void add_dataset_verify(CLI::App& app, Action& action);

}  // namespace kcast::cli
