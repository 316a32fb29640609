import type { LoaderFunctionArgs } from "@remix-run/node";
import { load } from "~/server/api.server";
import { adminApi } from "~/server/auth.server";

/** Streams the filtered orders as CSV in parts, so that their number is not limited. */
export async function loader(args: LoaderFunctionArgs) {
  const api = adminApi(args);
  const filter = Object.fromEntries(new URL(args.request.url).searchParams);
  const { orders } = api;
  const read = (after: Part["next"]) => load(orders.export({ ...filter, after }));
  // Read before the response starts, so that a failure is an error page and not half a file.
  let part: Part | null = await read(null);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Stops reading when the browser has disconnected.
      if (!part || args.request.signal.aborted) return controller.close();
      controller.enqueue(encoder.encode(part.csv));
      part = part.next && (await read(part.next));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="orders.csv"',
      "Cache-Control": "no-store",
    },
  });
}

type Part = { csv: string; next: { createdAt: string; id: string } | null };
