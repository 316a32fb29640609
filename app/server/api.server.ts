import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import type { Auth } from "@server/core/context";
import { DomainError, type DomainErrorCode, type Ending, refusals } from "@server/core/errors";
import { pathForLog } from "@server/core/log";
import type { Currency } from "@server/core/money";
import type { Services } from "@server/core/services";
import { readSiteSettings } from "@server/core/site-settings";
import { contextFor } from "@server/api/request-context";
import { createCaller } from "@server/api/root";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";

export { pathForLog } from "@server/core/log";

declare module "@remix-run/node" {
  interface AppLoadContext {
    services: Services;
    /** Keeps the request's place in its rate gate until the returned function is called. */
    holdSlot: () => () => void;
    auth: Auth;
    address: string;
    /** The currency determined for a first visit. */
    currency: Currency | null;
    nonce: string;
    /** Part of the request's log lines; the error page shows it. */
    requestId: string;
  }

  /** Gives loaders and actions the types that single fetch really delivers. */
  interface Future {
    v3_singleFetch: true;
  }
}

export type RequestContext = Pick<LoaderFunctionArgs | ActionFunctionArgs, "request" | "context">;

/** Returns the server's procedures, called with the rights of this request. */
export function apiFor({ request, context: { services, ...context } }: RequestContext) {
  return createCaller(contextFor(services, { ...context, cookieHeader: request.headers.get("Cookie") }));
}

export const siteSettingsOf = ({ services }: AppLoadContext) => readSiteSettings(services);

/** Returns a parameter of the path; an empty string, which no procedure accepts, if it is missing. */
export const idOf = ({ params }: Pick<LoaderFunctionArgs, "params">, name = "id"): string => params[name] ?? "";

type RefusedCall = {
  ok: false;
  status: number;
  code: DomainErrorCode;
  message: string;
  retryAfterSeconds: number | undefined;
  field: string | undefined;
  ending: Ending | undefined;
};

/** Waits for a mutation: returns an expected refusal as a value for the form, throws a fault. */
export async function attempt<Value>(call: Promise<Value>): Promise<{ ok: true; value: Value } | RefusedCall> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    const refusal = error instanceof TRPCError ? error.cause : undefined;
    // Forms have passed the same schemas already, so a malformed input comes from the address.
    if (error instanceof TRPCError && error.code === "BAD_REQUEST" && !(refusal instanceof DomainError)) {
      throw new Response("Not Found", { status: 404 });
    }
    if (!(refusal instanceof DomainError)) throw error;
    const { code, message, retryAfterSeconds, field, ending } = refusal;
    return { ok: false, status: refusals[code].status, code, message, retryAfterSeconds, field, ending };
  }
}

/** Calls a procedure like `attempt`, but logs a fault and returns it as a refusal with the message `failure`. */
export async function attemptLogged<Value>(
  { request, context }: RequestContext,
  call: Promise<Value>,
  failure = "Please try again.",
) {
  try {
    return await attempt(call);
  } catch (error) {
    if (error instanceof Response) throw error;
    context.services.log.error({ err: error, path: pathForLog(request.url) }, "form failed");
    const fault = {
      status: 500,
      code: "fault",
      message: failure,
      retryAfterSeconds: undefined,
      field: undefined,
      ending: undefined,
    } as const;
    return { ok: false, ...fault } as const;
  }
}

/** Waits for a read. Throws a refusal as a Response with its status; a malformed id is a 404 like an unknown one. */
export async function load<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === "INTERNAL_SERVER_ERROR") throw error;
    const isMalformed = error.code === "BAD_REQUEST" && !(error.cause instanceof DomainError);
    throw new Response(isMalformed ? "Not Found" : error.message, {
      status: statusOf(error),
      headers: retryAfterOf(error),
    });
  }
}

function statusOf(error: TRPCError): number {
  if (error.cause instanceof DomainError) return refusals[error.cause.code].status;
  return error.code === "BAD_REQUEST" ? 404 : getHTTPStatusCodeFromError(error);
}

function retryAfterOf({ cause }: TRPCError): HeadersInit {
  const seconds = cause instanceof DomainError ? cause.retryAfterSeconds : undefined;
  return seconds ? { "Retry-After": String(seconds) } : {};
}
