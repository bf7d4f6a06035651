// MPI for programs in C: see host/mpi.h. The program is read as one process, rank 0 of 1; other calls
// are accepted with any arguments and change nothing.
#ifndef KCAST_C_MPI_H
#define KCAST_C_MPI_H
#include <__kcast_c.h>
#include <__kcast_mpi_names.h>
KCAST_C int MPI_Comm_rank(MPI_Comm all, int* rank) {
  *rank = 0;
  return 0;
}
KCAST_C int MPI_Comm_size(MPI_Comm all, int* size) {
  *size = 1;
  return 0;
}
KCAST_C double MPI_Wtime(void) { return __kcast_unknown_double("MPI_Wtime()", "run-time query"); }
KCAST_C double MPI_Wtick(void) { return 1e-9; }
KCAST_C int MPI_Init_thread(int* count, char*** words, int required, int* provided) {
  *provided = required;
  return 0;
}
#define KCAST_C_CALL(name) \
  KCAST_C int name() { return 0; }
KCAST_C_CALL(MPI_Init)
KCAST_C_CALL(MPI_Finalize)
KCAST_C_CALL(MPI_Initialized)
KCAST_C_CALL(MPI_Finalized)
KCAST_C_CALL(MPI_Abort)
KCAST_C_CALL(MPI_Barrier)
KCAST_C_CALL(MPI_Send)
KCAST_C_CALL(MPI_Recv)
KCAST_C_CALL(MPI_Isend)
KCAST_C_CALL(MPI_Irecv)
KCAST_C_CALL(MPI_Sendrecv)
KCAST_C_CALL(MPI_Wait)
KCAST_C_CALL(MPI_Waitall)
KCAST_C_CALL(MPI_Waitany)
KCAST_C_CALL(MPI_Test)
KCAST_C_CALL(MPI_Bcast)
KCAST_C_CALL(MPI_Reduce)
KCAST_C_CALL(MPI_Allreduce)
KCAST_C_CALL(MPI_Gather)
KCAST_C_CALL(MPI_Gatherv)
KCAST_C_CALL(MPI_Allgather)
KCAST_C_CALL(MPI_Allgatherv)
KCAST_C_CALL(MPI_Scatter)
KCAST_C_CALL(MPI_Scatterv)
KCAST_C_CALL(MPI_Alltoall)
KCAST_C_CALL(MPI_Alltoallv)
KCAST_C_CALL(MPI_Scan)
KCAST_C_CALL(MPI_Reduce_scatter)
KCAST_C_CALL(MPI_Get_processor_name)
KCAST_C_CALL(MPI_Comm_split)
KCAST_C_CALL(MPI_Comm_split_type)
KCAST_C_CALL(MPI_Comm_dup)
KCAST_C_CALL(MPI_Comm_free)
KCAST_C_CALL(MPI_Cart_create)
KCAST_C_CALL(MPI_Cart_coords)
KCAST_C_CALL(MPI_Cart_shift)
KCAST_C_CALL(MPI_Cart_rank)
KCAST_C_CALL(MPI_Dims_create)
KCAST_C_CALL(MPI_Type_vector)
KCAST_C_CALL(MPI_Type_contiguous)
KCAST_C_CALL(MPI_Type_create_struct)
KCAST_C_CALL(MPI_Type_commit)
KCAST_C_CALL(MPI_Type_free)
KCAST_C_CALL(MPI_Get_count)
KCAST_C_CALL(MPI_Probe)
KCAST_C_CALL(MPI_Ssend)
KCAST_C_CALL(MPI_Request_free)
KCAST_C_CALL(MPI_Error_string)
#undef KCAST_C_CALL
#endif
