// Not a program at all.
this is ] not { a ( program
#if 0
__global__ void hidden(int* p) { *p = 1; }
#endif
}}}
__global__ void survivor(int* p) { *p = 2; }
