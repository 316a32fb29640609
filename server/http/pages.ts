import {
  createReadableStreamFromReadable,
  createRequestHandler,
  writeReadableStreamToWritable,
  type ServerBuild,
} from "@remix-run/node";
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from "express";
import type { Services } from "../core/services";
import { detectedCurrency } from "./first-visit";
import { keepRefusedForms } from "./keep-refused-forms";
import { reportPageErrors, requestIdOf } from "./report-errors";
import { holdSlot } from "./gate-slot";
import { bodyOf } from "./read-body";
import { requestUrl } from "./proxy";
import { addressOf, authOf } from "./sign-in";

export function pages(services: Services, build: ServerBuild): RequestHandler {
  const handle = createRequestHandler(keepRefusedForms(reportPageErrors(build)), build.mode);
  return async (request, response, next) => {
    if (response.destroyed) return;
    const done = holdSlot(response);
    try {
      const context = {
        services,
        holdSlot: () => holdSlot(response),
        auth: authOf(response),
        address: addressOf(request),
        currency: detectedCurrency(response),
        nonce: response.locals.nonce as string,
        requestId: requestIdOf(response),
      };
      await send(response, await handle(webRequest(request, response), context));
    } catch (error) {
      next(error);
    } finally {
      done();
    }
  };
}

function webRequest(request: ExpressRequest, response: ExpressResponse): Request {
  const url = requestUrl(request);
  if (!url) throw new Error("a malformed address was not refused earlier");
  const leaving = new AbortController();
  let isAnswered = false;
  response.once("finish", () => (isAnswered = true));
  response.once("close", () => !isAnswered && leaving.abort());
  const { method } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(url, {
    method,
    headers: headersOf(request),
    signal: leaving.signal,
    // Long forms are streamed.
    ...(hasBody && { body: bodyOf(response) ?? createReadableStreamFromReadable(request), duplex: "half" }),
  });
}

/** Remix would check the origin again by X-Forwarded-Host, which anyone can set, and answer 500. */
const originHeaders = ["origin", "x-forwarded-host"];

function headersOf({ headers }: ExpressRequest): Headers {
  const sent = Object.entries(headers)
    .filter(([name]) => !originHeaders.includes(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]));
  return new Headers(sent as [string, string][]);
}

const defaultRetryAfter = "5";

async function send(response: ExpressResponse, answer: Response): Promise<void> {
  // limitBodyTime has answered already.
  if (response.headersSent) return;
  response.status(answer.status);
  for (const [name, value] of answer.headers) response.append(name, value);
  if (answer.status === 503 && !answer.headers.has("Retry-After")) response.set("Retry-After", defaultRetryAfter);
  if (answer.body) await writeReadableStreamToWritable(answer.body, response);
  else response.end();
}
