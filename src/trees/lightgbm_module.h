// The border to kcast-trees.so, in C. LightGBM is a library that only those need who fit trees
// (scripts/fetch lightgbm), so the code that calls it is a module beside kcast.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// Rows lie one behind the other.
struct KcastTreesRows {
  const float* values;
  size_t rows;
  const float* labels;   // one a row; not used for the rows that say where bins lie
  const float* weights;  // may be null: all alike
};

struct KcastTreesFit {
  size_t columns;
  const KcastTreesRows* bins;  // rows that say where thresholds may lie
  const KcastTreesRows* fit;
  const KcastTreesRows* stop;  // rows that say when more trees do not help
  const char* parameters;      // as LightGBM reads them
  int rounds;                  // at most
  int patience;                // rounds without a gain after which it ends
  // Called before the call returns. Leaves are rounded by the caller: `round` gets the model's text
  // and gives the leaves back, tree by tree; the text and the answers then are of rounded leaves.
  void (*round)(void* context, const char* text, size_t size);
  double (*leaf)(void* context, int tree, int leaf);
  int (*leaves)(void* context, int tree);
  void (*model)(void* context, const char* text, size_t size);
  void (*answers)(void* context, const double* values, size_t count);  // for the `stop` rows
  void (*fail)(void* context, const char* message);
  void* context;
};

void kcast_trees_fit(const KcastTreesFit* call);
}
