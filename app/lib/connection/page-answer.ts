/** An answer that is none of the site's own, or only a part of one. */
export class BadAnswer extends Error {
  constructor(readonly status: number) {
    super(`Bad answer (${status})`);
  }
}

/** Returns an answer of Remix once all of it has arrived. Throws BadAnswer for anything else, and where it breaks off. */
export async function wholeAnswer(response: Response, method: string): Promise<Response> {
  const { status, statusText, headers } = response;
  if (headers.get("X-Remix-Response") !== "yes") throw new BadAnswer(status);
  if (status === 204) return response;
  const body = await response.text();
  const values = valuesOf(body);
  if (!values) throw new BadAnswer(status);
  // A posted form that met a fault of the server's is kept, as one that never arrived.
  if (method !== "GET" && status >= 500 && values[1] === "error") throw new BadAnswer(status);
  return new Response(body, { status, statusText, headers });
}

/** The values of turbo-stream's first line; null where it or the end of the last line is missing. */
function valuesOf(body: string): unknown[] | null {
  if (!body.endsWith("\n")) return null;
  try {
    const values: unknown = JSON.parse(body.slice(0, body.indexOf("\n")));
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}

/** The path of the page whose data is loaded from, or posted to, `pathname`; null where it is no page's data. */
export function pagePathOf(pathname: string): string | null {
  if (!pathname.endsWith(".data")) return null;
  return pathname === "/_root.data" ? "/" : pathname.slice(0, -".data".length);
}
