import type { Context } from "../core/context";
import { dayOf } from "../core/dates";
import { normalEmail } from "../core/email-address";
import { findSuppressions, type Suppression } from "../mail/unsubscribe";

/** Whether an address receives announcements. Mails about a person's own bookings are always sent. */
type Consent = {
  receives: boolean;
  /** The first booking or purchase; null without any. */
  since: Date | null;
  stopped: Suppression | null;
};

/** Each consent is at the index of its person. */
export async function readConsents({ db }: Context, people: { email: string; since: Date | null }[]) {
  const suppressions = await findSuppressions(
    db,
    people.map(({ email }) => email),
  );
  return people.map(({ email, since }): Consent => {
    const stopped = suppressions.get(normalEmail(email)) ?? null;
    return { receives: stopped === null, since, stopped };
  });
}

const causes: Record<Suppression["reason"], string> = {
  unsubscribed: "unsubscribed on",
  bounced: "an email bounced on",
  complained: "reported one as spam on",
};

/** "Yes, since Thu, Nov 26, 2026", "No, unsubscribed on Sun, Nov 29, 2026" */
export function describeConsent(consent: Consent | undefined, timeZone: string): string {
  const { since = null, stopped = null } = consent ?? {};
  if (stopped) return `No, ${causes[stopped.reason]} ${dayOf(stopped.at, timeZone)}`;
  return since ? `Yes, since ${dayOf(since, timeZone)}` : "Yes";
}
