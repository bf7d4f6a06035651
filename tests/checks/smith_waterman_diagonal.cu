// One anti-diagonal of the score matrix; three diagonals are kept, indexed by row.
extern "C" __global__ void smith_waterman_diagonal(const unsigned char* q, const unsigned char* t, const int* before_last,
                                                   const int* last, int* current, int first_row, int cells, int diagonal,
                                                   int gap) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= cells) return;
  const int row = first_row + k;
  const int col = diagonal - row;
  const int pair = q[row - 1] == t[col - 1] ? 5 : -4;
  int best = before_last[row - 1] + pair;
  best = max(best, last[row - 1] - gap);
  best = max(best, last[row] - gap);
  current[row] = max(best, 0);
}
