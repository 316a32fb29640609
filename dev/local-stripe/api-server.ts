import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import {
  ApiError,
  badKeyLetters,
  missingKey,
  unknownError,
  unknownUrl,
  unknownVersion,
  wrongKey,
  wrongKeyLength,
} from "./api-error";
import { findRoute } from "./api-routes";
import { billDue } from "./billing/due";
import type { Context } from "./context";
import { expireDueSessions } from "./expire-sessions";
import { faultError, isFromTheEdge, payerOfCall, takeFault, type FaultEffect } from "./faults";
import { canonicalForm, parseForm } from "./parameters";
import { answerOnce, type Answer, type KeyedAnswer } from "./idempotency";
import { newId } from "./ids";
import { payOutDue } from "./payouts";

type ApiServer = { port: number; stop(): Promise<void> };

const largestBody = 1024 * 1024;

export async function startApiServer(ctx: Context, secretKey: string): Promise<ApiServer> {
  const server = createServer((request, response) => {
    handle(ctx, secretKey, request, response).catch((error: unknown) => {
      ctx.log.error({ err: error }, "local Stripe: a call of its API failed");
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

async function handle(ctx: Context, secretKey: string, request: IncomingMessage, response: ServerResponse) {
  const requestId = newId("request");
  const key = request.method === "POST" ? headerOf(request, "idempotency-key") : null;
  let answer: KeyedAnswer | "dropped";
  try {
    requireKey(request, secretKey);
    requireLimits(request);
    answer = await answerCall(ctx, request, { requestId, key });
  } catch (error) {
    if (!(error instanceof ApiError)) ctx.log.error({ err: error }, "local Stripe: a call of its API failed");
    answer = error instanceof ApiError ? error : unknownError();
  }
  if (answer === "dropped") {
    response.destroy();
    return;
  }
  const original = answer.originalRequest;
  response.writeHead(answer.status, {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": requestId,
    "stripe-version": Stripe.API_VERSION,
    ...(key !== null && { "idempotency-key": key, "original-request": original ?? requestId }),
    ...(original && { "idempotent-replayed": "true" }),
    ...shouldRetry(answer.status),
    ...(answer.status === 401 && { "www-authenticate": 'Basic realm="Stripe"' }),
  });
  response.end(JSON.stringify(answer.body, null, 2));
}

async function answerCall(
  ctx: Context,
  request: IncomingMessage,
  { requestId, key }: { requestId: string; key: string | null },
): Promise<KeyedAnswer | "dropped"> {
  const { method = "GET", url = "/" } = request;
  const { pathname, search } = new URL(url, "http://localhost");
  const found = findRoute(method, pathname);
  if (!found) throw unknownUrl(method, pathname);
  const text = method === "POST" ? await readBody(request) : search.slice(1);
  const form = parseForm(text);
  await expireDueSessions(ctx);
  await payOutDue(ctx);
  await billDue(ctx);
  const fault = await takeFault(ctx.db, found.route.operation, await payerOfCall(ctx.db, found.id, form));
  if (!fault.afterEffect && fault.drop) return "dropped";
  if (!fault.afterEffect && fault.status && isFromTheEdge(fault.status)) throw faultError(fault.status, fault.param);

  const keyed = { key, requestId, endpoint: pathname, parameters: canonicalForm(text) };
  const answer = await answerOnce(ctx.db, keyed, async (tx) => {
    if (!fault.afterEffect && fault.status) throw faultError(fault.status, fault.param);
    const causedBy = method !== "GET" ? { id: requestId, idempotencyKey: key } : null;
    return applyFault(fault, await found.route.run({ ctx, db: tx, id: found.id, form, causedBy }));
  });
  if (method !== "GET") ctx.wakeDelivery();
  if (fault.afterEffect && fault.drop) return "dropped";
  if (fault.afterEffect && fault.status && isFromTheEdge(fault.status)) throw faultError(fault.status, fault.param);
  return answer;
}

function applyFault(fault: FaultEffect, body: unknown): Answer {
  if (fault.status && !isFromTheEdge(fault.status)) return faultError(fault.status, fault.param);
  // A payment that was declined stays as it is, though the answer is its error.
  if (body instanceof ApiError) return body;
  return { status: 200, body: fault.withoutUrl ? { ...(body as object), url: null } : body };
}

/** A retry after a 500 gets the stored 500 again; a key in use is soon free. */
function shouldRetry(status: number) {
  if (status === 409) return { "stripe-should-retry": "true" };
  return status === 500 ? { "stripe-should-retry": "false" } : {};
}

function requireKey(request: IncomingMessage, secretKey: string): void {
  const [scheme = "", credentials = ""] = (request.headers.authorization ?? "").split(" ");
  const key =
    scheme.toLowerCase() === "basic"
      ? (Buffer.from(credentials, "base64").toString().split(":")[0] ?? "")
      : scheme.toLowerCase() === "bearer"
        ? credentials
        : "";
  if (!key) throw missingKey();
  const [actual, expected] = [Buffer.from(key), Buffer.from(secretKey)];
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) throw wrongKey(key);
}

function requireLimits(request: IncomingMessage): void {
  const version = headerOf(request, "stripe-version");
  if (version && version !== Stripe.API_VERSION) throw unknownVersion(version);
  const key = request.headers["idempotency-key"];
  if (typeof key === "string" && (key.length < 1 || key.length > 255)) throw wrongKeyLength(key.length);
  // What a header can hold beyond them arrives as other letters.
  if (typeof key === "string" && /[^ -~]/.test(key)) throw badKeyLetters();
}

function headerOf(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === "string" && value ? value : null;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > largestBody) throw new ApiError("Request body is too large.", { status: 413, isSaved: false });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
