// The kernel that a command is about.

import type * as vscode from "vscode";
import type { Kernels } from "../kernels";
import type { DocumentStatus, KernelStatus } from "../protocol";

export interface Which {
  uri: vscode.Uri;
  status: DocumentStatus;
  kernel: KernelStatus;
}

export function kernelOrThrow(kernels: Kernels): Which {
  const now = kernels.current;
  if (now === undefined) throw new Error("open a CUDA, HIP or OpenCL file first");
  if (now.kernel === undefined) throw new Error("this file has no kernel");
  return { uri: now.uri, status: now.status, kernel: now.kernel };
}
