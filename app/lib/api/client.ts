import { createTRPCClient, type TRPCClient, TRPCClientError } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";
import type { AppRouter } from "@server/trpc/root";

/** The server's procedures; each call is one request. */
export type Api = TRPCClient<AppRouter>;

type Send = (...request: Parameters<typeof fetch>) => Promise<Response>;

/** Creates a client that makes its requests with `send`. */
export function createApi(send: Send): Api {
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", fetch: send })] });
}

/**
 * Returns whether an error comes from a call; its `data` is undefined unless a procedure or the site refused the
 * call.
 */
export function isApiError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
