__kernel void bitonic_global_step(__global uint* keys, int j, int k) {
  const uint i = get_global_id(0);
  const uint other = i ^ j;
  if (other > i) {
    const uint a = keys[i], b = keys[other];
    const int ascending = (i & k) == 0;
    if ((a > b) == ascending) {
      keys[i] = b;
      keys[other] = a;
    }
  }
}
