// Open addressing with linear probing; empty cells hold zero.
extern "C" __global__ void hash_table_probe(const unsigned* table, const unsigned* queries, int* slot, unsigned mask, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned key = queries[i];
  unsigned h = (key * 2654435769u) >> 7 & mask;
  int tries = 0;
  while (tries < 32 && table[h] != key && table[h] != 0u) {
    h = (h + 1) & mask;
    ++tries;
  }
  slot[i] = table[h] == key ? (int)h : -1;
}
