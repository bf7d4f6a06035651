// Adds a reading that cannot be true to a store, for tests of what notices it.
//
//   broken_store_main STORE
#include <iostream>

#include "dataset/store.h"

int main(int argc, char** argv) {
  using namespace kcast;  // NOLINT(google-build-using-namespace): one small program
  if (argc != 2) return 2;
  auto store = dataset::Store::open(argv[1]);
  if (!store) {
    std::cerr << store.error().message << "\n";
    return 1;
  }
  const auto run = store->begin_run({.collector = "fake", .gpu = "h200"});
  dataset::StoredReading stored;
  stored.kernel = {"syn-1:3", "cuda", "syn-1:3", std::string(64, '0')};
  stored.launch = "n=4096 .block=256 .seed=1";
  stored.reading.values.time_us = 1;
  stored.reading.values.l1_bytes = 1e12;  // in a microsecond
  stored.reading.values.l1_hit_rate_pct = 101;
  stored.reading.values.l2_bytes = -1;
  return run && store->add(*run, {&stored, 1}, {}) ? 0 : 1;
}
