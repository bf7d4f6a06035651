#ifndef KCAST_STDBOOL_H
#define KCAST_STDBOOL_H
#define __bool_true_false_are_defined 1
#ifndef __cplusplus
#define bool _Bool
#define true 1
#define false 0
#endif
#endif
