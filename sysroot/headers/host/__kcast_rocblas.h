#ifndef KCAST_ROCBLAS_H
#define KCAST_ROCBLAS_H
#include <__kcast_library.h>
enum rocblas_status { rocblas_status_success, rocblas_status_invalid_handle, rocblas_status_internal_error = 6 };
enum rocblas_operation { rocblas_operation_none = 111, rocblas_operation_transpose, rocblas_operation_conjugate_transpose };
enum rocblas_pointer_mode { rocblas_pointer_mode_host, rocblas_pointer_mode_device };
enum rocblas_datatype { rocblas_datatype_f16_r = 150, rocblas_datatype_f32_r, rocblas_datatype_f64_r };
typedef int rocblas_int;
typedef struct rocblas_context* rocblas_handle;
inline const char* rocblas_status_to_string(rocblas_status) { return "success"; }
KCAST_CREATE(rocblas_status, rocblas_create_handle)
KCAST_CALL(rocblas_status, rocblas_destroy_handle)
KCAST_CALL(rocblas_status, rocblas_set_stream)
KCAST_CALL(rocblas_status, rocblas_get_stream)
KCAST_CALL(rocblas_status, rocblas_set_pointer_mode)
KCAST_CALL(rocblas_status, rocblas_set_matrix)
KCAST_CALL(rocblas_status, rocblas_get_matrix)
KCAST_CALL(rocblas_status, rocblas_set_vector)
KCAST_CALL(rocblas_status, rocblas_get_vector)
KCAST_CALL(rocblas_status, rocblas_initialize)
KCAST_CALL(rocblas_status, rocblas_gemm_ex)
KCAST_CALL(rocblas_status, rocblas_gemm_strided_batched_ex)
KCAST_CALL(rocblas_status, rocblas_sgemm)
KCAST_CALL(rocblas_status, rocblas_dgemm)
KCAST_CALL(rocblas_status, rocblas_hgemm)
KCAST_CALL(rocblas_status, rocblas_cgemm)
KCAST_CALL(rocblas_status, rocblas_zgemm)
KCAST_CALL(rocblas_status, rocblas_sgemm_strided_batched)
KCAST_CALL(rocblas_status, rocblas_dgemm_strided_batched)
KCAST_CALL(rocblas_status, rocblas_sgemv)
KCAST_CALL(rocblas_status, rocblas_dgemv)
KCAST_CALL(rocblas_status, rocblas_saxpy)
KCAST_CALL(rocblas_status, rocblas_daxpy)
KCAST_CALL(rocblas_status, rocblas_sdot)
KCAST_CALL(rocblas_status, rocblas_ddot)
KCAST_CALL(rocblas_status, rocblas_sscal)
KCAST_CALL(rocblas_status, rocblas_dscal)
KCAST_CALL(rocblas_status, rocblas_snrm2)
KCAST_CALL(rocblas_status, rocblas_dnrm2)
KCAST_CALL(rocblas_status, rocblas_sasum)
KCAST_CALL(rocblas_status, rocblas_dasum)
KCAST_CALL(rocblas_status, rocblas_scopy)
KCAST_CALL(rocblas_status, rocblas_dcopy)
KCAST_CALL(rocblas_status, rocblas_strsm)
KCAST_CALL(rocblas_status, rocblas_dtrsm)
KCAST_CALL(rocblas_status, rocblas_sger)
KCAST_CALL(rocblas_status, rocblas_dger)
#endif
