// Screenshots with a palette: Chromium writes them with all colours and compresses little.
import { readFileSync, writeFileSync } from "node:fs";
import { deflateSync, inflateSync } from "node:zlib";
import { crc32 } from "./crc32";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLORS = 256;
const ALIKE = 90; // the square of a distance in RGB

interface Pixels {
  width: number;
  height: number;
  values: Uint32Array; // 0xRRGGBB
}

function paeth(a: number, b: number, c: number): number {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

function decode(png: Buffer): Pixels {
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 4];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.toString("latin1", at + 4, at + 8);
    if (type === "IHDR")
      [width, height, channels] = [
        data.readUInt32BE(0),
        data.readUInt32BE(4),
        data[9] === 2 ? 3 : 4,
      ];
    if (type === "IDAT") parts.push(data);
  }
  const raw = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; ++y) {
    const filter = raw[y * (stride + 1)]!;
    for (let i = 0; i < stride; ++i) {
      const a = i >= channels ? bytes[y * stride + i - channels]! : 0;
      const b = y > 0 ? bytes[(y - 1) * stride + i]! : 0;
      const c = y > 0 && i >= channels ? bytes[(y - 1) * stride + i - channels]! : 0;
      const add = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]!;
      bytes[y * stride + i] = raw[y * (stride + 1) + 1 + i]! + add;
    }
  }
  const values = new Uint32Array(width * height);
  for (let i = 0; i < values.length; ++i) values[i] = bytes.readUIntBE(i * channels, 3);
  return { width, height, values };
}

// The most frequent colours that are not much alike; each other one becomes the nearest of them.
function palette(pixels: Pixels): { colors: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>();
  for (const value of pixels.values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([color]) => color);
  const distance = (a: number, b: number) =>
    ((a >> 16) - (b >> 16)) ** 2 +
    (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 +
    ((a & 255) - (b & 255)) ** 2;
  const colors: number[] = [];
  for (const color of byCount)
    if (colors.length < COLORS && colors.every((other) => distance(color, other) > ALIKE))
      colors.push(color);
  const indexOf = new Map<number, number>();
  for (const color of byCount) {
    let best = 0;
    colors.forEach((other, i) => {
      if (distance(color, other) < distance(color, colors[best]!)) best = i;
    });
    indexOf.set(color, best);
  }
  return { colors, indexOf };
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

export function shrinkPng(file: string): void {
  const pixels = decode(readFileSync(file));
  const { width, height, values } = pixels;
  const { colors, indexOf } = palette(pixels);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < width; ++x)
      rows[y * (width + 1) + 1 + x] = indexOf.get(values[y * width + x]!)!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(
    colors.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]),
  );
  writeFileSync(
    file,
    Buffer.concat([
      SIGNATURE,
      chunk("IHDR", header),
      chunk("PLTE", table),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}
