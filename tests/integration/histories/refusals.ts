import { TRPCError } from "@trpc/server";
import { DomainError } from "@server/core/errors";

/** "No" in good order: the visitor is told why. */
export const isRefusal = (error: unknown) =>
  error instanceof DomainError || (error instanceof TRPCError && error.cause instanceof DomainError);

/** Waits for all of them; throws what one of them met that is no refusal. */
export async function unlessRefused(doings: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(doings)) {
    if (outcome.status === "rejected" && !isRefusal(outcome.reason)) throw outcome.reason;
  }
}

/** Waits for all of them, even if one fails: none goes on unseen. Throws what the first of those that failed met. */
export async function allDone(doings: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(doings);
  await Promise.all(doings);
}
