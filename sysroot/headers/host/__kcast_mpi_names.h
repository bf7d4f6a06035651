// Types and constants of MPI, for C and C++.
#ifndef KCAST_MPI_NAMES_H
#define KCAST_MPI_NAMES_H
typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request, MPI_Info, MPI_Group, MPI_Win, MPI_File;
typedef long MPI_Aint, MPI_Offset;
typedef struct MPI_Status {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;
typedef void(MPI_User_function)(void*, void*, int*, MPI_Datatype*);
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
#define MPI_SIGNED_CHAR 14
#define MPI_UNSIGNED_CHAR 15
#define MPI_SHORT 16
#define MPI_UNSIGNED_SHORT 17
#define MPI_LONG_DOUBLE 18
#define MPI_INT32_T 19
#define MPI_UINT32_T 20
#define MPI_INT8_T 21
#define MPI_UINT8_T 22
#define MPI_DOUBLE_INT 23
#define MPI_FLOAT_INT 24
#define MPI_2INT 25
#define MPI_DATATYPE_NULL 0
#define MPI_BAND 7
#define MPI_BOR 8
#define MPI_MINLOC 9
#define MPI_MAXLOC 10
#define MPI_UNDEFINED (-32766)
#define MPI_THREAD_SERIALIZED 2
#define MPI_ERRORS_RETURN 1
#define MPI_MAX_ERROR_STRING 512
#define MPI_GROUP_NULL 0
#define MPI_WIN_NULL 0
#endif
