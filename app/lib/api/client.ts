import { createTRPCClient, type TRPCClient, TRPCClientError } from "@trpc/client";
import { httpLink } from "@trpc/client/links/httpLink";
import type { AppRouter } from "@server/api/root";

export type Api = TRPCClient<AppRouter>;

type Fetcher = (...request: Parameters<typeof fetch>) => Promise<Response>;

export function createApi(send: Fetcher): Api {
  return createTRPCClient<AppRouter>({ links: [httpLink({ url: "/api/trpc", fetch: send })] });
}

/** Returns whether an error comes from a call; `data` is undefined unless the site refused it. */
export function isApiError(error: unknown): error is TRPCClientError<AppRouter> {
  return error instanceof TRPCClientError;
}
