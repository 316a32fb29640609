import { Writable } from "node:stream";
import type { ActionFunctionArgs, AppLoadContext, EntryContext, LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToPipeableStream } from "react-dom/server";
import { pathForLog } from "~/server/api.server";
import { NonceContext, ReferenceContext } from "~/lib/document";

const renderTimeoutMs = 10_000;

/** Renders the page into one buffer: compressed once, it is a third of the size of a flushed stream. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  { nonce, auth, requestId }: AppLoadContext,
): Promise<Response> {
  keepPrivate(headers, auth);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const page = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(withoutPadding(chunk));
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set("Content-Type", "text/html; charset=utf-8");
        resolve(new Response(closedLast(Buffer.concat(chunks)), { status, headers }));
        done();
      },
    });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      reject(error instanceof Error ? error : new Error(String(error)));
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext.Provider value={nonce}>
        <ReferenceContext.Provider value={requestId}>
          <RemixServer context={remixContext} url={request.url} nonce={nonce} />
        </ReferenceContext.Provider>
      </NonceContext.Provider>,
      { nonce, onAllReady: () => pipe(page), onShellError: fail, onError: fail },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

/** Adds the same headers to the data of later navigations. */
export function handleDataRequest(response: Response, { context }: LoaderFunctionArgs | ActionFunctionArgs): Response {
  keepPrivate(response.headers, context.auth);
  return response;
}

/** Pages show a visitor's prices, zone or name; a member's must not be shown again after signing out. */
function keepPrivate(headers: Headers, auth: AppLoadContext["auth"]): void {
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", isVisitor(auth) ? "private, no-cache" : "no-store");
}

/** While the database can't tell who sends the request, treat it as a member's. */
function isVisitor(auth: AppLoadContext["auth"]): boolean {
  try {
    return auth.user === null;
  } catch {
    return false;
  }
}

const documentEnd = "</body></html>";

/** React writes the scripts with the loaders' data behind the end of the document; they belong into its body. */
function closedLast(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const end = page.indexOf(documentEnd);
  if (end < 0) return page;
  const rest = page.subarray(end + documentEnd.length);
  return Buffer.concat([page.subarray(0, end), rest, Buffer.from(documentEnd)]);
}

/** React 18 pads chunks with null bytes: https://github.com/facebook/react/issues/24985. */
function withoutPadding(chunk: Buffer): Buffer {
  let end = chunk.length;
  while (end > 0 && chunk[end - 1] === 0) end -= 1;
  return chunk.subarray(0, end);
}

/** Logs errors outside loaders and actions, such as in rendering. The router's own 4xx responses are no errors. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.services.log.error({ err: error, method: request.method, path: pathForLog(request.url) }, "page failed");
}
