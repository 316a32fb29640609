import { eq } from "drizzle-orm";
import { users } from "@db/schema";
import { isSuppressed } from "../mail/suppressions";
import type { MemberContext } from "../core/context";
import { timeZones } from "../core/time-zones";

/** What a member can change about herself, and from what she can choose. */
export async function getProfile({ db, user }: MemberContext) {
  const [account] = await db.select().from(users).where(eq(users.id, user.id));
  const { fullName, email, subscriptionStatus, timeZone, currency, hasReminders } = account!;
  return {
    fullName,
    email,
    /** As it is shown: "Free". */
    subscription: capitalised(subscriptionStatus.trim() || "free"),
    timeZone,
    currency,
    hasReminders,
    /** No announcements go to this address. */
    isUnsubscribed: await isSuppressed(db, email),
    /** The chosen one is among them, whatever list it was chosen from. */
    timeZones: timeZone && !timeZones.includes(timeZone) ? [...timeZones, timeZone].sort() : [...timeZones],
  };
}

export type Profile = Awaited<ReturnType<typeof getProfile>>;

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
