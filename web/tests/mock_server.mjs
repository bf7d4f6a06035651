// Answers as `kcast serve` does, by running the command line: for work on the page where the server
// is not built. node tests/mock_server.mjs KCAST [PORT]
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";

const [kcast, port = "8080"] = process.argv.slice(2);
const dist = new URL("../dist", import.meta.url).pathname;
const types = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};
const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:";

function run(args, cwd, signal) {
  return new Promise((resolve) =>
    execFile(kcast, args, { cwd, signal, maxBuffer: 1 << 28 }, (error, stdout) =>
      resolve({ error, stdout }),
    ),
  );
}

function optionsOf(body) {
  const out = ["--json", "--gpu", (body.gpus ?? ["h200"]).join(",")];
  const { grid, block, shared } = body.launch ?? {};
  if (grid) out.push("--grid", String(grid));
  if (block) out.push("--block", String(block));
  if (shared) out.push("--shared", String(shared));
  for (const [name, value] of Object.entries(body.arguments ?? {}))
    out.push("--arg", `${name}=${value}`);
  for (const [name, value] of Object.entries(body.defines ?? {}))
    out.push("-D", `${name}=${value}`);
  for (const [name, values] of Object.entries(body.sweep ?? {}))
    out.push("--sweep", `${name}=${values.join(",")}`);
  if (body.kernel) out.push("--kernel", body.kernel);
  if (body.flags) out.push("--flags", body.flags);
  return out;
}

async function predict(body, signal) {
  const folder = mkdtempSync(join(tmpdir(), "kcast-mock-"));
  for (const file of body.files) writeFileSync(join(folder, file.name), file.text);
  const { stdout } = await run(
    ["predict", ...body.files.map((file) => file.name), ...optionsOf(body)],
    folder,
    signal,
  );
  const answer = JSON.parse(stdout);
  return [answer.error ? 422 : 200, answer];
}

createServer(async (request, response) => {
  const send = (status, type, text) =>
    response
      .writeHead(status, { "Content-Type": type, "Content-Security-Policy": policy })
      .end(text);
  const path = new URL(request.url, "http://localhost").pathname;
  try {
    if (path === "/v1/gpus")
      return send(
        200,
        "application/json",
        `{"default": "h200", "gpus": ${(await run(["gpus", "--json"])).stdout}}`,
      );
    if (path === "/v1/predict") {
      let text = "";
      for await (const chunk of request) text += chunk;
      const gone = new AbortController();
      response.on("close", () => gone.abort());
      const [status, answer] = await predict(JSON.parse(text), gone.signal);
      return send(status, "application/json", JSON.stringify(answer));
    }
    const file = path === "/" ? "index.html" : normalize(path).slice(1);
    send(200, types[extname(file)] ?? "application/octet-stream", readFileSync(join(dist, file)));
  } catch (error) {
    if (!response.headersSent)
      send(
        404,
        "application/json",
        JSON.stringify({ error: { code: "mock", message: String(error) } }),
      );
  }
}).listen(Number(port), "127.0.0.1", function () {
  console.log(`mock of kcast serves on http://127.0.0.1:${this.address().port}`);
});
