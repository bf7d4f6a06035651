// Which texts in C or C++ hold GPU code: those that include HIP or offload with OpenMP. It is asked
// of every C and C++ file that is opened, so it looks for a line and does not parse.

const LINE = /^[ \t]*#[ \t]*(?:include[ \t]*[<"]hip\/|pragma[ \t]+omp[ \t]+target\b)/m;

export function isGpuText(text: string): boolean {
  return LINE.test(text);
}
