/** An answer that did not come from the site, or not completely. */
export class BadResponse extends Error {
  constructor(readonly status: number) {
    super(`Bad answer (${status})`);
  }
}

/** Returns a response to Remix once all of it has arrived. Throws BadResponse for anything else. */
export async function readWholeResponse(response: Response, method: string): Promise<Response> {
  const { status, statusText, headers } = response;
  if (headers.get("X-Remix-Response") !== "yes") throw new BadResponse(status);
  if (status === 204) return response;
  const body = await response.text();
  const values = valuesOf(body);
  if (!values) throw new BadResponse(status);
  // A form that met a server error is kept, like one that never arrived.
  if (method !== "GET" && status >= 500 && values[1] === "error") throw new BadResponse(status);
  return new Response(body, { status, statusText, headers });
}

/** Returns the values of turbo-stream's first line; null if it or the end of the last line is missing. */
function valuesOf(body: string): unknown[] | null {
  if (!body.endsWith("\n")) return null;
  try {
    const values: unknown = JSON.parse(body.slice(0, body.indexOf("\n")));
    return Array.isArray(values) ? values : null;
  } catch {
    return null;
  }
}

/** Returns the path of the page whose data `pathname` loads or posts; null if it is no page's data. */
export function pagePathOf(pathname: string): string | null {
  if (!pathname.endsWith(".data")) return null;
  return pathname === "/_root.data" ? "/" : pathname.slice(0, -".data".length);
}
