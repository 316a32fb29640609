import { createExpressMiddleware } from "@trpc/server/adapters/express";
import type { RequestHandler } from "express";
import type { Services } from "../services";
import { contextFor } from "../trpc/request-context";
import { appRouter } from "../trpc/root";

/** The browser's own calls, to the same procedures that the pages use. */
export function trpcHandler(services: Services): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ req }) => contextFor(services, req.headers.cookie),
    onError: ({ error, path }) => {
      if (error.code === "INTERNAL_SERVER_ERROR") services.log.error({ err: error, path }, "procedure failed");
    },
  });
}
