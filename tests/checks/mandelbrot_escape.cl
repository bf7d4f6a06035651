__kernel void mandelbrot_escape(__global int* iterations, int width, int height, float x0, float y0, float step, int limit) {
  const int px = get_global_id(0);
  const int py = get_global_id(1);
  if (px >= width || py >= height) return;
  const float cr = x0 + px * step, ci = y0 + py * step;
  float zr = 0.f, zi = 0.f;
  int k = 0;
  while (k < limit && zr * zr + zi * zi < 4.0f) {
    const float t = zr * zr - zi * zi + cr;
    zi = 2.0f * zr * zi + ci;
    zr = t;
    ++k;
  }
  iterations[py * width + px] = k;
}
