// The condition is evaluated, because programs allocate and launch inside of assert; a failure is not followed.
#undef assert
#ifdef NDEBUG
#define assert(...) ((void)0)
#else
#define assert(...) ((__VA_ARGS__) ? (void)0 : (void)0)
#endif
#ifndef KCAST_ASSERT_H
#define KCAST_ASSERT_H
#ifndef __cplusplus
#define static_assert _Static_assert
#endif
#endif
