// A file that C++ includes as a string.
R"(
__kernel void twice(__global float *x) { x[get_global_id(0)] *= 2.0f; }
)"  // a long literal is cut
R"cl(
__kernel void thrice(__global float *x) { x[get_global_id(0)] *= 3.0f; }
// The end.
)cl"
