import { AsyncLocalStorage } from "node:async_hooks";
import { destination, type DestinationStream, type Logger, multistream, pino } from "pino";
import { isUuid } from "./input-schemas";

export type Log = Logger;

/** Writes JSON lines with the id of the current request or job. Errors are logged without the values they quote. */
export function createLog(level: string, output: DestinationStream = destination(1), errors?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    mixin: idsOfScope,
    serializers: { err: (error: unknown) => describeError(error) },
  };
  const both = errors && multistream([{ stream: output }, { stream: errors, level: "error" }]);
  return pino(options, both ?? output);
}

/** Leaves out the network, which only security events log. */
function idsOfScope(): object {
  const { network: _, ...ids } = currentLogScope();
  return ids;
}

type LogScope = {
  requestId?: string;
  jobId?: string;
  task?: string;
  /** The network as a hash, in security events only. */
  network?: string;
};

const scopes = new AsyncLocalStorage<LogScope>();

export const inLogScope = <Value>(scope: LogScope, work: () => Value): Value => scopes.run(scope, work);

export const currentLogScope = (): LogScope => scopes.getStore() ?? {};

const word = /^[a-z][a-z-]{0,30}$/;

/** Returns the path with only its words and ids: any other part may be a key and becomes "…". */
export function pathForLog(address: string): string {
  const path = address.replace(/^\w+:\/\/[^/]*/, "").replace(/[?#].*$/s, "");
  return path
    .split("/")
    .map((part) => (part === "" || word.test(part) || isUuid(part) ? part : "…"))
    .join("/");
}

type DescribedError = {
  type: string;
  message?: string;
  stack?: string;
  code?: string;
  status?: number;
  constraint?: string;
  cause?: DescribedError;
};

const maxCauseDepth = 5;
const maxMessageLength = 1000;
const openingQuote = /["`“‘]|(?<!\w)'/;
const email = /[^\s@<>"']+@[^\s@<>"']+/g;
const longToken = /[\w-]{20,}/g;

/** Describes an error without typed text, keys or tokens: quoted text, addresses and long tokens are masked. */
function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return describeNonError(error);
  const { code, status, statusCode, constraint, stack } = error as Error & Record<string, unknown>;
  const httpStatus = typeof status === "number" ? status : statusCode;
  return {
    type: error.name === "Error" ? error.constructor.name : error.name,
    message: messageOf(error),
    ...(typeof stack === "string" && { stack: stackFramesOf(stack, error.message) }),
    ...(typeof code === "string" && { code }),
    ...(typeof httpStatus === "number" && { status: httpStatus }),
    ...(typeof constraint === "string" && { constraint }),
    ...(error.cause !== undefined && depth < maxCauseDepth && { cause: describeError(error.cause, depth + 1) }),
  };
}

/** Masks everything from the first quotation mark to the last, addresses, and long tokens other than ids. */
export function maskSensitive(message: string): string {
  const begin = message.search(openingQuote);
  const end = Math.max(...['"', "`", "'", "”", "’"].map((mark) => message.lastIndexOf(mark)));
  const unquoted = begin < 0 ? message : `${message.slice(0, begin)}"…"${end > begin ? message.slice(end + 1) : ""}`;
  return unquoted
    .replace(email, "…")
    .replace(longToken, (token) => (isUuid(token) || !/\d/.test(token) ? token : "…"))
    .slice(0, maxMessageLength);
}

/** Drizzle's messages quote the values of a failed query; the query itself has placeholders. */
function messageOf(error: Error): string {
  if ("query" in error && typeof error.query === "string") {
    return `Failed query: ${error.query}`.slice(0, maxMessageLength);
  }
  // A wrapper that repeats its cause's message repeats the values too.
  const { cause } = error;
  if (cause instanceof Error && cause.message && error.message.includes(cause.message)) return messageOf(cause);
  return maskSensitive(error.message);
}

function stackFramesOf(stack: string, message: string): string {
  const begin = stack.indexOf(message);
  const calls = begin < 0 ? stack : stack.slice(begin + message.length);
  return calls.match(/^ {4}at .*$/gm)?.join("\n") ?? "";
}

function describeNonError(error: unknown): DescribedError {
  if (typeof error !== "object" || error === null) return { type: typeof error, message: maskSensitive(String(error)) };
  const status = "status" in error && typeof error.status === "number" ? { status: error.status } : {};
  return { type: error.constructor?.name ?? "object", ...status };
}
