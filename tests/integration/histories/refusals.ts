import { TRPCError } from "@trpc/server";
import { DomainError } from "@server/core/errors";

/** Whether an error is a regular refusal with a reason for the visitor. */
export const isRefusal = (error: unknown) =>
  error instanceof DomainError || (error instanceof TRPCError && error.cause instanceof DomainError);

/** Waits for all; throws the first error that is no refusal. */
export async function unlessRefused(doings: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(doings)) {
    if (outcome.status === "rejected" && !isRefusal(outcome.reason)) throw outcome.reason;
  }
}

/** Waits for all, even if one fails; then throws the first error. */
export async function allDone(doings: Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(doings);
  await Promise.all(doings);
}
