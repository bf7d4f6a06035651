#pragma once
void run_prepare(float* v, int n);
