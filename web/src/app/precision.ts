// "What if this were double?": the program with its floating-point type replaced. Comments and
// strings stay; lines keep their numbers.
import type { Precision } from "./state";

// Comments, strings, characters; includes; numbers; words; anything else, one at a time.
const TOKENS =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*#[ \t]*include[^\n]*|(?:\d+\.\d*|\.\d+|\d+(?=[eEfF]))(?:[eE][+-]?\d+)?[fF]?|\w+|[\s\S]/gm;

const NAMES: Record<Exclude<Precision, "written">, string> = {
  float: "float",
  double: "double",
  half: "__half",
};
const WRITTEN = new Set(["float", "double", "half", "__half"]);

// Which types a program uses; there is nothing to replace where it uses none.
export function usesFloats(text: string): boolean {
  for (const [token] of text.matchAll(TOKENS)) if (WRITTEN.has(token)) return true;
  return false;
}

function isReal(token: string): boolean {
  return /^[.\d]/.test(token) && /[.eEfF]/.test(token) && !/^0[xX]/.test(token);
}

export function withPrecision(text: string, file: string, precision: Precision): string {
  if (precision === "written") return text;
  const isOpenCl = file.endsWith(".cl");
  const name = precision === "half" && isOpenCl ? "half" : NAMES[precision];
  const literal = (token: string) => {
    const digits = token.replace(/[fF]$/, "");
    if (precision === "float") return `${digits}f`;
    if (precision === "double") return digits;
    return isOpenCl ? `((half)${digits}f)` : `__half(${digits}f)`;
  };
  let out = "";
  for (const [token] of text.matchAll(TOKENS)) {
    if (WRITTEN.has(token)) out += name;
    else if (isReal(token)) out += literal(token);
    else out += token;
  }
  if (precision !== "half") return out;
  const header = isOpenCl
    ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable"
    : file.endsWith(".hip")
      ? "#include <hip/hip_fp16.h>"
      : "#include <cuda_fp16.h>";
  return `${header}\n#line 1 ${JSON.stringify(file)}\n${out}`;
}
