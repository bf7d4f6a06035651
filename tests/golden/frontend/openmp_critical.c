// One thread after the other.
int main(void) {
  int count = 0;
#pragma omp target parallel num_threads(64) map(tofrom : count)
  {
#pragma omp critical
    count += 1;
  }
}
