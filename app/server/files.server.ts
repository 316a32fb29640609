import { open } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { createReadableStreamFromReadable } from "@remix-run/node";
import { writeExport } from "@server/office/backup/export-everything";
import type { CalendarFile } from "@server/platform/calendar/calendar-file";
import type { Services } from "@server/core/services";
import { matchesVersion, versionTag } from "@server/core/version-tag";

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

/** Downloads a PDF that holds something personal; must not be cached. */
export const pdfDownload = ({ filename, pdf }: { filename: string; pdf: Buffer }): Response =>
  new Response(new Uint8Array(pdf), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });

type Feed = {
  /** Null if the client has this version. */
  text: string | null;
  version: string;
};

export const calendarFeed = (request: Request, read: Feed, headers: Record<string, string>): Response =>
  answerVersion(request, read, { "Content-Type": calendar, ...headers });

/** Returns a text that clients fetch again and again: 304 if the client has this version. */
export const feed = (request: Request, text: string, headers: Record<string, string>): Response =>
  answerVersion(request, { text, version: versionTag(text) }, headers);

function answerVersion(request: Request, { text, version }: Feed, headers: Record<string, string>): Response {
  // Not for shared caches, because any answer may renew a cookie.
  const all = { "Cache-Control": "private, max-age=300", ETag: version, ...headers };
  const isKnown = text === null || matchesVersion(request.headers.get("If-None-Match"), version);
  return isKnown ? new Response(null, { status: 304, headers: all }) : new Response(text, { headers: all });
}

/** Downloads what the site knows about a person; must not be cached. */
export const jsonDownload = (filename: string, value: unknown): Response =>
  new Response(JSON.stringify(value, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });

/** Downloads a backup, whose name the procedure has checked. */
export async function backupDownload(folder: string, fileName: string): Promise<Response> {
  const file = await open(path.join(folder, fileName)).catch(() => null);
  if (!file) throw new Response("Not Found", { status: 404 });
  const { size } = await file.stat();
  return new Response(createReadableStreamFromReadable(file.createReadStream()), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(size),
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
    },
  });
}

/** Downloads an archive while it is made. A reader who leaves ends it. */
export const archiveDownload = ({ filename, content }: { filename: string; content: Readable }): Response =>
  new Response(createReadableStreamFromReadable(content), {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });

/** Downloads everything as one archive; the procedure has checked the password. */
export async function everythingDownload(services: Services): Promise<Response> {
  const file = await writeExport(services);
  const day = services.clock.now().toISOString().slice(0, 10);
  const packed = createGzip();
  const content = file.createReadStream();
  content.on("error", (error) => packed.destroy(error));
  packed.on("close", () => content.destroy());
  return new Response(createReadableStreamFromReadable(content.pipe(packed)), {
    headers: {
      "Content-Type": "application/gzip",
      "Content-Disposition": `attachment; filename="breathroom-${day}.tar.gz"`,
      "Cache-Control": "no-store",
    },
  });
}

type Part<Cursor> = { csv: string; next: Cursor | null };

/** Streams a CSV file. Reads the first part before the response starts, so that a failure is an error page. */
export async function csvDownload<Cursor>(
  filename: string,
  read: (after: Cursor | null) => Promise<Part<Cursor>>,
): Promise<Response> {
  let part: Part<Cursor> | null = await read(null);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (!part) return controller.close();
      controller.enqueue(encoder.encode(part.csv));
      part = part.next === null ? null : await read(part.next);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${filename}"`,
      "Cache-Control": "no-store",
    },
  });
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Escapes a text for XML content and attributes; drops the characters that XML 1.0 does not allow. */
export const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/[&<>"']/g, (character) => entities[character] ?? "");
