// Programs to start from: those of the project's examples folder.
import matmul from "../../../examples/matmul_tiled.cu?raw";
import reduction from "../../../examples/reduction.hip?raw";
import saxpy from "../../../examples/saxpy.cu?raw";
import stencil from "../../../examples/stencil.cl?raw";
import transpose from "../../../examples/transpose.cu?raw";

export interface Example {
  file: string;
  title: string;
  text: string;
}

export const EXAMPLES: Example[] = [
  { file: "saxpy.cu", title: "saxpy: the smallest program", text: saxpy },
  { file: "transpose.cu", title: "transpose: plain and tiled", text: transpose },
  { file: "matmul_tiled.cu", title: "matmul: tiles in shared memory", text: matmul },
  { file: "reduction.hip", title: "reduction: two passes, HIP", text: reduction },
  { file: "stencil.cl", title: "stencil: a kernel alone, OpenCL", text: stencil },
];
