import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { DomainError, refusals, type DomainErrorCode } from "@server/errors";
import type { Services } from "@server/services";
import { createCaller } from "@server/trpc/caller";
import { contextFor } from "@server/trpc/request-context";

export { bookingForm } from "@server/bookings/schemas";

declare module "@remix-run/node" {
  interface AppLoadContext {
    services: Services;
    /** Marks this response's own scripts for the content security policy. */
    nonce: string;
    /** Whether the site has a page at this path; navigation shows no other. */
    hasPage(path: string): boolean;
  }

  /** Gives loaders and actions the types that single fetch really delivers. */
  interface Future {
    v3_singleFetch: true;
  }
}

type Asking = Pick<LoaderFunctionArgs | ActionFunctionArgs, "request" | "context">;

/** The server's procedures, called in this request's name. */
export function apiFor({ request, context: { services } }: Asking) {
  return createCaller(contextFor(services, request.headers.get("Cookie")));
}

type Refused = { ok: false; status: number; code: DomainErrorCode; message: string };

/** Waits for a mutation: an expected refusal becomes a value that the form can print, a fault is thrown. */
export async function attempt<Value>(call: Promise<Value>): Promise<{ ok: true; value: Value } | Refused> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    const refusal = error instanceof TRPCError ? error.cause : undefined;
    if (!(refusal instanceof DomainError)) throw error;
    return { ok: false, status: refusals[refusal.code].status, code: refusal.code, message: refusal.message };
  }
}

/** Waits for a read: a refusal becomes a Response with its status, a malformed id the same 404 as an unknown one. */
export async function load<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof TRPCError) || error.code === "INTERNAL_SERVER_ERROR") throw error;
    const status = error.code === "BAD_REQUEST" ? 404 : getHTTPStatusCodeFromError(error);
    throw new Response(error.message, { status });
  }
}
