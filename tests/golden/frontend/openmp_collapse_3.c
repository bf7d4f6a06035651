// 20 x 30 x 40 = 24,000 iterations: teams of 32, 750 of them.
void fill(double a[20][30][40]) {
#pragma omp target teams distribute parallel for collapse(3) map(from : a[0 : 20])
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      for (int k = 0; k < 40; k++) a[i][j][k] = i + j + k;
}

double cube[20][30][40];

int main(void) { fill(cube); }
