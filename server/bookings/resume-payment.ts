import { DomainError } from "../core/errors";
import type { Context } from "../core/context";
import { findPending } from "./find-pending";
import { payForPlace } from "./pay-for-place";

/** The address of the payment page that is still open. Throws closed when no payment is waiting any more. */
export async function resumePayment(ctx: Context, asked: { sessionId: string }): Promise<{ next: string }> {
  const pending = await findPending(ctx, asked);
  if (!pending) {
    throw new DomainError("closed", "That payment is not waiting any more. You can book another ticket here.");
  }
  return { next: await payForPlace(ctx, pending.booking, pending.session) };
}
