import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import { type FinishedFile, sendFinished } from "./finished-file";
import { asNewer, type PageScript, takeOutScripts } from "./page-script";
import type { Wanted } from "./visit";

/** A page as it is sent to visitors, without the scripts that the app has written into it. */
export type FinishedPage = FinishedFile & { script: PageScript | null };

type Written = { headers: OutgoingHttpHeaders; body: Buffer; nonce: string; address: string };

const policy = "content-security-policy";

/**
 * Moves the page's own scripts into a file, so that the page allows none in itself: a nonce would be the same for all
 * visitors. `address` is the page's path and query.
 */
export function finishPage({ headers, body: written, nonce, address }: Written): FinishedPage {
  const { body, script } = takeOutScripts(written, nonce, address);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  const shared: OutgoingHttpHeaders = {
    ...headers,
    [policy]: String(headers[policy]).replace(` 'nonce-${nonce}'`, ""),
    vary: "Accept-Encoding, Cookie",
    etag,
  };
  const names = Object.keys(shared).filter((name) => !ofRequest.includes(name) && shared[name] !== undefined);
  const all = names.flatMap((name) => [name, String(shared[name])]);
  return { headers: all, body, etag, encoded: new Map(), script };
}

const ofRequest = [
  "x-request-id",
  "set-cookie",
  "connection",
  "keep-alive",
  "date",
  "transfer-encoding",
  "content-length",
];

/** Sends the page, or only its script. `cookie` is for this visitor only. */
export async function sendPage(
  page: FinishedPage,
  wanted: Wanted,
  response: ServerResponse,
  cookie: string | null = null,
): Promise<void> {
  if (wanted.script === undefined) return void (await sendFinished(page, wanted, response, cookie));
  const { script } = page;
  if (!script) return void response.writeHead(404).end();
  await sendFinished(script.name === wanted.script ? script : asNewer(script), wanted, response);
}
