// Asks a binary who it is before it is trusted to be a server.

import { execFile } from "node:child_process";

export type Answer = { version: string } | { error: string };

export function parseVersion(output: string): string | undefined {
  return /^kcast (\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
}

export function askVersion(file: string): Promise<Answer> {
  return new Promise((resolve) => {
    execFile(file, ["--version"], { timeout: 10_000 }, (error, stdout, stderr) => {
      const version = parseVersion(stdout);
      if (version !== undefined) return resolve({ version });
      const said = (stderr || stdout).trim().split("\n")[0] ?? "";
      return resolve({ error: said !== "" ? said : (error?.message ?? "it says nothing") });
    });
  });
}
