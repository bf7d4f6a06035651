// Particle in cell: the field is gathered at each particle, which is then pushed by leapfrog.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  double x, v;
  int cell;
} particle;

#pragma omp declare target
static void advance(particle *p, const double *field, int cells, double dt) {
  double share = p->x - p->cell;
  int next = p->cell + 1 == cells ? 0 : p->cell + 1;
  p->v += dt * ((1 - share) * field[p->cell] + share * field[next]);
  p->x += dt * p->v;
  if (p->x >= cells) p->x -= cells;
  if (p->x < 0) p->x += cells;
  p->cell = (int)p->x;
}
#pragma omp end declare target

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1000000;
  int cells = argc > 2 ? atoi(argv[2]) : 4096;
  int steps = argc > 3 ? atoi(argv[3]) : 10;
  particle *p = malloc(n * sizeof(particle)), *check = malloc(n * sizeof(particle));
  double *field = malloc(cells * sizeof(double));
  for (int c = 0; c < cells; c++)
    field[c] = sin(0.01 * c);
  for (int i = 0; i < n; i++) {
    p[i].cell = (int)((long)i * 5 % cells);
    p[i].x = p[i].cell + 0.25 * (i % 4);
    p[i].v = 0.1 * (i % 11) - 0.5;
  }
  memcpy(check, p, n * sizeof(particle));
#pragma omp target enter data map(to : p[0 : n], field[0 : cells])
  for (int s = 0; s < steps; s++) {
#pragma omp target teams distribute parallel for schedule(static, 1)
    for (int i = 0; i < n; i++)
      advance(&p[i], field, cells, 0.1);
  }
#pragma omp target exit data map(from : p[0 : n]) map(release : field[0 : cells])
  double error = 0, kinetic = 0;
  for (int i = 0; i < n; i++) {
    for (int s = 0; s < steps; s++)
      advance(&check[i], field, cells, 0.1);
    error = fmax(error, fabs(p[i].v - check[i].v));
    kinetic += 0.5 * p[i].v * p[i].v;
  }
  printf("%s %.10g\n", error < 1e-9 ? "ok" : "wrong", kinetic);
  return error >= 1e-9;
}
