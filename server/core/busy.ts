import { isUnavailable } from "@db/errors";
import { DomainError } from "./errors";

/**
 * Returns the refusal for a fault that passes by itself, such as a lost database connection, an exhausted pool or a
 * lock that was held for too long; null for any other.
 */
export function busyRefusal(error: unknown): DomainError | null {
  if (error instanceof DomainError) return error.code === "busy" ? error : null;
  if (!isUnavailable(error)) return null;
  return new DomainError("busy", "The site is busy at the moment. Please try again in a few seconds.", {
    cause: error,
  });
}
