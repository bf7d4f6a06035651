// Node 18 compresses "deflate" and "gzip" only; browsers and newer Nodes know "deflate-raw".
import { Duplex } from "node:stream";
import { createDeflateRaw, createInflateRaw } from "node:zlib";

function knowsRaw(): boolean {
  try {
    new CompressionStream("deflate-raw");
    return true;
  } catch {
    return false;
  }
}

if (!knowsRaw()) {
  // Missing in the types of Node 18, not in Node 18.
  const { toWeb } = Duplex as unknown as { toWeb(duplex: Duplex): object };
  const stream = (make: () => Duplex) =>
    function () {
      return toWeb(make());
    };
  Object.assign(globalThis, {
    CompressionStream: stream(createDeflateRaw),
    DecompressionStream: stream(createInflateRaw),
  });
}
