import { liftSuppressions, suppress } from "../mail/suppressions";
import type { MemberContext } from "../core/context";

/** Ends announcements to a member's own address, or begins them again. */
export async function setUnsubscribed(
  { db, clock, user }: MemberContext,
  { isUnsubscribed }: { isUnsubscribed: boolean },
): Promise<void> {
  if (isUnsubscribed) await suppress(db, user.email, "unsubscribed", clock.now());
  else await liftSuppressions(db, user.email);
}
