__kernel void hash_table_probe(__global const uint* table, __global const uint* queries, __global int* slot, uint mask, int n) {
  const int i = get_global_id(0);
  if (i >= n) return;
  const uint key = queries[i];
  uint h = (key * 2654435769u) >> 7 & mask;
  int tries = 0;
  while (tries < 32 && table[h] != key && table[h] != 0u) {
    h = (h + 1) & mask;
    ++tries;
  }
  slot[i] = table[h] == key ? (int)h : -1;
}
