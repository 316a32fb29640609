import { createHash } from "node:crypto";
import { createExpressMiddleware } from "@trpc/server/adapters/express";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import express, { type Request, type Response, type Router } from "express";
import { DomainError } from "../errors";
import type { Services } from "../services";
import { contextFor } from "../trpc/request-context";
import { appRouter } from "../trpc/root";
import { addressOf, authOf } from "./sign-in";

const endpoint = "/api/trpc";

type Refused = { cause?: unknown; code: string };

/** The browser's own calls, to the same procedures that the pages use. */
export function trpcRouter(services: Services): Router {
  const contextOf = (request: Request, response: Response) =>
    contextFor(services, {
      cookieHeader: request.headers.cookie,
      address: addressOf(request),
      auth: authOf(response),
    });
  const shared = {
    router: appRouter,
    responseMeta: ({ errors }: { errors: Refused[] }) => {
      const waits = errors.flatMap(({ cause }) =>
        cause instanceof DomainError ? (cause.retryAfterSeconds ?? []) : [],
      );
      return waits.length > 0 ? { headers: { "Retry-After": String(Math.max(...waits)) } } : {};
    },
    onError: ({ error, path }: { error: Refused; path: string | undefined }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") services.log.error({ err: error, path }, "procedure failed");
    },
  };

  const router = express.Router();
  router.get("*", (request, response, next) => {
    fetchRequestHandler({
      ...shared,
      endpoint,
      req: new globalThis.Request(new URL(request.originalUrl, services.settings.siteUrl)),
      createContext: () => contextOf(request, response),
    })
      .then((answer) => sendRead(request, response, answer))
      .catch(next);
  });
  router.use(createExpressMiddleware({ ...shared, createContext: ({ req, res }) => contextOf(req, res) }));
  return router;
}

/**
 * Whoever asks again is told in a few bytes (304) that nothing has changed. By hand: browsers mark a request that names
 * what they have as one that no cache may answer, and Express takes that for a wish to have it all again.
 */
async function sendRead(request: Request, response: Response, answer: globalThis.Response): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  response.set(Object.fromEntries(answer.headers)).set({ "Cache-Control": "private, no-cache", ETag: etag });
  if (answer.ok && request.get("If-None-Match") === etag) return void response.status(304).end();
  response.status(answer.status).send(body);
}
