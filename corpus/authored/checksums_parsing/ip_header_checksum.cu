#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

struct Ipv4Header {
	unsigned w[5];
};

/* Verifies the checksum of a 20-byte header, decrements the TTL and updates the checksum
   incrementally (RFC 1624), as a router would do. */
__global__ void forward_headers(Ipv4Header *hdr, unsigned char *drop, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned w0 = hdr[i].w[0], w1 = hdr[i].w[1], w2 = hdr[i].w[2], w3 = hdr[i].w[3], w4 = hdr[i].w[4];

	unsigned sum = (w0 & 0xffff) + (w0 >> 16) + (w1 & 0xffff) + (w1 >> 16) + (w2 & 0xffff)
		     + (w2 >> 16) + (w3 & 0xffff) + (w3 >> 16) + (w4 & 0xffff) + (w4 >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	unsigned ttl = w2 & 0xff;           /* byte 8, little endian words */

	bool bad = sum != 0xffff || ttl <= 1;
	if (!bad) {
		unsigned oldField = w2 & 0xffff;
		unsigned newField = oldField - 1;
		unsigned check = ~(w2 >> 16) & 0xffff;
		check += (~oldField & 0xffff) + newField;
		check = (check & 0xffff) + (check >> 16);
		check = (check & 0xffff) + (check >> 16);
		hdr[i].w[2] = newField | ((~check & 0xffff) << 16);
	}
	drop[i] = bad;
}

int main()
{
	const int n = 2000000;
	Ipv4Header *h = (Ipv4Header *)malloc(n * sizeof(Ipv4Header));
	for (int i = 0; i < n; i++) {
		h[i].w[0] = 0x28000045u;
		h[i].w[1] = (unsigned)i & 0xffff;
		h[i].w[2] = 0x0600u | (unsigned)(i % 64 + 1);
		h[i].w[3] = 0x0100a8c0u + ((unsigned)i << 24);
		h[i].w[4] = 0x08080808u;
		unsigned s = 0;
		for (int k = 0; k < 5; k++)
			s += (h[i].w[k] & 0xffff) + (h[i].w[k] >> 16);
		while (s >> 16)
			s = (s & 0xffff) + (s >> 16);
		h[i].w[2] |= (~s & 0xffff) << 16;
	}

	Ipv4Header *dHdr;
	unsigned char *dDrop, *drop = (unsigned char *)malloc(n);
	cudaMalloc(&dHdr, n * sizeof(Ipv4Header));
	cudaMalloc(&dDrop, n);
	cudaMemcpy(dHdr, h, n * sizeof(Ipv4Header), cudaMemcpyHostToDevice);
	forward_headers<<<(n + 159) / 160, 160>>>(dHdr, dDrop, n);
	cudaMemcpy(drop, dDrop, n, cudaMemcpyDeviceToHost);
	int dropped = 0;
	for (int i = 0; i < n; i++)
		dropped += drop[i];
	printf("dropped %d of %d (TTL expired)\n", dropped, n);
	return 0;
}
