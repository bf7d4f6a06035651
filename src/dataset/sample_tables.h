// Data sets as tables, the columns of the published Parquet files (docs/dataset.md).
//
// Times, rates and clocks are float32: 24 bits say more than a reading repeats. Clocks have one
// decimal, spreads four. Counts are float64, exact up to 2^53. What was not read is not a number.
#pragma once

#include "dataset/sample_set.h"
#include "dataset/splits.h"
#include "dataset/table.h"

namespace kcast::dataset {

// launches.parquet: one row for each label, with its side of every split; in the metadata, the runs
// that read them.
Table launches_table(const SampleSet& set, const SplitRules& rules);
// repeats.parquet: readings of launches that were read before.
Table repeats_table(const SampleSet& set);
// failures.parquet
Table failures_table(const SampleSet& set);

// Adds the rows of one of the tables above, told by its columns. What a table does not have (raw
// counters, the single repeats) stays empty; the spread of the repeats is kept.
Status add_table(const Table& table, SampleSet& set);

}  // namespace kcast::dataset
