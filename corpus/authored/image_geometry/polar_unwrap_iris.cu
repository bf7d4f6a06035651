/* Daugman's rubber sheet: the ring between pupil and iris boundary is unrolled into a
   rectangular strip, radius down the rows and angle along the columns. */

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#define IMG_W   800
#define IMG_H   600
#define N_RAD    64
#define N_ANG   512

struct Circle { float x, y, r; };

__global__ void UnwrapIris(const unsigned char* pImage, float* pStrip, Circle pupil, Circle iris)
{
    int iAng = threadIdx.x;             /* one block per radius */
    int iRad = blockIdx.x;

    float fSin, fCos;
    sincosf(6.2831853f * iAng / N_ANG, &fSin, &fCos);
    float t = (iRad + 0.5f) / N_RAD;

    float fX = (1.f - t) * (pupil.x + pupil.r * fCos) + t * (iris.x + iris.r * fCos);
    float fY = (1.f - t) * (pupil.y + pupil.r * fSin) + t * (iris.y + iris.r * fSin);
    fX = fminf(fmaxf(fX, 0.f), IMG_W - 1.001f);
    fY = fminf(fmaxf(fY, 0.f), IMG_H - 1.001f);

    int nX = (int)fX;
    int nY = (int)fY;
    float dx = fX - nX, dy = fY - nY;
    const unsigned char* p = &pImage[nY * IMG_W + nX];
    float fVal = (1.f - dy) * ((1.f - dx) * p[0] + dx * p[1])
               + dy * ((1.f - dx) * p[IMG_W] + dx * p[IMG_W + 1]);
    pStrip[iRad * N_ANG + iAng] = fVal;
}

int main()
{
    static unsigned char hImage[IMG_W * IMG_H];
    static float hStrip[N_RAD * N_ANG];
    for (int i = 0; i < IMG_W * IMG_H; i++) {
        int dx = i % IMG_W - 400;
        int dy = i / IMG_W - 300;
        hImage[i] = (unsigned char)(((dx * dx + dy * dy) >> 7) & 0xFF);
    }

    Circle pupil = { 402.f, 298.f, 55.f };
    Circle iris  = { 399.f, 301.f, 180.f };
    unsigned char* dImage;
    float* dStrip;
    cudaMalloc((void**)&dImage, sizeof(hImage));
    cudaMalloc((void**)&dStrip, sizeof(hStrip));
    cudaMemcpy(dImage, hImage, sizeof(hImage), cudaMemcpyHostToDevice);

    UnwrapIris<<<N_RAD, N_ANG>>>(dImage, dStrip, pupil, iris);

    cudaMemcpy(hStrip, dStrip, sizeof(hStrip), cudaMemcpyDeviceToHost);
    for (int r = 0; r < N_RAD; r += 16)
        printf("r %2d: %.1f %.1f %.1f\n", r, hStrip[r * N_ANG], hStrip[r * N_ANG + 128], hStrip[r * N_ANG + 256]);
    cudaFree(dImage);
    cudaFree(dStrip);
    return 0;
}
