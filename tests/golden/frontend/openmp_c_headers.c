#include <dirent.h>
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/times.h>

static int order(void* a, void* b, int* length, MPI_Datatype* type);
MPI_User_function* reduction;

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int n = 1 << 20;
  double* x = malloc(n / size * sizeof(double));
#pragma omp target teams distribute parallel for map(from : x[0 : n])
  for (int i = 0; i < n / size; i++) x[i] = rank;
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
