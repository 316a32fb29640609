/** Returns the code of PostgreSQL's error, which Drizzle and the driver wrap. */
function sqlState(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** Returns an error and its causes, outermost first, including every failed attempt to connect. */
function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  const attempts: unknown[] = error instanceof AggregateError ? error.errors : [];
  return [error, ...[...attempts, error.cause].flatMap(causesOf)];
}

/** Returns whether the capacity trigger has refused a booking. */
export const isCapacityExceeded = (error: unknown): boolean => sqlState(error) === "BR001";

/** Returns whether the database has refused two sessions at a time of which one is for one person alone. */
export const isTimeTaken = (error: unknown): boolean => ["BR003", "23P01"].includes(sqlState(error) ?? "");

/** Returns whether a lock timeout or a deadlock has ended a statement. */
export const isBusy = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error) ?? "");

export const isUniqueViolation = (error: unknown): boolean => sqlState(error) === "23505";

/** Lost connections (08), resources (53), shutdown (57P), disk (58), then single codes: cancelled, read-only, locked. */
const temporaryStates = /^(08|53|57P|58)|^(57014|25006|40001|40P01|55P03)$/;
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

/** Returns whether the database is unreachable, overloaded or locked for too long. */
export function isUnavailable(error: unknown): boolean {
  return causesOf(error).some((cause) => {
    const { code, severity } = cause as Error & { code?: unknown; severity?: unknown };
    // PostgreSQL ends the connection after an error of these severities.
    if (severity === "FATAL" || severity === "PANIC") return true;
    if (typeof code === "string" && (temporaryStates.test(code) || networkCodes.has(code))) return true;
    return lostConnection.test(cause.message);
  });
}

/** A reason not to start. Its message is one line for the operator. */
export class StartError extends Error {
  override name = "StartError";
}
