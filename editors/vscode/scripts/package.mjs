// Makes kernelcast-VERSION-TARGET.vsix: the extension with the server inside. A .vsix is a zip with
// the extension's files under extension/ and two XML files that describe them.
//   node scripts/package.mjs [--out FILE] [--no-server]

import { execFileSync } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { checkout, root, serverBinary } from "./paths.mjs";

const MOST_BYTES = 40 * 1024 * 1024;
const CONTENT = ["package.json", "README.md", "dist", "languages", "media", "schemas"];
const TYPES = { css: "text/css", js: "application/javascript", json: "application/json", md: "text/markdown", png: "image/png", svg: "image/svg+xml", txt: "text/plain", vsixmanifest: "text/xml" };

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const target = `linux-${process.arch}`;

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function vsixManifest() {
  const { name, version, publisher, displayName, description, categories, keywords, engines } = manifest;
  const property = (id, value) => `<Property Id="Microsoft.VisualStudio.${id}" Value="${escape(value)}"/>`;
  const asset = (type, path) => `<Asset Type="Microsoft.VisualStudio.${type}" Path="${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
<Metadata>
<Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}" TargetPlatform="${target}"/>
<DisplayName>${escape(displayName)}</DisplayName>
<Description xml:space="preserve">${escape(description)}</Description>
<Tags>${escape(keywords.join(","))}</Tags>
<Categories>${escape(categories.join(","))}</Categories>
<License>extension/LICENSE.txt</License>
<Icon>extension/${manifest.icon}</Icon>
<Properties>
${property("Code.Engine", engines.vscode)}
${property("Code.ExtensionKind", manifest.extensionKind.join(","))}
</Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
${asset("Code.Manifest", "extension/package.json")}
${asset("Services.Content.Details", "extension/README.md")}
${asset("Services.Content.License", "extension/LICENSE.txt")}
${asset("Services.Icons.Default", `extension/${manifest.icon}`)}
</Assets>
</PackageManifest>
`;
}

function contentTypes() {
  const defaults = Object.entries(TYPES).map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`);
  return `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${defaults.join("")}</Types>
`;
}

// What users get of package.json: nothing that only developers run.
function publishedManifest() {
  const { scripts, devDependencies, private: isPrivate, ...published } = manifest;
  return JSON.stringify(published, null, 2);
}

function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).sort().flatMap((name) => filesBelow(join(path, name)));
}

function addServer(zip, folder) {
  const binary = serverBinary();
  if (binary === undefined) {
    throw new Error("there is no server to package: build it first (./kcast --version), or set KCAST");
  }
  const stripped = join(folder, "kcast");
  execFileSync("strip", ["-o", stripped, binary]);
  zip.addFile(stripped, "extension/server/kcast", { mode: 0o100755 });
}

async function main() {
  const out = process.argv.includes("--out")
    ? process.argv[process.argv.indexOf("--out") + 1]
    : join(root, `kernelcast-${manifest.version}-${target}.vsix`);
  execFileSync(process.execPath, [join(root, "scripts", "build.mjs"), "--production"], { stdio: "inherit" });
  const folder = mkdtempSync(join(tmpdir(), "kernelcast-vsix-"));
  try {
    const zip = new ZipFile();
    zip.addBuffer(Buffer.from(vsixManifest()), "extension.vsixmanifest");
    zip.addBuffer(Buffer.from(contentTypes()), "[Content_Types].xml");
    zip.addFile(join(checkout, "LICENSE"), "extension/LICENSE.txt");
    for (const file of CONTENT.flatMap((name) => filesBelow(join(root, name)))) {
      const name = relative(root, file);
      if (name === "package.json") zip.addBuffer(Buffer.from(publishedManifest()), "extension/package.json");
      else if (!name.endsWith(".map")) zip.addFile(file, `extension/${name}`);
    }
    if (!process.argv.includes("--no-server")) addServer(zip, folder);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(out));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const { size } = statSync(out);
  console.log(`${out}: ${(size / 1024 / 1024).toFixed(1)} MiB`);
  if (size > MOST_BYTES) throw new Error(`the package is larger than ${MOST_BYTES / 1024 / 1024} MiB`);
}

await main();
