import { createHash } from "node:crypto";
import type { CalendarFile } from "@server/calendar/calendar-file";

const type = "text/calendar; charset=utf-8";

/** Returns a response with a calendar file that must not be cached. */
export function calendarDownload({ filename, text }: CalendarFile): Response {
  return new Response(text, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Returns the response to a calendar subscription: 304 if the client has this version. */
export function calendarFeed(request: Request, { text }: CalendarFile, headers: Record<string, string>): Response {
  const tag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 27)}"`;
  const all = { ETag: tag, ...headers };
  if (matchesVersion(request.headers.get("If-None-Match"), tag))
    return new Response(null, { status: 304, headers: all });
  return new Response(text, { headers: { "Content-Type": type, ...all } });
}

/** Returns whether If-None-Match names this version, weakly compared (RFC 9110, 13.1.2). */
function matchesVersion(header: string | null, tag: string): boolean {
  const opaque = (candidate: string) => candidate.trim().replace(/^W\//, "");
  return header !== null && (header.trim() === "*" || header.split(",").map(opaque).includes(opaque(tag)));
}
