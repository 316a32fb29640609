import type { Context } from "../core/context";
import { normalEmail } from "../core/email-address";
import { findKnownDevice } from "./known-devices";
import { networkOf } from "../core/network-of";
import { forgetAttempts, giveBackAttempt, spendAttempt } from "../rate-limits/rate-limits";

/**
 * Counts a sign-in by password before the password is checked. A device that is known for the account has a count of
 * its own, so that nobody else can use it up. All others count by account and network together, by network, and, as a
 * brake on guessing from many networks, by account. Returns what to call once the password was right. Throws
 * rate_limited, whether or not there is such an account.
 */
export async function spendSignIn(ctx: Context, email: string): Promise<() => Promise<void>> {
  const mailbox = normalEmail(email);
  const device = await findKnownDevice(ctx, ctx.session.deviceKey, mailbox);
  if (device) {
    await spendAttempt(ctx, "password on known device", device);
    return () => forgetAttempts(ctx, "password on known device", device);
  }
  const network = networkOf(ctx.visitor.address);
  const here = `${mailbox} ${network}`;
  await spendAttempt(ctx, "sign-in from address", network);
  await spendAttempt(ctx, "password of account from address", here);
  await spendAttempt(ctx, "password of account", mailbox);
  return async () => {
    await giveBackAttempt(ctx, "sign-in from address", network);
    await forgetAttempts(ctx, "password of account from address", here);
    // Only this attempt: guesses from elsewhere still count.
    await giveBackAttempt(ctx, "password of account", mailbox);
  };
}
