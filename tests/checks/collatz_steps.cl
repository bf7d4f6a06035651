__kernel void collatz_steps(__global ushort* steps, ulong start, uint count) {
  const uint i = get_global_id(0);
  if (i >= count) return;
  ulong v = start + i;
  ushort s = 0;
  while (v > 1) {
    v = (v & 1) ? 3 * v + 1 : v / 2;
    ++s;
  }
  steps[i] = s;
}
