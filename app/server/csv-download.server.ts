type Part<Cursor> = { csv: string; next: Cursor | null };

/** Streams a CSV file. Reads the first part before the response starts, so that a failure is an error page. */
export async function csvDownload<Cursor>(
  request: Request,
  filename: string,
  read: (after: Cursor | null) => Promise<Part<Cursor>>,
): Promise<Response> {
  let part: Part<Cursor> | null = await read(null);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Stops reading when the browser has disconnected.
      if (!part || request.signal.aborted) return controller.close();
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
