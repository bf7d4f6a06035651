// Starts `kcast serve` for the tests; the mock where the binary has no server.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

export const KCAST = process.env.KCAST ?? resolve(HERE, "../../../build/release/bin/kcast");

function address(server: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let text = "";
    const timer = setTimeout(() => fail(new Error(`the server did not start: ${text}`)), 60_000);
    server.stdout!.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /serves on (http:\/\/\S+)/.exec(text)?.[1];
      if (!found) return;
      clearTimeout(timer);
      done(found);
    });
    server.on("exit", (code) => fail(new Error(`the server ended with status ${code}: ${text}`)));
  });
}

export default async function start(): Promise<() => void> {
  if (!existsSync(KCAST))
    throw new Error(`${KCAST} is not there: build it with ./kcast version, or set KCAST`);
  const isReal = !process.env.KCAST_MOCK && spawnSync(KCAST, ["serve", "--help"]).status === 0;
  const server = isReal
    ? spawn(KCAST, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] })
    : spawn(process.execPath, [resolve(HERE, "../mock_server.mjs"), KCAST, "0"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
  process.env.KCAST_URL = await address(server);
  process.env.KCAST_IS_REAL = isReal ? "1" : "";
  console.log(`${isReal ? "kcast serve" : "the mock"} on ${process.env.KCAST_URL}`);
  return () => void server.kill();
}
