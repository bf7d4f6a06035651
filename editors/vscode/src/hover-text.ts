// Tables as VS Code draws them: without a gap between columns, unless the cells bring one.

const GAP = "&emsp;";

// Markdown with a gap before each cell but the first of a row.
export function withGaps(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) => {
      const isRow = /^\|.*\|\s*$/.test(line) && !/^\|[\s:|-]+\|\s*$/.test(line);
      return isRow ? line.replace(/(?<=[^\\])\|[ \t]*(?=[^\s|])/g, `| ${GAP}`) : line;
    })
    .join("\n");
}
