__kernel void reverse_array(__global const int* restrict input, __global int* restrict output, int length) {
  const int i = get_global_id(0);
  if (i < length) output[length - 1 - i] = input[i];
}
