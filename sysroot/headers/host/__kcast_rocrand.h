#ifndef KCAST_ROCRAND_H
#define KCAST_ROCRAND_H
#include <__kcast_library.h>
enum rocrand_status { ROCRAND_STATUS_SUCCESS };
enum rocrand_rng_type { ROCRAND_RNG_PSEUDO_DEFAULT = 400, ROCRAND_RNG_PSEUDO_XORWOW, ROCRAND_RNG_PSEUDO_PHILOX4_32_10 = 404 };
typedef struct rocrand_generator_base* rocrand_generator;
KCAST_CREATE(rocrand_status, rocrand_create_generator)
KCAST_CALL(rocrand_status, rocrand_destroy_generator)
KCAST_CALL(rocrand_status, rocrand_set_seed)
KCAST_CALL(rocrand_status, rocrand_set_stream)
KCAST_CALL(rocrand_status, rocrand_generate)
KCAST_CALL(rocrand_status, rocrand_generate_uniform)
KCAST_CALL(rocrand_status, rocrand_generate_uniform_double)
KCAST_CALL(rocrand_status, rocrand_generate_normal)
KCAST_CALL(rocrand_status, rocrand_generate_normal_double)
#endif
