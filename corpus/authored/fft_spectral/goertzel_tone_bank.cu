#include <cmath>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

// DTMF detector front end: Goertzel power of eight tones in frames of 205
// samples at 8 kHz. One thread per (frame, tone) pair; the eight tones of a
// frame sit side by side and share its samples through the cache.

constexpr int kTones = 8;
constexpr int kFrame = 205;

struct ToneBank {
  float coeff[kTones];
};

__global__ void goertzel(const short* pcm, int frames, ToneBank bank, float* power)
{
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  const int frame = t / kTones;
  const int tone = t % kTones;
  if (frame >= frames) return;

  const short* s = pcm + frame * kFrame;
  const float c = bank.coeff[tone];
  float q1 = 0.f, q2 = 0.f;
  for (int n = 0; n < kFrame; ++n) {
    const float q0 = c * q1 - q2 + s[n];
    q2 = q1;
    q1 = q0;
  }
  power[t] = q1 * q1 + q2 * q2 - c * q1 * q2;
}

int main()
{
  const double hz[kTones] = {697, 770, 852, 941, 1209, 1336, 1477, 1633};
  ToneBank bank;
  for (int i = 0; i < kTones; ++i)
    bank.coeff[i] = 2.0f * (float)std::cos(2.0 * 3.141592653589793 * hz[i] / 8000.0);

  const int frames = 4000;
  std::vector<short> pcm(frames * kFrame);
  for (int i = 0; i < frames * kFrame; ++i)
    pcm[i] = (short)((i % 10 < 5) ? 8000 : -8000);     // an 800 Hz square wave

  short* dPcm;
  float* dPower;
  cudaMalloc(&dPcm, pcm.size() * sizeof(short));
  cudaMalloc(&dPower, frames * kTones * sizeof(float));
  cudaMemcpy(dPcm, pcm.data(), pcm.size() * sizeof(short), cudaMemcpyHostToDevice);

  goertzel<<<(frames * kTones + 127) / 128, 128>>>(dPcm, frames, bank, dPower);

  float p[kTones];
  cudaMemcpy(p, dPower, sizeof(p), cudaMemcpyDeviceToHost);
  for (int i = 0; i < kTones; ++i) std::printf("%4.0f Hz: %.3e\n", hz[i], p[i]);
  cudaFree(dPcm);
  cudaFree(dPower);
}
