import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, type Logger, pino } from "pino";
import { describeError } from "./describe-error";
import { isUuid } from "./uuid";

export type Log = Logger;

/** Writes JSON lines with the id of the current request or job. Errors are logged without the values they quote. */
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

type LogScope = {
  requestId?: string;
  jobId?: string;
  task?: string;
  /** Logged in security events only, as a hash. */
  network?: string;
};

const scopes = new AsyncLocalStorage<LogScope>();

export const inLogScope = <Value>(scope: LogScope, work: () => Value): Value => scopes.run(scope, work);

export const currentLogScope = (): LogScope => scopes.getStore() ?? {};

const word = /^[a-z][a-z-]{0,30}$/;

/** Returns the path with its words and ids; anything else may be a key and becomes "…". */
export function pathForLog(address: string): string {
  const path = address.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
  return path
    .split("/")
    .map((part) => (part === "" || word.test(part) || isUuid(part) ? part : "…"))
    .join("/");
}
