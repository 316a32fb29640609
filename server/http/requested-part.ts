import type { Request } from "express";
import type { ByteRange } from "../core/ports";

type Verdict = "send" | "not modified" | "precondition failed";

/**
 * What the conditions of a GET or HEAD come to, in the order of RFC 9110, 13.2.2. Those about dates are ignored, as
 * they are to be where a file has a validator and no date.
 */
export function judgeConditions(request: Request, etag: string): Verdict {
  const ifMatch = request.get("If-Match");
  if (ifMatch !== undefined && !names(ifMatch, etag, { weakly: false })) return "precondition failed";
  const ifNoneMatch = request.get("If-None-Match");
  if (ifNoneMatch !== undefined && names(ifNoneMatch, etag, { weakly: true })) return "not modified";
  return "send";
}

/** The Range header, unless it was meant for another version of the file. Only GET has ranges. */
export function rangeWish(request: Request, etag: string): string | undefined {
  if (request.method !== "GET") return undefined;
  const ifRange = request.get("If-Range");
  return ifRange === undefined || ifRange.trim() === etag ? request.get("Range") : undefined;
}

function names(list: string, etag: string, { weakly }: { weakly: boolean }): boolean {
  if (list.trim() === "*") return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => (weakly ? tag.replace(/^W\//, "") : tag) === etag);
}

/** More than a player ever asks for; what asks for more, or for bits that overlap, is after our work, not our bytes. */
const mostRanges = 16;
const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Reads a Range header as RFC 9110, 14.1 has it; the usual parser of Express takes a suffix longer than the file and a
 * range that ends before it begins for unsatisfiable. Answers null where the header is to be ignored, else the ranges
 * of the file, in the order they were asked for, those that overlap or touch made one.
 */
export function parseRange(header: string | undefined, size: number): ByteRange[] | "unsatisfiable" | null {
  const set = /^bytes=(.*)$/i.exec(header ?? "")?.[1];
  const specs = (set ?? "").split(",").flatMap((spec) => spec.trim() || []);
  if (specs.length === 0 || specs.length > mostRanges) return null;
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const [, first, last, suffix] = rangeSpec.exec(spec) ?? [];
    if (first === undefined && suffix === undefined) return null;
    if (first && last && Number(last) < Number(first)) return null;
    const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
    const end = last ? Math.min(Number(last), size - 1) : size - 1;
    if (start <= end) ranges.push({ start, end });
  }
  return ranges.length > 0 ? ranges.reduce(join, []) : "unsatisfiable";
}

/** Adds a range to others of which no two touch; it takes the place of the first one that it touches. */
function join(others: ByteRange[], range: ByteRange): ByteRange[] {
  const touching = others.filter(({ start, end }) => start <= range.end + 1 && range.start <= end + 1);
  if (touching.length === 0) return [...others, range];
  const all = [...touching, range];
  const whole = { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
  return others.flatMap((other) => (other === touching[0] ? whole : touching.includes(other) ? [] : other));
}
