// kcast: --kernel fetch
STRINGIFY(
\n#define STEPS 4
\n#undef UNUSED
\n
__kernel void fetch(__global const float *in, __global float *out)
{
    float sum = 0;
    for (int i = 0; i < STEPS; i++) sum += in[get_global_id(0) + i * get_global_size(0)];
    out[get_global_id(0)] = sum;
}
)
