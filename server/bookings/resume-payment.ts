import { DomainError } from "../core/errors";
import { startCheckout } from "../payments/start-checkout";
import type { Context } from "../core/context";
import { findPending } from "./find-pending";

/** The address of the payment page that is still open. Throws closed when no payment is waiting any more. */
export async function resumePayment(ctx: Context, asked: { sessionId: string }): Promise<{ next: string }> {
  const pending = await findPending(ctx, asked);
  if (!pending) {
    throw new DomainError("closed", "That payment is not waiting any more. You can book another ticket here.");
  }
  return { next: await startCheckout(ctx, pending.booking, pending.session) };
}
