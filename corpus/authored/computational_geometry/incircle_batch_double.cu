// Delaunay legality check: is point d inside the circumcircle of triangle (a,b,c)?
// Double precision determinant with a static error bound; uncertain cases are marked 2
// and left for exact arithmetic on the host.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

typedef double2 pt;

__global__ void incircle(const pt *__restrict__ xy, const int4 *__restrict__ quad, signed char *flag, int nq)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= nq) return;
    int4 q = quad[i];
    pt d = xy[q.w];
    pt a = xy[q.x], b = xy[q.y], c = xy[q.z];

    double adx = a.x - d.x, ady = a.y - d.y;
    double bdx = b.x - d.x, bdy = b.y - d.y;
    double cdx = c.x - d.x, cdy = c.y - d.y;

    double bxcy = bdx * cdy, cxby = cdx * bdy;
    double cxay = cdx * ady, axcy = adx * cdy;
    double axby = adx * bdy, bxay = bdx * ady;
    double al = adx * adx + ady * ady;
    double bl = bdx * bdx + bdy * bdy;
    double cl = cdx * cdx + cdy * cdy;

    double det = al * (bxcy - cxby) + bl * (cxay - axcy) + cl * (axby - bxay);
    double permanent = (fabs(bxcy) + fabs(cxby)) * al + (fabs(cxay) + fabs(axcy)) * bl
                     + (fabs(axby) + fabs(bxay)) * cl;
    double bound = 1.1102230246251577e-15 * permanent;

    signed char r = 2;
    if (det > bound) r = 1;
    else if (-det > bound) r = -1;
    flag[i] = r;
}

int main()
{
    const int side = 708, np = side * side;
    const int nq = (side - 1) * (side - 1);         // one test per cell of a jittered lattice

    pt *xy = (pt *)malloc(np * sizeof(pt));
    int4 *quad = (int4 *)malloc(nq * sizeof(int4));
    for (int i = 0; i < np; ++i) {
        xy[i].x = i % side + 0.3 * rand() / RAND_MAX;
        xy[i].y = i / side + 0.3 * rand() / RAND_MAX;
    }
    for (int i = 0; i < nq; ++i) {
        int v = (i / (side - 1)) * side + i % (side - 1);
        quad[i].x = v;
        quad[i].y = v + 1;
        quad[i].z = v + side;
        quad[i].w = v + side + 1;
    }

    pt *dxy;
    int4 *dquad;
    signed char *dflag, *flag = (signed char *)malloc(nq);
    cudaMalloc(&dxy, np * sizeof(pt));
    cudaMalloc(&dquad, nq * sizeof(int4));
    cudaMalloc(&dflag, nq);
    cudaMemcpy(dxy, xy, np * sizeof(pt), cudaMemcpyHostToDevice);
    cudaMemcpy(dquad, quad, nq * sizeof(int4), cudaMemcpyHostToDevice);

    incircle<<<(nq + 191) / 192, 192>>>(dxy, dquad, dflag, nq);

    cudaMemcpy(flag, dflag, nq, cudaMemcpyDeviceToHost);
    int flips = 0, unsure = 0;
    for (int i = 0; i < nq; ++i) {
        flips += flag[i] == 1;
        unsure += flag[i] == 2;
    }
    printf("%d edges to flip, %d undecided\n", flips, unsure);
    return 0;
}
