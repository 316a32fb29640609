import { createTRPCClient, type TRPCClient, TRPCClientError } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";
import type { AppRouter } from "@server/trpc/root";

/** The server's procedures, as the browser calls them: one request for each call. */
export type Api = TRPCClient<AppRouter>;

type Send = (...request: Parameters<typeof fetch>) => Promise<Response>;

/** Creates a client that makes its requests with `send`. */
export function createApi(send: Send): Api {
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", fetch: send })] });
}

/** Tells whether an error is a call's; its `data` is undefined unless a procedure or the site has refused the call. */
export function isApiError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
