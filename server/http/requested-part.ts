import type { Request } from "express";
import type { ByteRange } from "../core/ports";

type Verdict = "send" | "not modified" | "precondition failed";

/** Evaluates conditions in the order of RFC 9110, 13.2.2. Dates are ignored: files have an ETag and no date. */
export function evaluateConditions(request: Request, etag: string): Verdict {
  const ifMatch = request.get("If-Match");
  if (ifMatch !== undefined && !matchesEtag(ifMatch, etag, { weakly: false })) return "precondition failed";
  const ifNoneMatch = request.get("If-None-Match");
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag, { weakly: true })) return "not modified";
  return "send";
}

/** Returns the Range header unless If-Range names another version. */
export function requestedRange(request: Request, etag: string): string | undefined {
  if (request.method !== "GET") return undefined;
  const ifRange = request.get("If-Range");
  return ifRange === undefined || ifRange.trim() === etag ? request.get("Range") : undefined;
}

function matchesEtag(list: string, etag: string, { weakly }: { weakly: boolean }): boolean {
  if (list.trim() === "*") return true;
  const tags = list.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => (weakly ? tag.replace(/^W\//, "") : tag) === etag);
}

/** No player asks for more; more ranges are an attack. */
const maxRanges = 16;
const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses a Range header by RFC 9110, 14.1; null means ignore it. Merges overlapping ranges, unlike Express's parser.
 */
export function parseRange(header: string | undefined, size: number): ByteRange[] | "unsatisfiable" | null {
  const set = /^bytes=(.*)$/i.exec(header ?? "")?.[1];
  const specs = (set ?? "").split(",").flatMap((spec) => spec.trim() || []);
  if (specs.length === 0 || specs.length > maxRanges) return null;
  const ranges: ByteRange[] = [];
  for (const spec of specs) {
    const [, first, last, suffix] = rangeSpec.exec(spec) ?? [];
    if (first === undefined && suffix === undefined) return null;
    if (first && last && Number(last) < Number(first)) return null;
    const start = suffix === undefined ? Number(first) : Math.max(0, size - Number(suffix));
    const end = last ? Math.min(Number(last), size - 1) : size - 1;
    if (start <= end) ranges.push({ start, end });
  }
  return ranges.length > 0 ? ranges.reduce(mergeRange, []) : "unsatisfiable";
}

function mergeRange(others: ByteRange[], range: ByteRange): ByteRange[] {
  const touching = others.filter(({ start, end }) => start <= range.end + 1 && range.start <= end + 1);
  if (touching.length === 0) return [...others, range];
  const all = [...touching, range];
  const whole = { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) };
  return others.flatMap((other) => (other === touching[0] ? whole : touching.includes(other) ? [] : other));
}
