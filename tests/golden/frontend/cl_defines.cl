// kcast: -D REAL=double -D TILE=32 --flags "-cl-fast-relaxed-math"
// ptx: sqrt.rn.f64
__kernel __attribute__((work_group_size_hint(TILE, 1, 1))) void norm(__global const REAL* x, __global REAL* y) {
  __local REAL tile[TILE];
  tile[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  REAL v = tile[TILE - 1 - get_local_id(0)];
  y[get_global_id(0)] = sqrt(v * v + (REAL)1);
}
