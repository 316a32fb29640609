import { AsyncLocalStorage } from "node:async_hooks";

/** The request or job under way; its ids stand in every log line that is written meanwhile. */
export type LogScope = {
  requestId?: string;
  jobId?: string;
  task?: string;
  /** The visitor's network: hashed in security events, in no other line. */
  network?: string;
};

const scopes = new AsyncLocalStorage<LogScope>();

/** Runs `work` and everything that it starts in the given scope. */
export const inLogScope = <Value>(scope: LogScope, work: () => Value): Value => scopes.run(scope, work);

/** Returns the scope that the caller runs in, empty outside of requests and jobs. */
export const currentLogScope = (): LogScope => scopes.getStore() ?? {};
