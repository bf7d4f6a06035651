// One kernel of three does not compile, and the file is cut off in the last.
__kernel void good(__global int* p) { p[get_global_id(0)] = 1; }

__kernel void bad(__global int* p) { p[get_global_id(0)] = undeclared_thing; }

__kernel void cut(__global int* p) {
  for (int i = 0; i < 10; ++i) {
    p[i] =
