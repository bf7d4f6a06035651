#include <omp.h>

int sum(int n) {
  int result = 0, x = n;
#pragma omp target uses_allocators(omp_default_mem_alloc) \
    allocate(omp_default_mem_alloc : x) firstprivate(x) map(from : result)
  {
    x += 3;
    result = x;
  }
  return result;
}
