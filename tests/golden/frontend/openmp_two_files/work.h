void scale(int n, double *x);
