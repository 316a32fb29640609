import { readFileSync, writeFileSync } from "node:fs";

/**
 * Writes the characters beyond Latin-1 in a bundle as escapes. V8 keeps the text of a program as long as it runs, and
 * with one such character it takes two bytes for each. esbuild has escaped them in strings; the rest is in comments
 * and in regular expressions, which mean the same with escapes.
 */
export function writeOneByteSource(file) {
  const escape = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/[^\0-\xff]/g, escape));
}
