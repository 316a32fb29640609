import { randomBytes } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from "express";
import { busyRefusal } from "../core/errors";
import { inLogScope } from "../core/log";
import { networkOf } from "../core/rate-limits";
import type { Services } from "../core/services";
import { sendBusy } from "./busy-page";
import { sendPlain } from "./plain-page";
import { addressOf } from "./sign-in";

/** Sets the id in log lines, `X-Request-Id` and the error page. Ignores a client's own, which anyone could choose. */
export const assignRequestId: RequestHandler = (request, response, next) => {
  const requestId = createRequestId();
  response.locals.requestId = requestId;
  response.set("X-Request-Id", requestId);
  inLogScope({ requestId, network: networkOf(addressOf(request)) }, next);
};

const idBytes = 8;

export const createRequestId = (): string => randomBytes(idBytes).toString("hex");

export const requestIdOf = ({ locals }: Response): string => locals.requestId as string;

/** Replaces Express's handler, which would print a stack. Does not log 4xx. */
export function handleErrors({ log }: Pick<Services, "log">): ErrorRequestHandler {
  // Express recognises an error handler by its four parameters.
  return (error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const refusal = busyRefusal(error);
    const status = refusal ? 503 : statusOf(error);
    if (status >= 500) log[refusal ? "warn" : "error"]({ err: error, method: request.method }, "request failed");
    if (response.headersSent) return void response.destroy();
    if (refusal) return sendBusy(request, response, refusal.retryAfterSeconds);
    const title = status >= 500 ? "An error occurred." : "The request could not be understood.";
    sendPlain(request, response, { status, title });
  };
}

function statusOf(error: unknown): number {
  if (typeof error !== "object" || error === null || !("status" in error)) return 500;
  return typeof error.status === "number" && error.status >= 400 && error.status < 600 ? error.status : 500;
}

type Handler = (args: LoaderFunctionArgs | ActionFunctionArgs) => unknown;
type Routes = ServerBuild["routes"];

/** Logs unexpected errors of loaders and actions; answers 500 with the request's id, or 503 for temporary failures. */
export function reportPageErrors(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route?.module ?? {};
    const module = {
      ...route?.module,
      ...(loader && { loader: wrapHandler(id, loader) }),
      ...(action && { action: wrapHandler(id, action) }),
    };
    return [id, { ...route, module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) as Routes };
}

function wrapHandler(route: string, handler: Handler): Handler {
  return async (args) => {
    // Remix stops waiting once the browser has left.
    const done = args.context.holdSlot();
    try {
      return await handler(args);
    } catch (error) {
      // Of an error, Remix sends the name, by which the browser would choose a constructor; a Response is built as such.
      if (error instanceof Response) throw error;
      if (error instanceof Error && args.request.signal.aborted) throw error;
      const { requestId, services } = args.context;
      const refusal = busyRefusal(error);
      if (refusal) {
        services.log.warn({ err: refusal.cause ?? refusal, route, method: args.request.method }, "page not available");
        const headers = { "Retry-After": String(refusal.retryAfterSeconds) };
        throw new Response(refusal.message, { status: 503, statusText: "Service Unavailable", headers });
      }
      services.log.error({ err: error, route, method: args.request.method }, "page failed");
      throw Response.json({ requestId }, { status: 500, statusText: "Internal Server Error" });
    } finally {
      done();
    }
  };
}
