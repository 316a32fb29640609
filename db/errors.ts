/** Returns PostgreSQL's SQLSTATE from an error or its causes, since drizzle and the driver wrap it. */
function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Returns the error and its causes, outermost first, including every failed attempt to connect. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const tries: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...tries, error.cause].flatMap(causesOf)];
}

/** Whether the capacity trigger refused more places than the session has. */
export const isCapacityExceeded = (error: unknown): boolean => sqlState(error) === "BR001";

/** Whether a lock timed out or a deadlock was broken. */
export const isBusy = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error) ?? "");

/** Whether a unique constraint was violated. */
export const isTaken = (error: unknown): boolean => sqlState(error) === "23505";

/**
 * Temporary states: lost connections (class 08), lack of resources (53), shutdown or cancellation (57P, 57014), disk
 * errors (58), a read-only server, and conflicts between transactions.
 */
const passingStates = /^(08|53|57P|58)|^(57014|25006|40001|40P01|55P03)$/;
const networkCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
/** The driver and its pool report these without a code. */
const lostConnection =
  /^(timeout exceeded when trying to connect|connection terminated|client has encountered a connection error|client was closed|cannot use a pool after calling end|query read timeout)/i;

/** Whether the database is unavailable for now: unreachable, overloaded or locked for too long. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const { code, severity } = cause as Error & { code?: unknown; severity?: unknown };
    // PostgreSQL ends the connection after these, whatever the reason.
    if (severity === "FATAL" || severity === "PANIC") return true;
    if (typeof code === "string" && (passingStates.test(code) || networkCodes.has(code))) return true;
    return lostConnection.test(cause.message);
  });
}
