// kcast train --trees: a data set to the boosted trees that are part of kcast.
#pragma once

#include <cstddef>
#include <string>

#include "base/parallel.h"
#include "base/result.h"

namespace kcast::workflow {

struct TrainTreesOptions {
  std::string config;
  std::string table;        // folder that keeps analysed launches; empty: a fresh one
  std::string out;          // file of the trees
  std::string list;         // write the launches to this file, and end
  std::string rows;         // analyse the launches of this file into the table, and end
  std::string families;     // write how far each family that is fitted to is off to this file
  double seconds = 0;       // begin no analysis after so long; 0: no limit
  bool only_table = false;  // launches that the table lacks are left out
  size_t jobs = hardware_jobs();
};

// What is to be said of it. Call it before the process starts threads: it starts a front end.
Result<std::string> train_trees(const TrainTreesOptions& options);

}  // namespace kcast::workflow
