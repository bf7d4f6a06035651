__kernel void murmur_hash_keys(__global const uint* key, __global uint* hash, uint seed, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  uint k = key[i];
  uint h = seed;
  k *= 0xcc9e2d51u;
  k = rotate(k, 15u);
  k *= 0x1b873593u;
  h ^= k;
  h = rotate(h, 13u);
  h = h * 5u + 0xe6546b64u;
  h ^= 4u;
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  h ^= h >> 16;
  hash[i] = h;
}
