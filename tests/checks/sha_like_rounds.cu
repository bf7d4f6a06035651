#define ROTR(x, s) (((x) >> (s)) | ((x) << (32 - (s))))
// A compression in the manner of SHA-2: 64 rounds over a schedule of 16 words in registers.
extern "C" __global__ void sha_like_rounds(const uint4* message, uint4* digest, int blocks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= blocks) return;
  unsigned w[16];
#pragma unroll
  for (int q = 0; q < 4; ++q) {
    const uint4 m = message[q * blocks + i];
    w[4 * q] = m.x;
    w[4 * q + 1] = m.y;
    w[4 * q + 2] = m.z;
    w[4 * q + 3] = m.w;
  }
  unsigned a = 0x6a09e667u, b = 0xbb67ae85u, c = 0x3c6ef372u, d = 0xa54ff53au;
  unsigned e = 0x510e527fu, f = 0x9b05688cu, g = 0x1f83d9abu, h = 0x5be0cd19u;
#pragma unroll
  for (int r = 0; r < 64; ++r) {
    const unsigned s1 = ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25);
    const unsigned t1 = h + s1 + ((e & f) ^ (~e & g)) + w[r & 15] + 0x428a2f98u * (r + 1);
    const unsigned s0 = ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22);
    const unsigned t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g; g = f; f = e; e = d + t1;
    d = c; c = b; b = a; a = t1 + t2;
    const unsigned p = w[(r + 1) & 15], q = w[(r + 14) & 15];
    w[r & 15] += (ROTR(p, 7) ^ ROTR(p, 18) ^ (p >> 3)) + w[(r + 9) & 15] + (ROTR(q, 17) ^ ROTR(q, 19) ^ (q >> 10));
  }
  digest[2 * i] = make_uint4(a, b, c, d);
  digest[2 * i + 1] = make_uint4(e, f, g, h);
}
