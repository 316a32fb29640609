import { createHash } from "node:crypto";
import type { CalendarFile } from "@server/calendar/calendar-file";

const calendar = "text/calendar; charset=utf-8";

export function calendarDownload({ filename, text }: CalendarFile): Response {
  return new Response(text, {
    headers: {
      "Content-Type": calendar,
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

export const calendarFeed = (request: Request, { text }: CalendarFile, headers: Record<string, string>): Response =>
  feed(request, text, { "Content-Type": calendar, ...headers });

/** Returns a text that clients fetch again and again: 304 if the client has this version. */
export function feed(request: Request, text: string, headers: Record<string, string>): Response {
  const tag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  // Not for shared caches, because any answer may renew a cookie.
  const all = { "Cache-Control": "private, max-age=300", ETag: tag, ...headers };
  if (matchesVersion(request.headers.get("If-None-Match"), tag))
    return new Response(null, { status: 304, headers: all });
  return new Response(text, { headers: all });
}

/** Returns whether If-None-Match names this version, weakly compared (RFC 9110, 13.1.2). */
function matchesVersion(header: string | null, tag: string): boolean {
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return header !== null && (header.trim() === "*" || header.split(",").map(opaque).includes(opaque(tag)));
}
