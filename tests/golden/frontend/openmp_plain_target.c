// No teams, no parallel: one thread of one team, in a team of 128.
int main(void) {
  double a[100];
#pragma omp target map(tofrom : a)
  for (int i = 0; i < 100; i++) a[i] = i * 0.5;
}
