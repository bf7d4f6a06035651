// A mesh as a struct of pointers, mapped member by member; faces gather from their two cells.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int cells, faces;
  int *left, *right;
  double *area, *value, *flux;
} mesh;

static void fluxes(mesh *m) {
  // Members that are numbers are not mapped: the region uses copies of them.
  int cells = m->cells, faces = m->faces;
#pragma omp target teams distribute parallel for map(to : m->left[0 : faces]) \
    map(to : m->right[0 : faces], m->area[0 : faces], m->value[0 : cells])    \
    map(from : m->flux[0 : faces])
  for (int f = 0; f < faces; f++)
    m->flux[f] = m->area[f] * (m->value[m->right[f]] - m->value[m->left[f]]);
}

int main(int argc, char **argv) {
  mesh m;
  m.cells = argc > 1 ? atoi(argv[1]) : 1000000;
  m.faces = 2 * m.cells;
  m.left = malloc(m.faces * sizeof(int));
  m.right = malloc(m.faces * sizeof(int));
  m.area = malloc(m.faces * sizeof(double));
  m.value = malloc(m.cells * sizeof(double));
  m.flux = malloc(m.faces * sizeof(double));
  for (int c = 0; c < m.cells; c++)
    m.value[c] = 0.5 * (c % 100);
  for (int f = 0; f < m.faces; f++) {
    m.left[f] = f / 2;
    m.right[f] = (f / 2 + (f % 2 ? 1 : 1000)) % m.cells;
    m.area[f] = 1.0 + f % 2;
  }
  fluxes(&m);
  double error = 0, sum = 0;
  for (int f = 0; f < m.faces; f++) {
    double want = m.area[f] * (m.value[m.right[f]] - m.value[m.left[f]]);
    error = fmax(error, fabs(m.flux[f] - want));
    sum += fabs(m.flux[f]);
  }
  printf("%s %.10g\n", error == 0 ? "ok" : "wrong", sum);
  return error != 0;
}
