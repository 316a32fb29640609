import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./describe-error";
import { isUuid } from "./uuid";

export type Log = Logger;

/**
 * Writes one JSON line per event, with the id of the request or job that it belongs to. Errors are described without
 * the values that they quote.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    mixin: idsOfScope,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  return pino(options, destination);
}

function idsOfScope(): object {
  const { network: _, ...ids } = currentLogScope();
  return ids;
}

/** The request or job under way; its ids stand in every log line that is written meanwhile. */
type LogScope = {
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

const word = /^[a-z][a-z-]{0,30}$/;

/** Returns the path of an address or path with its words and ids; anything else may be a key, and becomes "…". */
export function pathForLog(address: string): string {
  const path = address.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
  return path
    .split("/")
    .map((part) => (part === "" || word.test(part) || isUuid(part) ? part : "…"))
    .join("/");
}
