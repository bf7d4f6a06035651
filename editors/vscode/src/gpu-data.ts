// The peaks and bandwidths of all GPUs, as the server's binary knows them; read once.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Gpu } from "./protocol";
import { parseGpus } from "../../../web/src/report";
import type { Server } from "./server/server";

export class GpuData {
  private known: { path: string; gpus: Promise<Gpu[]> } | undefined;

  constructor(private readonly server: Server) {}

  all(): Promise<Gpu[]> {
    const path = this.server.path;
    if (path === undefined) return Promise.resolve([]);
    if (this.known?.path !== path) this.known = { path, gpus: this.read(path) };
    return this.known.gpus;
  }

  private async read(path: string): Promise<Gpu[]> {
    try {
      const { stdout } = await promisify(execFile)(path, ["gpus", "--json"], {
        maxBuffer: 16 * 1024 * 1024,
        timeout: 20_000,
      });
      return parseGpus(JSON.parse(stdout));
    } catch (error) {
      this.known = undefined;
      this.server.log.error(`kcast gpus --json: ${String(error)}`);
      return [];
    }
  }
}
