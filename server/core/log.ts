import { pino, type DestinationStream, type Logger } from "pino";
import { describeError } from "./describe-error";
import { currentLogScope } from "./log-scope";

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
