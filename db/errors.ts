/** What PostgreSQL refused, by its SQLSTATE; drizzle and the driver wrap it, so the causes are searched. */
function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && /^[0-9A-Z]{5}$/.test(cause.code)) return cause.code;
  }
  return undefined;
}

/** The capacity trigger: more places would be taken than the session has. */
export const isCapacityExceeded = (error: unknown): boolean => sqlState(error) === "BR001";

/** Somebody else held the lock for too long, or the two would have waited for each other for ever. */
export const isBusy = (error: unknown): boolean => ["55P03", "40P01"].includes(sqlState(error) ?? "");

/** Another row has what only one may have. */
export const isTaken = (error: unknown): boolean => sqlState(error) === "23505";
