struct Body {
  float px, py, pz;
  float vx, vy, vz;
  float mass, charge;
};
extern "C" __global__ void aos_integrate(Body* bodies, float dt, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Body& b = bodies[i];
    b.px += b.vx * dt;
    b.py += b.vy * dt;
    b.pz += b.vz * dt;
  }
}
