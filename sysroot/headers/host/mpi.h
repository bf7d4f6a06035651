#ifndef KCAST_MPI_H
#define KCAST_MPI_H
#include <__kcast_library.h>
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info, MPI_Group, MPI_Win, MPI_File;
typedef long MPI_Aint, MPI_Offset;
struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
};
#define MPI_SUCCESS 0
#define MPI_COMM_WORLD 1
#define MPI_COMM_SELF 2
#define MPI_COMM_NULL 0
#define MPI_COMM_TYPE_SHARED 1
#define MPI_INFO_NULL 0
#define MPI_REQUEST_NULL 0
#define MPI_CHAR 1
#define MPI_BYTE 2
#define MPI_INT 3
#define MPI_UNSIGNED 4
#define MPI_LONG 5
#define MPI_LONG_LONG 6
#define MPI_UNSIGNED_LONG 7
#define MPI_UNSIGNED_LONG_LONG 8
#define MPI_FLOAT 9
#define MPI_DOUBLE 10
#define MPI_INT64_T 11
#define MPI_UINT64_T 12
#define MPI_C_BOOL 13
#define MPI_SUM 1
#define MPI_MAX 2
#define MPI_MIN 3
#define MPI_PROD 4
#define MPI_LOR 5
#define MPI_LAND 6
#define MPI_IN_PLACE ((void*)1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_STATUSES_IGNORE ((MPI_Status*)0)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-1)
#define MPI_PROC_NULL (-2)
#define MPI_MAX_PROCESSOR_NAME 256
#define MPI_THREAD_SINGLE 0
#define MPI_THREAD_FUNNELED 1
#define MPI_THREAD_MULTIPLE 3
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
