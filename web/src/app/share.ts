// The state in the fragment of a URL, which browsers send to nobody: "#1" and the JSON, deflated,
// in base64url.
import { readState, type State } from "./state";

const VERSION = "1";
const MOST_BYTES = 4 << 20; // a link is no way to make a browser inflate gigabytes

async function pipe(bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(through as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error("the link holds more than 4 MiB");
    }
    chunks.push(value);
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    out.set(chunk, at);
    at += chunk.length;
  }
  return out;
}

function toBase64Url(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new Error("the link is damaged");
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

export async function encodeState(state: State): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  return `#${VERSION}${toBase64Url(await pipe(bytes, new CompressionStream("deflate-raw")))}`;
}

// Null where the fragment is empty; throws one line where it is no link of ours.
export async function decodeState(fragment: string): Promise<State | null> {
  const text = fragment.replace(/^#/, "");
  if (text === "") return null;
  if (!text.startsWith(VERSION)) throw new Error("the link is of another version of this page");
  const bytes = fromBase64Url(text.slice(VERSION.length));
  let json: unknown;
  try {
    json = JSON.parse(
      new TextDecoder("utf-8", { fatal: true }).decode(
        await pipe(bytes, new DecompressionStream("deflate-raw")),
      ),
    );
  } catch (error) {
    if (error instanceof Error && error.message.includes("4 MiB")) throw error;
    throw new Error("the link is damaged");
  }
  return readState(json);
}
