// A real VS Code with the packaged extension, for a test: a folder, a server, a page.

import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface Setup {
  node: string; // that runs VS Code
  main: string; // of VS Code's server
  vsix: string;
  files: Record<string, string>; // of the workspace
  settings: Record<string, unknown>;
  environment?: Record<string, string>;
}

export class VsCode {
  readonly folder = mkdtempSync(join(tmpdir(), "kernelcast-test-"));
  readonly workspace = join(this.folder, "workspace");
  private child: ChildProcess | undefined;
  private port = 0;
  output = "";

  constructor(private readonly setup: Setup) {
    for (const [name, text] of Object.entries(setup.files)) this.write(name, text);
    const settings = JSON.stringify(setup.settings, null, 2);
    for (const place of ["User", "Machine"]) {
      mkdirSync(join(this.folder, "data", place), { recursive: true });
      writeFileSync(join(this.folder, "data", place, "settings.json"), settings);
    }
  }

  // A file of the workspace, or of a folder beside it.
  write(name: string, text: string, mode = 0o644): string {
    const file = join(this.workspace, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode });
    return file;
  }

  // The files of the workspace become HEAD of a repository.
  commit(): void {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@localhost", ...args], {
        cwd: this.workspace,
        stdio: "pipe",
      });
    git("init", "-q");
    git("add", "-A");
    git("commit", "-q", "-m", "first");
  }

  private common(): string[] {
    return [
      ...["--server-data-dir", join(this.folder, "server")],
      ...["--user-data-dir", join(this.folder, "data")],
      ...["--extensions-dir", join(this.folder, "extensions")],
      "--accept-server-license-terms",
      "--disable-telemetry",
    ];
  }

  install(): void {
    const { node, main, vsix } = this.setup;
    const args = [main, ...this.common(), "--install-extension", vsix, "--force"];
    this.output += execFileSync(node, args, { encoding: "utf8", stdio: "pipe" });
  }

  async start(): Promise<void> {
    const { node, main, environment } = this.setup;
    this.port = await freePort();
    const args = [main, ...this.common(), "--host", "127.0.0.1", "--port", String(this.port)];
    args.push("--without-connection-token");
    this.child = spawn(node, args, {
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a group of its own, which ends as a whole
    });
    await new Promise<void>((resolve, reject) => {
      const read = (data: Buffer) => {
        this.output += data.toString();
        if (this.output.includes("Extension host agent started")) resolve();
      };
      this.child?.stdout?.on("data", read);
      this.child?.stderr?.on("data", read);
      this.child?.on("exit", () => reject(new Error(`VS Code ended:\n${this.output}`)));
    });
  }

  // A window of VS Code with this folder open.
  url(folder = this.workspace): string {
    return `http://127.0.0.1:${this.port}/?folder=${folder}`;
  }

  stop(): void {
    if (this.child?.pid !== undefined) {
      try {
        process.kill(-this.child.pid, "SIGKILL");
      } catch {
        // it had ended
      }
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
