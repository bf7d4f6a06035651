// all the control flow there is
__kernel void control(__global const int* restrict x, __global int* restrict y, int n, int rounds) {
  int i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  if (i >= n) {
    return;
  }
  int v = x[i];
  int steps = 0;

  // Collatz, bounded
  while (v != 1 && steps < rounds) {
    v = ((v & 1) == 0) ? v / 2 : 3 * v + 1;
    ++steps;
  }
  do {
    v -= 2;
    if (v < -100 || (v > 5 && steps == 0)) {
      break;
    }
  } while (v > 0);
  {
    int w = -v;
    v = -(-w) + !steps;
  }
  const int near = x[max(i - 1, 0)] - (int)get_local_id(0);
  int shifted = get_local_id(0) - 1;
  if ((int)get_local_id(0) + near < n) {
    steps += near;
  } else if (shifted < 0) {
    steps -= 1;
  } else {
    steps = 0;
  }
  for (; steps > 10;) {
    steps /= 2;
  }
  y[i] = v + steps + ((get_group_id(0) > 3) ? 1 : 0) + x[(n - 1 - (int)get_local_id(0)) % n];
}
