import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Plugin } from "vite";

// The licences of what is bundled, beside it.
function licences(): Plugin {
  const packages = new Set<string>();
  return {
    name: "licences",
    moduleParsed({ id }) {
      const path = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id.replace(/^\0/, ""))?.[1];
      if (path) packages.add(path);
    },
    generateBundle() {
      const texts = [...packages].sort().map((path) => {
        const { name, version } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
          name: string;
          version: string;
        };
        const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
        if (!file) throw new Error(`${name} has no licence file`);
        return `${name} ${version}\n\n${readFileSync(join(path, file), "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licences.txt", source: texts.join("\n----\n\n") });
    },
  };
}

// One script and one style sheet, with names from their content. The build is committed, so it
// must not depend on the machine.
export default defineConfig({
  base: "./",
  plugins: [licences()],
  build: {
    outDir: "dist",
    target: "es2021",
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 700,
  },
  server: { proxy: { "/v1": "http://127.0.0.1:8787" }, fs: { allow: [".."] } },
});
