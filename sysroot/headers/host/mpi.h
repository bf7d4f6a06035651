#ifndef KCAST_MPI_H
#define KCAST_MPI_H
#include <__kcast_library.h>
#include <__kcast_mpi_names.h>
// The program is read as one process: rank 0 of 1.
inline int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = 0;
  return 0;
}
inline int MPI_Comm_size(MPI_Comm, int* size) {
  *size = 1;
  return 0;
}
inline double MPI_Wtime() { return __kcast_unknown<double>("MPI_Wtime()", "run-time query"); }
inline double MPI_Wtick() { return 1e-9; }
inline int MPI_Init_thread(int*, char***, int required, int* provided) {
  *provided = required;
  return 0;
}
KCAST_CALL(int, MPI_Init)
KCAST_CALL(int, MPI_Finalize)
KCAST_CALL(int, MPI_Initialized)
KCAST_CALL(int, MPI_Finalized)
KCAST_CALL(int, MPI_Abort)
KCAST_CALL(int, MPI_Barrier)
KCAST_CALL(int, MPI_Send)
KCAST_CALL(int, MPI_Recv)
KCAST_CALL(int, MPI_Isend)
KCAST_CALL(int, MPI_Irecv)
KCAST_CALL(int, MPI_Sendrecv)
KCAST_CALL(int, MPI_Wait)
KCAST_CALL(int, MPI_Waitall)
KCAST_CALL(int, MPI_Waitany)
KCAST_CALL(int, MPI_Test)
KCAST_CALL(int, MPI_Bcast)
KCAST_CALL(int, MPI_Reduce)
KCAST_CALL(int, MPI_Allreduce)
KCAST_CALL(int, MPI_Gather)
KCAST_CALL(int, MPI_Gatherv)
KCAST_CALL(int, MPI_Allgather)
KCAST_CALL(int, MPI_Allgatherv)
KCAST_CALL(int, MPI_Scatter)
KCAST_CALL(int, MPI_Scatterv)
KCAST_CALL(int, MPI_Alltoall)
KCAST_CALL(int, MPI_Alltoallv)
KCAST_CALL(int, MPI_Scan)
KCAST_CALL(int, MPI_Reduce_scatter)
KCAST_CALL(int, MPI_Get_processor_name)
KCAST_CALL(int, MPI_Comm_split)
KCAST_CALL(int, MPI_Comm_split_type)
KCAST_CALL(int, MPI_Comm_dup)
KCAST_CALL(int, MPI_Comm_free)
KCAST_CALL(int, MPI_Cart_create)
KCAST_CALL(int, MPI_Cart_coords)
KCAST_CALL(int, MPI_Cart_shift)
KCAST_CALL(int, MPI_Cart_rank)
KCAST_CALL(int, MPI_Dims_create)
KCAST_CALL(int, MPI_Type_vector)
KCAST_CALL(int, MPI_Type_contiguous)
KCAST_CALL(int, MPI_Type_create_struct)
KCAST_CALL(int, MPI_Type_commit)
KCAST_CALL(int, MPI_Type_free)
KCAST_CALL(int, MPI_Get_count)
KCAST_CALL(int, MPI_Probe)
KCAST_CALL(int, MPI_Ssend)
KCAST_CALL(int, MPI_Request_free)
KCAST_CALL(int, MPI_Error_string)
#endif
