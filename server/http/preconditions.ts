import type { Request } from "express";

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
