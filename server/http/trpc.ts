import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { RequestHandler } from "express";
import { DomainError } from "../errors";
import type { Services } from "../services";
import { contextFor } from "../trpc/request-context";
import { appRouter } from "../trpc/root";
import { addressOf, authOf } from "./sign-in";

/** The browser's own calls, to the same procedures that the pages use. */
export function trpcHandler(services: Services): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }) =>
      contextFor(services, { cookieHeader: req.headers.cookie, address: addressOf(req), auth: authOf(res) }),
    responseMeta: ({ errors }) => {
      const waits = errors.flatMap(({ cause }) =>
        cause instanceof DomainError ? (cause.retryAfterSeconds ?? []) : [],
      );
      return waits.length > 0 ? { headers: { "Retry-After": String(Math.max(...waits)) } } : {};
    },
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") services.log.error({ err: error, path }, "procedure failed");
    },
  });
}
