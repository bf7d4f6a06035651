#ifdef __cplusplus
#include <complex>
#endif
