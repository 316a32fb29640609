import { createHash } from "node:crypto";
import { TRPCError } from "@trpc/server";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import type { Request, RequestHandler, Response } from "express";
import { busyRefusal, DomainError, refusals } from "../core/errors";
import type { Services } from "../core/services";
import { contextFor } from "../api/request-context";
import { appRouter } from "../api/root";
import { pageInProgress } from "./finished/page-in-progress";
import { holdSlot } from "./gate-slot";
import { bodyOf } from "./read-body";
import { addressOf, authOf } from "./sign-in";

const endpoint = "/api/trpc";

type RefusedCall = { cause?: unknown; code: string };

export function trpcHandler(services: Services): RequestHandler {
  return async (request, response, next) => {
    const done = holdSlot(response);
    try {
      const call = callOf(request, response, services.settings.siteUrl);
      const answer = await fetchRequestHandler({
        endpoint,
        req: call,
        router: appRouter,
        allowBatching: false,
        createContext: () => contextOf(services, request, response),
        responseMeta: ({ errors }: { errors: RefusedCall[] }) => ({ headers: retryAfter(errors) }),
        onError: ({ error, path }: { error: RefusedCall; path: string | undefined }) => {
          if (error.code === "INTERNAL_SERVER_ERROR") services.log.error({ err: error, path }, "procedure failed");
        },
      });
      if (request.method === "GET") answer.headers.set("Cache-Control", "private, no-cache");
      if (await pageInProgress(response)?.send(response, answer)) return;
      await send(request, response, answer);
    } catch (error) {
      next(error);
    } finally {
      done();
    }
  };
}

function callOf(request: Request, response: Response, siteUrl: string): globalThis.Request {
  const address = new URL(request.originalUrl, siteUrl);
  const { method } = request;
  const type = request.get("Content-Type");
  if (method !== "POST") return new globalThis.Request(address, { method });
  const body = bodyOf(response) ?? "";
  return new globalThis.Request(address, { method, body, ...(type && { headers: { "Content-Type": type } }) });
}

function contextOf(services: Services, request: Request, response: Response) {
  const isPost = request.method === "POST";
  const [type = ""] = (request.get("Content-Type") ?? "").split(";");
  if (isPost && type.trim().toLowerCase() !== "application/json") {
    throw new TRPCError({ code: "UNSUPPORTED_MEDIA_TYPE", message: "Calls are made in application/json." });
  }
  const input = isPost ? new TextDecoder().decode(bodyOf(response)) : inputIn(request);
  if (!isPlainInput(input)) throw new TRPCError({ code: "BAD_REQUEST", message: "The input is too large." });
  try {
    return contextFor(services, {
      cookieHeader: request.headers.cookie,
      address: addressOf(request),
      auth: authOf(response),
    });
  } catch (error) {
    const refusal = busyRefusal(error);
    if (!refusal) throw error;
    throw new TRPCError({ code: refusals.busy.trpc, message: refusal.message, cause: refusal });
  }
}

const inputIn = ({ originalUrl }: Request): string | undefined =>
  new URLSearchParams(originalUrl.split("?")[1]).get("input") ?? undefined;

function retryAfter(errors: RefusedCall[]): Record<string, string> {
  const waits = errors.flatMap(({ cause }) => (cause instanceof DomainError ? (cause.retryAfterSeconds ?? []) : []));
  return waits.length > 0 ? { "Retry-After": String(Math.max(...waits)) } : {};
}

/** Answers 304 to a matching ETag. Express would not: fetch sends `Cache-Control: no-cache` with If-None-Match. */
async function send(request: Request, response: Response, answer: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  response.set(Object.fromEntries(answer.headers));
  if (request.method === "GET") {
    const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
    response.set("ETag", etag);
    if (answer.ok && request.get("If-None-Match") === etag) return void response.status(304).end();
  }
  response.status(answer.status).send(body);
}

const maxDepth = 8;
const maxValues = 2000;

/** Limits nesting and size before a schema parses the input. Invalid JSON passes, to be refused later. */
export function isPlainInput(json: string | undefined): boolean {
  let level: unknown[] = [parseJson(json)];
  let count = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > maxDepth || count > maxValues) return false;
    level = level.flatMap((value): unknown[] => (typeof value === "object" && value ? Object.values(value) : []));
  }
  return true;
}

function parseJson(json = ""): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
