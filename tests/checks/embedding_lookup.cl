__kernel void embedding_lookup(__global const float* table, __global const int* tokens, __global float* out, int dim) {
  const int token = tokens[get_group_id(0)];
  __global const float* from = table + (size_t)token * dim;
  __global float* to = out + (size_t)get_group_id(0) * dim;
  for (int d = get_local_id(0); d < dim; d += get_local_size(0)) to[d] = from[d];
}
