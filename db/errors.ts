/** What PostgreSQL refused, by its SQLSTATE; drizzle and the driver wrap it, so the causes are searched. */
function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** The error and what caused it, outermost first; of several tries to connect, each. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const tries: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...tries, error.cause].flatMap(causesOf)];
}

/** The capacity trigger: more places would be taken than the session has. */
export const isCapacityExceeded = (error: unknown): boolean => sqlState(error) === "BR001";

/** Somebody else held the lock for too long, or the two would have waited for each other for ever. */
export const isBusy = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error) ?? "");

/** Another row has what only one may have. */
export const isTaken = (error: unknown): boolean => sqlState(error) === "23505";

/**
 * Lost connections (class 08), a lack of resources (53), an end by the operator (57P and 57014), a broken disk (58), a
 * server that only reads, and transactions that stood in each other's way.
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
/** The driver and its pool have messages only. */
const lostConnection =
  /^(timeout exceeded when trying to connect|connection terminated|client has encountered a connection error|client was closed|cannot use a pool after calling end|query read timeout)/i;

/** The database can't be asked right now: it is away, overloaded, or what was asked for stayed locked. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const { code, severity } = cause as Error & { code?: unknown; severity?: unknown };
    // PostgreSQL ends the connection after these, whatever the reason.
    if (severity === "FATAL" || severity === "PANIC") return true;
    if (typeof code === "string" && (passingStates.test(code) || networkCodes.has(code))) return true;
    return lostConnection.test(cause.message);
  });
}
