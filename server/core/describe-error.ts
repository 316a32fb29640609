import { isUuid } from "./uuid";
/** What the log says about an error. Its other properties may quote a request. */
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
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return describeOther(error);
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
export function maskQuoted(message: string): string {
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
  return maskQuoted(error.message);
}

function stackFramesOf(stack: string, message: string): string {
  const begin = stack.indexOf(message);
  const calls = begin < 0 ? stack : stack.slice(begin + message.length);
  return calls.match(/^ {4}at .*$/gm)?.join("\n") ?? "";
}

function describeOther(error: unknown): DescribedError {
  if (typeof error !== "object" || error === null) return { type: typeof error, message: maskQuoted(String(error)) };
  const status = "status" in error && typeof error.status === "number" ? { status: error.status } : {};
  return { type: error.constructor?.name ?? "object", ...status };
}
