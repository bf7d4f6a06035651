// ptx: bar.sync ld.shared.f32 st.shared.f32
#define TS 16
kernel __attribute__((reqd_work_group_size(TS, TS, 1)))
void matmul(const uint M, const uint N, const uint K, const global float* restrict A,
            const global float* restrict B, global float* restrict C) {
  const uint row = get_local_id(1), col = get_local_id(0);
  const uint gr = TS * get_group_id(1) + row, gc = TS * get_group_id(0) + col;
  local float As[TS][TS];
  local float Bs[TS][TS];
  float acc = 0.0f;
  for (uint t = 0; t < K / TS; t++) {
    As[row][col] = A[gr * K + t * TS + col];
    Bs[row][col] = B[(t * TS + row) * N + gc];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < TS; k++) acc = mad(As[row][k], Bs[k][col], acc);
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  C[gr * N + gc] = acc;
}
