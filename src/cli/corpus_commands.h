// The subcommands of `kcast corpus`. Each adds its options, and sets `action` when it is asked for.
#pragma once

#include <functional>

#include "base/result.h"

namespace CLI {
class App;
}

namespace kcast::cli {

using CorpusAction = std::function<Status()>;

void add_corpus_author(CLI::App& app, CorpusAction& action);
void add_corpus_check(CLI::App& app, CorpusAction& action);
void add_corpus_generate(CLI::App& app, CorpusAction& action);
void add_corpus_dedupe(CLI::App& app, CorpusAction& action);
void add_corpus_job(CLI::App& app, CorpusAction& action);
void add_corpus_list(CLI::App& app, CorpusAction& action);
void add_corpus_stats(CLI::App& app, CorpusAction& action);
void add_corpus_show(CLI::App& app, CorpusAction& action);

}  // namespace kcast::cli
